import type { deleteAccount } from '../../contract/own-data.ts';
import type { ReplyOf } from '../../contract/endpoint.ts';
import { audit } from '../auth/audit.ts';
import { eraseUser } from '../auth/erase-user.ts';
import { hasVerifiedFactor } from '../auth/mfa/queries.ts';
import { findUser, lockUser } from '../auth/users.ts';
import type { Context } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import type { SignedInCall } from '../http/serve.ts';
import { eraseMember, hasRunningSubscription } from './erase-member.ts';
import { proveOwner } from './prove-owner.ts';
import { findProfile } from './queries.ts';

/**
 * Erases an account for good. Refused while a paid subscription runs; what the law wants kept, the invoices, stays: with us without
 * a name, and with the provider, who is told to forget the customer.
 */
export async function handleDeleteAccount(
  call: SignedInCall<typeof deleteAccount>,
): Promise<ReplyOf<typeof deleteAccount>> {
  const { ctx, person, body, client } = call;
  const user = await findUser(ctx.db, person.userId);
  if (user === null) throw notFound('account');
  await requireSecondStep(ctx, person);
  await proveOwner(ctx, user, body);
  await ctx.db.transaction(async (tx) => {
    const locked = await lockUser(tx, user.id);
    if (locked === null) throw notFound('account');
    if (await hasRunningSubscription(tx, user.id)) throw inUse();
    const customerId = (await findProfile(tx, user.id))?.stripeCustomerId ?? null;
    const now = ctx.clock.now();
    await eraseMember(tx, { userId: user.id, email: locked.email, newEmail: locked.newEmail }, now);
    await eraseUser(tx, locked, now);
    await audit(tx, { action: 'user_deleted', userId: user.id, client, detail: { by: 'owner' } }, now);
    if (customerId !== null) await ctx.jobs.enqueue(tx, 'forget-customer', { customerId });
  });
  return { deleted: true };
}

/** A stolen password alone must not be enough to destroy an account with two locks (AUTH-CONTRACT §3.12). */
async function requireSecondStep(ctx: Context, { userId, aal }: SignedInCall<typeof deleteAccount>['person']) {
  if (aal === 'aal2' || !(await hasVerifiedFactor(ctx.db, userId))) return;
  throw new ApiError('wrong_password', 'Sign in with your second step first.');
}

function inUse(): ApiError {
  return new ApiError('account_in_use', 'A subscription of yours is still running. Cancel it first, then come back.');
}
