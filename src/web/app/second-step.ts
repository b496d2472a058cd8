import type { Session } from '@supabase/auth-js';
import { claimsOf } from './claims.ts';

/** The account has a second factor that this session has not passed (rules/auth-wire 19). */
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
