import type { CommerceContext } from '../../commerce/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { notFound } from '../../platform/api-error.ts';
import { todayOf } from '../case-file/case-file.ts';
import type { CaseFile } from '../case-file/letters-at-hand.ts';
import { listOpenSeats, type OpenSeat } from './open-seats.ts';
import { deleteSeat, findSeat, listSeats, lockGroup, type SeatRow } from './queries.ts';

export interface LockedGroup {
  readonly own: SeatRow;
  /** The seats that `listOpenSeats` returns. */
  readonly seats: readonly OpenSeat[];
}

/**
 * Runs in one transaction that locks the group.
 * @throws ApiError not_found for a user without a seat
 */
export async function inGroup(
  ctx: CommerceContext,
  { userId, season }: CaseFile,
  change: (tx: Transaction, group: LockedGroup) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const before = await findSeat(tx, userId, season.product);
    if (before === null || (await lockGroup(tx, before.groupId)) === null) throw notFound('group');
    const seats = await freeClosedSeats(ctx, tx, before.groupId);
    // The owner may have removed this user before we got the lock.
    const own = seats.find(({ id }) => id === before.id);
    if (own === undefined) throw notFound('group');
    await change(tx, { own, seats });
  });
}

/**
 * The caller must hold the group's lock.
 * @returns the remaining seats
 */
export async function freeClosedSeats(ctx: CommerceContext, tx: Transaction, groupId: string): Promise<OpenSeat[]> {
  const open = await listOpenSeats(tx, groupId, todayOf(ctx));
  const stays = new Set(open.map(({ id }) => id));
  for (const seat of await listSeats(tx, groupId)) if (!stays.has(seat.id)) await deleteSeat(tx, seat);
  return open;
}
