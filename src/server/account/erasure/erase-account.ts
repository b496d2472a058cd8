import { forgetLoggedAddresses } from '../../identity/audit/audit.ts';
import { eraseUser, makeNobody } from '../../identity/erasure/erase-user.ts';
import type { UserRow } from '../../identity/rows.ts';
import { lockUser } from '../../identity/users/queries.ts';
import type { IdentityContext } from '../../identity/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { eraseMember, hasRunningSubscription } from './erase-member.ts';
import { findProfile } from '../../customers/profile/queries.ts';

/**
 * Erases an account for good, whoever asks for it: with us everything that tells whose it was, and the provider is told to forget the
 * customer. What the law wants kept, the invoices, stays without a name. `keepRow`: the empty account stays too, bought or not.
 * `keepCustomer`: the provider is told nothing.
 * @returns why not, where a paid subscription runs or the account is gone; else the account as it was
 */
export async function eraseAccount(
  ctx: IdentityContext,
  tx: Transaction,
  userId: string,
  { keepRow = false, keepCustomer = false } = {},
): Promise<UserRow | 'gone' | 'in use'> {
  const user = await lockUser(tx, userId);
  if (user === null) return 'gone';
  if (await hasRunningSubscription(tx, userId)) return 'in use';
  const customerId = (await findProfile(tx, userId))?.stripeCustomerId ?? null;
  const now = ctx.clock.now();
  await eraseMember(tx, { userId, email: user.email, newEmail: user.newEmail }, now);
  await forgetLoggedAddresses(tx, userId);
  await (keepRow ? makeNobody : eraseUser)(ctx, tx, user);
  if (customerId !== null && !keepCustomer) await ctx.jobs.enqueue(tx, 'forget-customer', { customerId });
  return user;
}
