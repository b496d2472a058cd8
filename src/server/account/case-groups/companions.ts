import { randomUUID } from 'node:crypto';
import type { blockSeat, liftBlock, removeSeat } from '../../../contract/case-groups.ts';
import type { CommerceHandler } from '../../commerce/context.ts';
import { notFound } from '../../platform/api-error.ts';
import { fileOf, presentGroup, requireOwner } from './groups.ts';
import { inGroup, type LockedGroup } from './in-group.ts';
import type { OpenSeat } from './open-seats.ts';
import { deleteBlock, deleteSeat, insertBlock } from './queries.ts';

export const handleRemoveSeat: CommerceHandler<typeof removeSeat> = async ({ ctx, user, params }) => {
  const file = await fileOf(ctx, user.userId, params.season);
  await inGroup(ctx, file, async (tx, group) => {
    const seat = companionOf(group, params.seat);
    requireOwner(group);
    await deleteSeat(tx, seat);
  });
  return await presentGroup(ctx, file);
};

export const handleBlockSeat: CommerceHandler<typeof blockSeat> = async ({ ctx, user, params }) => {
  const file = await fileOf(ctx, user.userId, params.season);
  await inGroup(ctx, file, async (tx, group) => {
    const seat = companionOf(group, params.seat);
    const ids = { id: randomUUID(), userId: user.userId, blockedId: seat.userId };
    await insertBlock(tx, { ...ids, name: seat.name, createdAt: ctx.clock.now() });
    if (group.seats[0]?.id === group.own.id) await deleteSeat(tx, seat);
  });
  return await presentGroup(ctx, file);
};

/** @throws ApiError not_found, also for the caller's own seat */
function companionOf({ own, seats }: LockedGroup, id: string): OpenSeat {
  const seat = seats.find((one) => one.id === id && one.id !== own.id);
  if (seat === undefined) throw notFound('seat');
  return seat;
}

export const handleLiftBlock: CommerceHandler<typeof liftBlock> = async ({ ctx, user, params }) => {
  const file = await fileOf(ctx, user.userId, params.season);
  if (!(await deleteBlock(ctx.db, user.userId, params.block))) throw notFound('block');
  return await presentGroup(ctx, file);
};
