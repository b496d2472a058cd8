import { TOTP } from 'otpauth';
import { grantRole } from '../../src/server/identity/operators/roles.ts';
import type { Shop } from '../server/open-shop.ts';
import type { Shopper } from '../clients/shopper.ts';

const AT_A_TERMINAL = { operator: 'the test', note: null } as const;

/** Somebody with the role, who has signed in with two steps. */
export async function hireOperator(shop: Shop): Promise<Shopper> {
  const user = await shop.signUp();
  await grantRole(shop.ctx, user.email, AT_A_TERMINAL);
  await passSecondStep(shop, user);
  return user;
}

/** Turns two-step verification on for a person, whose session has then passed it. */
export async function passSecondStep({ siteUrl, clock }: Shop, user: Shopper): Promise<void> {
  const ask = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${siteUrl}/auth/v1/factors${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The second step was refused: ${await answer.text()}`);
    return await answer.json();
  };
  const factor = (await ask('', { factor_type: 'totp', friendly_name: 'Telephone' })) as {
    id: string;
    totp: { secret: string };
  };
  const challenge = (await ask(`/${factor.id}/challenge`, {})) as { id: string };
  const code = new TOTP({ secret: factor.totp.secret }).generate({ timestamp: clock.now().getTime() });
  const session = await ask(`/${factor.id}/verify`, { challenge_id: challenge.id, code });
  user.accessToken = (session as { access_token: string }).access_token;
}
