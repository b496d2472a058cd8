import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { confirmAccount } from './accounts.ts';
import { refuseBanned } from './bearer.ts';
import { confirmEmailChange } from './email-change.ts';
import { ensureEmailIdentity, keepOnlyIdentity, listIdentities, recomputeProviders } from './identities.ts';
import { deleteAllFactors } from './mfa/queries.ts';
import type { TokenRow } from './one-time-tokens.ts';
import type { Opening } from './open-session.ts';
import type { UserRow } from './rows.ts';
import { deleteAllSessions } from './sessions.ts';
import { changeUser } from './users.ts';
import { voidPending } from './void-pending.ts';

export interface Redeemed {
  /** Who may come in; null after the first of two confirmations. */
  readonly user: UserRow | null;
  /** What is to be written down about it, by whoever lets them in. */
  readonly event: Opening['event'];
}

/**
 * What a link or code brings about, once it is known to be live: the address is confirmed, the e-mail changed. Success voids
 * everything else that was mailed to the user (AUTH-CONTRACT §3.9).
 * @throws AuthError user_banned, email_exists
 */
export async function redeem(ctx: Context, tx: Transaction, user: UserRow, token: TokenRow): Promise<Redeemed> {
  refuseBanned(ctx, user);
  const isEmailChange = token.type === 'email_change_current' || token.type === 'email_change_new';
  const redeemed = isEmailChange ? await confirmEmailChange(ctx, tx, user, token) : await confirm(ctx, tx, user, token);
  if (redeemed) await voidPending(tx, user.id, ctx.clock.now());
  const action = user.emailConfirmedAt ? 'login' : 'user_signedup';
  return { user: redeemed, event: { action: redeemed ? action : 'user_modified', detail: { method: token.type } } };
}

/**
 * Whoever reads the mail owns the address, whichever link it was; only the sign-up's own link brings a password or a Google account
 * along. Every other way in, and every second lock, is of somebody who never proved the address.
 */
async function confirm(ctx: Context, tx: Transaction, user: UserRow, token: TokenRow): Promise<UserRow> {
  if (user.emailConfirmedAt) return user;
  const { passwordHash, userMetadata, shippingAddress, googleSubject } =
    token.type === 'signup' || token.type === 'invite' ? token.payload : {};
  await deleteAllSessions(tx, user.id);
  await deleteAllFactors(tx, user.id);
  const proved =
    googleSubject === undefined
      ? ({ provider: 'email', providerId: user.id } as const)
      : ({ provider: 'google', providerId: googleSubject } as const);
  await keepOnlyIdentity(tx, user.id, proved);
  const now = ctx.clock.now();
  if ((await listIdentities(tx, user.id)).length === 0) await ensureEmailIdentity(tx, user, now);
  const confirmed = await confirmAccount(ctx, tx, user, {
    passwordHash: passwordHash ?? null,
    metadata: userMetadata ?? user.userMetadata,
    shippingAddress: shippingAddress ?? null,
  });
  return await changeUser(tx, user.id, { appMetadata: await recomputeProviders(tx, confirmed) }, now);
}
