import { TOTP } from 'otpauth';
import type { Role } from '../../src/domain/staff-roles.ts';
import { grantRole } from '../../src/server/identity/operators/roles.ts';
import type { Shop } from '../server/open-shop.ts';
import { callAuth, type SessionReply, type Shopper } from '../clients/shopper.ts';

export const AT_A_TERMINAL = { operator: 'the test', note: null } as const;

/** A user who added an authenticator before getting the role. */
export async function hireOperator(shop: Shop, role: Role = 'owner'): Promise<Shopper> {
  const user = await shop.signUp();
  await passSecondStep(shop, user);
  await grantRole(shop.ctx, user.email, AT_A_TERMINAL, role);
  return user;
}

/** Turns two-step verification on for a user, whose session has then passed it. */
export async function passSecondStep(
  { siteUrl, clock }: Pick<Shop, 'siteUrl' | 'clock'>,
  user: Shopper,
): Promise<void> {
  const passed = await enrolFactor(siteUrl, user.accessToken, (secret) =>
    new TOTP({ secret }).generate({ timestamp: clock.now().getTime() }),
  );
  user.accessToken = passed.access_token;
}

interface Enrolment {
  readonly id: string;
  readonly totp: { readonly secret: string };
  readonly recovery_codes: readonly string[];
}

/** @returns the session that has passed both steps */
export async function enrolFactor(
  siteUrl: string,
  accessToken: string,
  codeOf: (secret: string) => string,
  storeRecoveryCodes: (codes: readonly string[]) => void = () => {},
): Promise<SessionReply> {
  const ask = <T>(path: string, body: object) => callAuth<T>(siteUrl, `/factors${path}`, body, accessToken);
  const { id, totp, recovery_codes: recoveryCodes } = await ask<Enrolment>('', { factor_type: 'totp' });
  storeRecoveryCodes(recoveryCodes);
  const challenge = await ask<{ id: string }>(`/${id}/challenge`, {});
  return await ask(`/${id}/verify`, { challenge_id: challenge.id, code: codeOf(totp.secret) });
}
