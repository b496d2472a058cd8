import { TOTP } from 'otpauth';
import { grantRole } from '../../src/server/identity/operators/roles.ts';
import type { Shop } from '../server/open-shop.ts';
import { callAuth, type SessionReply, type Shopper } from '../clients/shopper.ts';

const AT_A_TERMINAL = { operator: 'the test', note: null } as const;

/** A user with the role, who has signed in with two steps. */
export async function hireOperator(shop: Shop): Promise<Shopper> {
  const user = await shop.signUp();
  await grantRole(shop.ctx, user.email, AT_A_TERMINAL);
  await passSecondStep(shop, user);
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

/** @returns the session that has passed both steps */
export async function enrolFactor(
  siteUrl: string,
  accessToken: string,
  codeOf: (secret: string) => string,
): Promise<SessionReply> {
  const ask = <T>(path: string, body: object) => callAuth<T>(siteUrl, `/factors${path}`, body, accessToken);
  const { id, totp } = await ask<{ id: string; totp: { secret: string } }>('', { factor_type: 'totp' });
  const challenge = await ask<{ id: string }>(`/${id}/challenge`, {});
  return await ask(`/${id}/verify`, { challenge_id: challenge.id, code: codeOf(totp.secret) });
}
