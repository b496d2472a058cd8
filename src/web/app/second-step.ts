import type { Session } from '@supabase/auth-js';

/** True if the account has a second factor that this session hasn't used yet (rules/auth-wire 19). */
export function awaitsSecondStep(session: Session): boolean {
  const { aal, second_step } = claimsOf(session.access_token);
  return second_step === 'owed' || (hasSecondStep(session) && aal !== 'aal2');
}

export function hasSecondStep({ user }: Session): boolean {
  return user.factors?.some(({ status }) => status === 'verified') ?? false;
}

export function hasPassedTwoSteps({ access_token }: Session): boolean {
  return claimsOf(access_token).aal === 'aal2';
}

interface Claims {
  readonly sub?: unknown;
  readonly email?: unknown;
  readonly session_id?: unknown;
  readonly aal?: unknown;
  readonly second_step?: unknown;
}

/** Decodes without verifying: the app only chooses what to show, and the server checks the token. */
export function claimsOf(accessToken: string): Claims {
  const payload = accessToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  return JSON.parse(atob(payload)) as Claims;
}
