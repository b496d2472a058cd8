import { deleteLoggedAddresses } from '../../identity/audit.ts';
import { eraseUser, anonymiseUser } from '../../identity/erase-user.ts';
import type { UserRow } from '../../identity/schema.ts';
import { lockUser } from '../../identity/users/queries.ts';
import type { IdentityContext } from '../../identity/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { eraseProfile, hasRunningSubscription } from './erase-profile.ts';
import { findProfile } from '../../customers/profile/queries.ts';

/**
 * `retainRow` keeps an empty account row; `leaveStripeCustomer` keeps the customer at Stripe.
 * @returns the erased user, or the reason for a refusal
 */
export async function eraseAccount(
  ctx: IdentityContext,
  tx: Transaction,
  userId: string,
  { retainRow = false, leaveStripeCustomer = false } = {},
): Promise<UserRow | 'gone' | 'in use'> {
  const user = await lockUser(tx, userId);
  if (user === null) return 'gone';
  if (await hasRunningSubscription(tx, userId)) return 'in use';
  const customerId = (await findProfile(tx, userId))?.stripeCustomerId ?? null;
  const now = ctx.clock.now();
  await eraseProfile(tx, { userId, email: user.email, newEmail: user.newEmail }, now);
  await deleteLoggedAddresses(tx, userId);
  await (retainRow ? anonymiseUser : eraseUser)(ctx, tx, user);
  if (customerId !== null && !leaveStripeCustomer) await ctx.jobs.enqueue(tx, 'delete-customer', { customerId });
  return user;
}
