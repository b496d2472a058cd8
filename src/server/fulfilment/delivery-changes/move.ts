import type { moveAddress, MoveReply } from '../../../contract/subscriptions.ts';
import { requireValidAddress, presentAddress } from '../../customers/addresses/addresses.ts';
import { changeAddress } from '../../customers/addresses/change-address.ts';
import { findAddress, lockProfile, makeDefaultAddress } from '../../customers/addresses/queries.ts';
import type { CommerceContext, CommerceHandler } from '../../commerce/context.ts';
import type { Subscription } from '../../commerce/subscriptions/queries.ts';
import { notFound, orNotFound } from '../../platform/api-error.ts';
import { readLettersOf } from '../calendar/calendar.ts';
import { reachedBy } from './letters-reached.ts';
import { lockOwnSeasons } from './queries.ts';

/**
 * Changes several addresses in one call (rules/subscriptions 26). Another user's subscription gives the same error as a
 * missing one.
 */
export const handleMove: CommerceHandler<typeof moveAddress> = async ({ ctx, user, body }) => {
  const address = requireValidAddress(body.address);
  const { userId } = user;
  const moved = await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    await lockProfile(tx, userId);
    const seasons = await lockOwnSeasons(tx, userId);
    const following = seasons.filter(({ id }) => body.subscriptions.includes(id));
    if (following.length < new Set(body.subscriptions).size) throw notFound('subscription');
    const from = body.addressId === null ? null : orNotFound(await findAddress(tx, userId, body.addressId), 'address');
    // A completed season has no letters left that could go to the old address.
    const completed = seasons.filter((own) => own.status === 'completed' && own.shippingAddressId === from?.id);
    const subscriptions = [...following, ...completed].map(({ id }) => id);
    const change = { userId, from, to: address, subscriptions, inBook: true };
    const row = await changeAddress(ctx.addressUse, tx, change, now);
    const wasDefault = from?.isDefault === true;
    if (wasDefault) await makeDefaultAddress(tx, userId, row.id, now);
    return { row: { ...row, isDefault: wasDefault || row.isDefault }, following };
  });
  return { address: presentAddress(moved.row), moved: await firstLettersOf(ctx, moved.following) };
};

async function firstLettersOf(ctx: CommerceContext, moved: readonly Subscription[]): Promise<MoveReply['moved']> {
  return (await readLettersOf(ctx.db, moved, ctx.clock.now())).map((letters) => {
    const { firstLetter, copies } = reachedBy(letters);
    return { subscription: letters.subscription.id, firstLetter: firstLetter?.letter ?? null, copies };
  });
}
