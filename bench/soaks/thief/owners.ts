import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { API } from '../../../src/contract/api.ts';
import { grantRole } from '../../../src/server/identity/operators/roles.ts';
import {
  findIdentity,
  insertIdentity,
  recomputeIdentityProviders,
} from '../../../src/server/identity/users/identities.ts';
import { changeUser, lockUser } from '../../../src/server/identity/users/queries.ts';
import { securityChanges } from '../../../src/server/identity/schema.ts';
import { HARBOR_ADDRESS } from '../../../test/builders/addresses.ts';
import { enrolFactor } from '../../../test/builders/operators.ts';
import { PASSWORD, Shopper } from '../../../test/clients/shopper.ts';
import type { Shop } from '../../../test/server/open-shop.ts';
import { whileClockStands } from './stage.ts';
import type { OwnerKind, Realm } from './things.ts';

/** The victim of a theft. Only the owner has password, mailbox and authenticator. */
export interface Owner {
  readonly kind: OwnerKind;
  readonly user: Shopper;
  /** The account's own ids, named as in paths and bodies. */
  readonly ids: Readonly<Record<'addressId' | 'subscriptionId' | 'identityId' | 'priceId', string>>;
  readonly factor: OwnersFactor | null;
  /** The cookie of a browser that has signed in. */
  readonly device: string;
  /** Texts that an answer holds only if it shows that realm. */
  readonly canaries: ReadonlyMap<string, Realm>;
}

export interface OwnersFactor {
  readonly id: string;
  readonly secret: string;
  readonly recoveryCodes: string[];
}

const AT_A_TERMINAL = { operator: 'the soak', note: null } as const;

export async function makeOwner(shop: Shop, kind: OwnerKind): Promise<Owner> {
  const [street, google, phone] = [canary('Lane'), canary('google'), canary('Phone')];
  const user = await Shopper.signUp(shop, { ...HARBOR_ADDRESS, addressLine1: street });
  if (kind === 'subscriber' || kind === 'guarded') await user.buy();
  const identityId = await linkGoogle(shop, user, `${google.replace(' ', '-')}@example.com`);
  const factor = kind === 'guarded' || kind === 'operator' ? await addFactor(shop, user, phone) : null;
  if (kind === 'operator') await grantRole(shop.ctx, user.email, AT_A_TERMINAL);
  await letNoticesExpire(shop, user);
  const secrets = [PASSWORD, '$argon2id$', ...(factor === null ? [] : [factor.secret, ...factor.recoveryCodes])];
  return {
    kind,
    user,
    factor,
    ids: await idsOf(user, identityId),
    device: await signedInDevice(shop, user),
    canaries: new Map<string, Realm>([
      [street, 'account'],
      [google.replace(' ', '-'), 'ways in'],
      [phone, 'ways in'],
      ...secrets.map((secret) => [secret, 'secrets'] as const),
    ]),
  };
}

/** Expires the links in these notices, as if the owner had turned two-step verification on long ago. */
async function letNoticesExpire({ ctx, clock }: Shop, { userId }: Shopper): Promise<void> {
  const expiresAt = clock.now();
  await ctx.db.update(securityChanges).set({ expiresAt }).where(eq(securityChanges.userId, userId));
}

/** A text that stands nowhere else. */
function canary(realm: string): string {
  return `${realm} ${randomUUID().slice(0, 13)}`;
}

async function idsOf(user: Shopper, identityId: string): Promise<Owner['ids']> {
  const { subscriptions } = await user.call(API.getAccount);
  const { prices } = await user.call(API.getCheckoutConfig);
  return {
    identityId,
    addressId: (await user.homeAddress()).id,
    subscriptionId: subscriptions[0]?.id ?? randomUUID(),
    priceId: prices.monthly,
  };
}

/** Links Google as if the owner had done it last year. */
async function linkGoogle({ ctx }: Shop, { userId }: Shopper, email: string): Promise<string> {
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === null) throw new Error('The owner is gone.');
    const link = { userId, provider: 'google', providerId: randomUUID(), identityData: { email }, email } as const;
    await insertIdentity(tx, link, now);
    await changeUser(tx, userId, { appMetadata: await recomputeIdentityProviders(tx, user) }, now);
    const linked = await findIdentity(tx, 'google', link.providerId);
    return linked?.identityId ?? '';
  });
}

async function addFactor(shop: Shop, user: Shopper, name: string): Promise<OwnersFactor> {
  let secret = '';
  const recoveryCodes: string[] = [];
  const take = (issued: string) => {
    secret = issued;
    return codeOf(shop, issued);
  };
  const session = await whileClockStands(() =>
    enrolFactor(shop.siteUrl, user.accessToken, take, (codes) => void recoveryCodes.push(...codes)),
  );
  user.accessToken = session.access_token;
  const { rows } = await shop.ctx.db.$client.query<{ id: string }>(
    'update auth.mfa_factors set friendly_name = $2 where user_id = $1 returning id',
    [user.userId, name],
  );
  return { id: rows[0]?.id ?? '', secret, recoveryCodes };
}

export function codeOf({ clock }: Pick<Shop, 'clock'>, secret: string): string {
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
}

async function signedInDevice({ siteUrl }: Shop, { email }: Shopper): Promise<string> {
  const answer = await fetch(`${siteUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('device='));
  if (cookie === undefined) throw new Error('A browser that has signed in was given no cookie.');
  return cookie.split(';')[0] ?? '';
}
