import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { confirmAccount } from './accounts.ts';
import { audit } from './audit.ts';
import { isBanned } from './bearer.ts';
import type { Client } from './client.ts';
import { confirmEmailChange } from './email-change.ts';
import { AuthError } from './errors.ts';
import { deleteAllTokens, type TokenRow } from './one-time-tokens.ts';
import type { UserRow } from './rows.ts';

/**
 * What a link or code brings about, once it is known to be live: the address is confirmed, the e-mail changed. Success voids
 * everything else that was mailed to the user (AUTH-CONTRACT §3.9).
 * @returns the user to sign in, or null after the first of two confirmations
 * @throws AuthError user_banned, email_exists
 */
export async function redeem(
  ctx: Context,
  tx: Transaction,
  user: UserRow,
  token: TokenRow,
  client: Client,
): Promise<UserRow | null> {
  const now = ctx.clock.now();
  if (isBanned(user, now)) throw new AuthError(403, 'user_banned', 'User is banned');
  const isEmailChange = token.type === 'email_change_current' || token.type === 'email_change_new';
  const redeemed = isEmailChange ? await confirmEmailChange(ctx, tx, user, token) : await confirm(ctx, tx, user, token);
  const action = user.emailConfirmedAt ? 'login' : 'user_signedup';
  await audit(tx, { action, userId: user.id, client, detail: { method: token.type } }, now);
  if (redeemed) await deleteAllTokens(tx, user.id);
  return redeemed;
}

/** Whoever reads the mail owns the address, whichever link it was; only the sign-up's own link brings a password along. */
async function confirm(ctx: Context, tx: Transaction, user: UserRow, token: TokenRow): Promise<UserRow> {
  if (user.emailConfirmedAt) return user;
  const { passwordHash, userMetadata, shippingAddress } =
    token.type === 'signup' || token.type === 'invite' ? token.payload : {};
  return await confirmAccount(ctx, tx, user, {
    passwordHash: passwordHash ?? null,
    metadata: userMetadata ?? user.userMetadata,
    shippingAddress: shippingAddress ?? null,
  });
}
