import type { deleteAccount } from '../../../contract/own-data.ts';
import { audit } from '../../identity/audit.ts';
import { refuseLastOwner } from '../../identity/operators/last-owner.ts';
import { findRole } from '../../identity/operators/roles.ts';
import { hasVerifiedFactor } from '../../identity/users/factors.ts';
import type { CommerceCall, CommerceContext, CommerceHandler } from '../../commerce/context.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { eraseAccount } from './erase-account.ts';
import { proveOwnerAnew, wrongPassword } from '../../identity/reauthentication/require-reauthentication.ts';

const STILL_IN_USE =
  'You still have an active subscription or gift. Cancel it under Subscription in your account, then delete your account.';

export const handleDeleteAccount: CommerceHandler<typeof deleteAccount> = async ({ ctx, user: caller, body }) => {
  await requireSecondStep(ctx, caller);
  const user = await proveOwnerAnew(ctx, caller, body);
  await ctx.db.transaction(async (tx) => {
    if ((await findRole(tx, user.id)) !== null) await refuseLastOwner(tx, user.id, null, ctx.clock.now());
    const erased = await eraseAccount(ctx, tx, user.id);
    if (erased === 'gone') throw notFound('account');
    if (erased === 'in use') {
      throw new ApiError('account_in_use', STILL_IN_USE);
    }
    // The password was changed after the user proved it and before we got the lock.
    if (erased.passwordChangedAt?.getTime() !== user.passwordChangedAt?.getTime()) throw wrongPassword();
    const now = ctx.clock.now();
    await queueEmail(ctx, tx, {
      kind: 'account-deleted',
      to: erased.email,
      userId: null,
      dedupeKey: `account-deleted:${user.id}`,
      data: { deletedAt: now.toISOString() },
    });
    await audit(tx, { action: 'user_deleted', userId: user.id, client: null, detail: { by: 'owner' } }, now);
  });
  return { deleted: true };
};

async function requireSecondStep(ctx: CommerceContext, { userId, aal }: CommerceCall<typeof deleteAccount>['user']) {
  if (aal === 'aal2' || !(await hasVerifiedFactor(ctx.db, userId))) return;
  throw new ApiError(
    'wrong_password',
    'Sign out, and sign in again with the code from your authenticator app. Then delete your account.',
  );
}
