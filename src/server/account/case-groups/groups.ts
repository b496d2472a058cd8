import { randomUUID } from 'node:crypto';
import type {
  changeOwnSeat,
  getCaseGroup,
  leaveCaseGroup,
  CaseGroup,
  CaseGroupReply,
  startCaseGroup,
} from '../../../contract/case-groups.ts';
import { MOST_SEATS, reachOf, seatNameKey } from '../../../domain/case-group.ts';
import type { CommerceContext, CommerceHandler } from '../../commerce/context.ts';
import { shareUser } from '../../identity/users/queries.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { enforceLimit } from '../../platform/rate-limits/rate-limits.ts';
import { todayOf } from '../case-file/case-file.ts';
import { type CaseFile, requireCaseFile } from '../case-file/letters-at-hand.ts';
import { inGroup, type LockedGroup } from './in-group.ts';
import { listOpenSeats, type OpenSeat } from './open-seats.ts';
import {
  changeSeat,
  deleteEmptyGroup,
  deleteSeat,
  findSeat,
  insertGroup,
  insertSeat,
  listBlocks,
  listInvitations,
  lockGroup,
  type SeatRow,
} from './queries.ts';

const NAMES_PER_USER = { points: 30, seconds: 24 * 60 * 60 };

export const handleGetCaseGroup: CommerceHandler<typeof getCaseGroup> = async ({ ctx, user, params }) => {
  return await presentGroup(ctx, await fileOf(ctx, user.userId, params.season));
};

export const handleStartCaseGroup: CommerceHandler<typeof startCaseGroup> = async (call) => {
  const { ctx, user, params, body } = call;
  const file = await fileOf(ctx, user.userId, params.season);
  await limitNames(ctx, user.userId);
  await ctx.db.transaction(async (tx) => {
    await shareLivingUser(tx, user.userId);
    if ((await findSeat(tx, user.userId, params.season)) !== null) return;
    const group = { id: randomUUID(), seasonId: params.season, createdAt: ctx.clock.now() };
    await insertGroup(tx, group);
    const isSeated = await insertSeat(tx, newSeat(ctx, file, { ...body, groupId: group.id, place: 1 }));
    if (!isSeated) await deleteEmptyGroup(tx, group.id);
  });
  return await presentGroup(ctx, file);
};

export const handleChangeOwnSeat: CommerceHandler<typeof changeOwnSeat> = async ({ ctx, user, params, body }) => {
  const file = await fileOf(ctx, user.userId, params.season);
  await limitNames(ctx, user.userId);
  await inGroup(ctx, file, async (tx, { own, seats }) => {
    refuseTakenName(body.name, seats, own);
    await changeSeat(tx, own, { ...body, ...namesOf(body.name) });
  });
  return await presentGroup(ctx, file);
};

export const handleLeaveCaseGroup: CommerceHandler<typeof leaveCaseGroup> = async ({ ctx, user, params }) => {
  const file = await fileOf(ctx, user.userId, params.season);
  await ctx.db.transaction(async (tx) => {
    const seat = await findSeat(tx, user.userId, params.season);
    if (seat !== null) await leaveGroup(tx, seat);
  });
  return await presentGroup(ctx, file);
};

/**
 * Makes an erasure wait until the new seat is stored, so that it deletes the seat too.
 * @throws ApiError not_found for an erased user
 */
export async function shareLivingUser(tx: Transaction, userId: string): Promise<void> {
  const living = await shareUser(tx, userId);
  if (living === null || living.deletedAt !== null) throw notFound('account');
}

/** Deletes the group when its last member leaves. */
export async function leaveGroup(tx: Transaction, seat: SeatRow): Promise<void> {
  if ((await lockGroup(tx, seat.groupId)) === null) return;
  await deleteSeat(tx, seat);
  await deleteEmptyGroup(tx, seat.groupId);
}

/** @throws ApiError not_found */
export async function fileOf(ctx: CommerceContext, userId: string, season: string): Promise<CaseFile> {
  return await requireCaseFile(ctx.db, userId, season, todayOf(ctx));
}

/** @throws ApiError rate_limited */
export async function limitNames(ctx: CommerceContext, userId: string): Promise<void> {
  await enforceLimit(
    ctx,
    `seat-name:${userId}`,
    NAMES_PER_USER,
    'You’ve changed your name many times today. Please try again tomorrow.',
  );
}

type SeatChoice = Pick<SeatRow, 'name' | 'showsNotes' | 'groupId' | 'place'>;

export function newSeat(ctx: CommerceContext, { userId, season }: CaseFile, choice: SeatChoice): SeatRow {
  const { groupId, place, name, showsNotes } = choice;
  const joinedAt = ctx.clock.now();
  return {
    id: randomUUID(),
    userId,
    seasonId: season.product,
    groupId,
    place,
    ...namesOf(name),
    showsNotes,
    joinedAt,
  };
}

function namesOf(name: string): Pick<SeatRow, 'name' | 'nameKey'> {
  return { name: name.normalize('NFC'), nameKey: seatNameKey(name) };
}

/** @throws ApiError validation_failed */
export function refuseTakenName(name: string, seats: readonly SeatRow[], own: SeatRow | null): void {
  const key = seatNameKey(name);
  if (seats.every(({ nameKey, id }) => nameKey !== key || id === own?.id)) return;
  throw new ApiError('validation_failed', 'That name is taken.', {
    name: 'Someone in the group already has that name.',
  });
}

export async function presentGroup(ctx: CommerceContext, file: CaseFile): Promise<CaseGroupReply> {
  const { userId, season, atHand } = file;
  const blocks = await listBlocks(ctx.db, userId);
  const blocked = new Set(blocks.map(({ blockedId }) => blockedId));
  const own = await findSeat(ctx.db, userId, season.product);
  return {
    group: own === null ? null : await presentSeats(ctx, own, atHand, blocked),
    letters: atHand.size,
    reach: reachOf(atHand),
    blocks: blocks.map(({ id, name, createdAt }) => ({ id, name, since: createdAt.toISOString() })),
  };
}

async function presentSeats(
  ctx: CommerceContext,
  own: SeatRow,
  atHand: ReadonlySet<number>,
  blocked: ReadonlySet<string>,
): Promise<CaseGroup | null> {
  const seats = await listOpenSeats(ctx.db, own.groupId, todayOf(ctx));
  const [owner] = seats;
  const isOwner = owner?.id === own.id;
  const invitations = isOwner ? await listInvitations(ctx.db, own.groupId, ctx.clock.now()) : [];
  return {
    seats: seats.map((seat) => ({
      id: seat.id,
      name: seat.name,
      isSelf: seat.id === own.id,
      isOwner: seat.id === owner?.id,
      letters: lettersShared(seat, atHand),
      isBlocked: blocked.has(seat.userId),
    })),
    mostSeats: MOST_SEATS,
    own: { name: own.name, showsNotes: own.showsNotes, isOwner },
    invitations: invitations.map(({ id, expiresAt }) => ({ id, expiresAt: expiresAt.toISOString() })),
  };
}

function lettersShared({ atHand: theirs }: OpenSeat, atHand: ReadonlySet<number>): number {
  return [...atHand].filter((letter) => theirs.has(letter)).length;
}

/** @throws ApiError not_yours */
export function requireOwner({ own, seats }: LockedGroup): void {
  if (seats[0]?.id === own.id) return;
  throw new ApiError('not_yours', 'Only the member who manages the links can invite or remove members.');
}
