import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type {
  acceptInvitation,
  InvitationLook,
  inviteToGroup,
  lookAtInvitation,
  withdrawInvitation,
} from '../../../contract/case-groups.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { freeSeat, INVITATION_DAYS, MOST_SEATS } from '../../../domain/case-group.ts';
import { findPages } from '../../../../seasons/catalogue.ts';
import type { CommerceContext, CommerceHandler } from '../../commerce/context.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { enforceLimit } from '../../platform/rate-limits/rate-limits.ts';
import { todayOf } from '../case-file/case-file.ts';
import { type CaseFile, findCaseFile } from '../case-file/letters-at-hand.ts';
import { fileOf, limitNames, newSeat, presentGroup, refuseTakenName, requireOwner, shareLivingUser } from './groups.ts';
import { freeClosedSeats, inGroup } from './in-group.ts';
import { listOpenSeats, type OpenSeat } from './open-seats.ts';
import {
  deleteInvitation,
  findInvitation,
  findSeat,
  type GroupRow,
  insertInvitation,
  insertSeat,
  type InvitationRow,
  listInvitations,
  listUsersAcrossBlocks,
  lockGroup,
  recordUse,
  type SeatRow,
} from './queries.ts';

const MOST_INVITATIONS = MOST_SEATS - 1;
const DAY_SECONDS = 24 * 60 * 60;
const LINKS_PER_USER = { points: 20, seconds: DAY_SECONDS };
const LOOKS_PER_USER = { points: 60, seconds: 60 * 60 };

export const handleInviteToGroup: CommerceHandler<typeof inviteToGroup> = async ({ ctx, user, params }) => {
  const file = await fileOf(ctx, user.userId, params.season);
  await enforceLimit(
    ctx,
    `case-link:${user.userId}`,
    LINKS_PER_USER,
    'You’ve made many invitation links today. Please try again tomorrow.',
  );
  const token = randomBytes(32).toString('base64url');
  await inGroup(ctx, file, async (tx, group) => {
    requireOwner(group);
    const now = ctx.clock.now();
    const { groupId } = group.own;
    if (group.seats.length >= MOST_SEATS) throw full();
    if ((await listInvitations(tx, groupId, now)).length >= MOST_INVITATIONS) {
      throw new ApiError('wrong_state', 'You have five unused links. Withdraw one, or wait until one is used.');
    }
    const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_SECONDS * 1000);
    const ids = { id: randomUUID(), groupId, userId: user.userId };
    await insertInvitation(tx, { ...ids, tokenHash: hashOf(token), createdAt: now, expiresAt });
  });
  const link = `${ctx.config.siteUrl}${APP_PATHS.readAlong}?token=${token}`;
  return { ...(await presentGroup(ctx, file)), link };
};

/** The token has 256 random bits, so the hash needs no salt. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export const handleWithdrawInvitation: CommerceHandler<typeof withdrawInvitation> = async ({ ctx, user, params }) => {
  const file = await fileOf(ctx, user.userId, params.season);
  await inGroup(ctx, file, async (tx, group) => {
    requireOwner(group);
    if (!(await deleteInvitation(tx, group.own.groupId, params.invitation))) throw notFound('invitation');
  });
  return await presentGroup(ctx, file);
};

export const handleLookAtInvitation: CommerceHandler<typeof lookAtInvitation> = async ({ ctx, user, body }) => {
  await limitLooks(ctx, user.userId);
  const invitation = await requireInvitation(ctx, ctx.db, body.token);
  const seats = await listOpenSeats(ctx.db, invitation.groupId, todayOf(ctx));
  const { from, seasonId, own } = await requireUsable(ctx.db, invitation, seats, user.userId);
  const file = await findCaseFile(ctx.db, user.userId, seasonId, todayOf(ctx));
  const hindrance = hindranceOf(invitation, seats, own, file);
  return { seasonId, title: findPages(seasonId)?.title ?? '', from, seated: seats.length, hindrance };
};

export const handleAcceptInvitation: CommerceHandler<typeof acceptInvitation> = async ({ ctx, user, body }) => {
  await limitLooks(ctx, user.userId);
  const { groupId } = await requireInvitation(ctx, ctx.db, body.token);
  await limitNames(ctx, user.userId);
  const seasonId = await ctx.db.transaction(async (tx) => {
    await shareLivingUser(tx, user.userId);
    if ((await lockGroup(tx, groupId)) === null) throw unknownLink();
    // Read again, since another call may have used the invitation before we got the lock.
    const invitation = await requireInvitation(ctx, tx, body.token);
    const seats = await freeClosedSeats(ctx, tx, groupId);
    return await takeSeat(ctx, tx, { invitation, seats, userId: user.userId, choice: body });
  });
  return { seasonId };
};

async function limitLooks(ctx: CommerceContext, userId: string): Promise<void> {
  await enforceLimit(
    ctx,
    `case-link-look:${userId}`,
    LOOKS_PER_USER,
    'You’ve opened too many invitation links. Try again in an hour.',
  );
}

interface Taking {
  readonly invitation: InvitationRow;
  readonly seats: readonly OpenSeat[];
  readonly userId: string;
  readonly choice: Pick<SeatRow, 'name' | 'showsNotes'>;
}

/**
 * The caller must hold the group's lock.
 * @returns the season
 */
async function takeSeat(ctx: CommerceContext, tx: Transaction, taking: Taking): Promise<string> {
  const { invitation, seats, userId, choice } = taking;
  const { seasonId, own } = await requireUsable(tx, invitation, seats, userId);
  const file = await findCaseFile(tx, userId, seasonId, todayOf(ctx));
  const hindrance = hindranceOf(invitation, seats, own, file);
  if (hindrance === 'seated') return seasonId;
  const place = freeSeat(new Set(seats.map((seat) => seat.place)));
  if (hindrance !== null) throw HINDRANCES[hindrance]();
  if (place === null) throw full();
  if (file === null) throw HINDRANCES.no_season();
  refuseTakenName(choice.name, seats, null);
  const seat = newSeat(ctx, file, { ...choice, groupId: invitation.groupId, place });
  if (!(await insertSeat(tx, seat))) throw HINDRANCES.other_group();
  await recordUse(tx, invitation.id, userId);
  return seasonId;
}

/** @throws ApiError not_found */
async function requireInvitation(ctx: CommerceContext, db: Db, token: string): Promise<InvitationRow> {
  const invitation = await findInvitation(db, hashOf(token), ctx.clock.now());
  if (invitation === null) throw unknownLink();
  return invitation;
}

interface Usable {
  readonly seasonId: GroupRow['seasonId'];
  readonly from: string;
  readonly own: SeatRow | null;
}

/** @throws ApiError not_found for a link that another user used, and if a block separates the user from a member */
async function requireUsable(
  db: Db,
  { usedBy, userId: inviterId }: InvitationRow,
  seats: readonly OpenSeat[],
  userId: string,
): Promise<Usable> {
  const [owner] = seats;
  if (owner === undefined) throw unknownLink();
  const own = await findSeat(db, userId, owner.seasonId);
  const isBack = own?.groupId === owner.groupId;
  if (usedBy !== null && !(usedBy === userId && isBack)) throw unknownLink();
  const others = seats.map((seat) => seat.userId);
  if (!isBack && (await listUsersAcrossBlocks(db, userId, others)).size > 0) throw unknownLink();
  const inviter = seats.find((seat) => seat.userId === inviterId) ?? owner;
  return { seasonId: owner.seasonId, from: inviter.name, own };
}

type Hindrance = NonNullable<InvitationLook['hindrance']>;

function hindranceOf(
  { groupId }: InvitationRow,
  seats: readonly OpenSeat[],
  own: SeatRow | null,
  file: CaseFile | null,
): Hindrance | null {
  if (own?.groupId === groupId) return 'seated';
  if (file === null) return 'no_season';
  if (own !== null) return 'other_group';
  return seats.length >= MOST_SEATS ? 'full' : null;
}

const HINDRANCES = {
  no_season: () => new ApiError('wrong_state', 'To read along, you need this season yourself.'),
  other_group: () => new ApiError('wrong_state', 'You’re already in a group for this season. Leave it first.'),
  full,
} as const;

function full(): ApiError {
  return new ApiError('wrong_state', 'The group is full.');
}

/** The same error for every problem with the link (rules/case-file 17). */
function unknownLink(): ApiError {
  return new ApiError('not_found', 'This link doesn’t work anymore. Ask for another one.');
}
