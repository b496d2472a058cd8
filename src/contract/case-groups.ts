import * as z from 'zod/mini';
import { isSeatName, MOST_SEATS, SEAT_NAME_LENGTH } from '../domain/case-group.ts';
import { seasonId } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { instant, pattern, requiredText, uuid } from './fields.ts';
import { letterInPath } from './letters.ts';

const ofSeason = z.object({ season: seasonId });

const seatName = requiredText(SEAT_NAME_LENGTH, 'Please choose a name.').check(
  z.refine(
    (name) => isSeatName(name),
    'Begin with a letter or digit. Then use only letters, digits, spaces, periods, hyphens and apostrophes.',
  ),
);

const ownSeat = z.object({ name: seatName, showsNotes: z.boolean() });

const seat = z.object({
  id: uuid,
  name: z.string(),
  isSelf: z.boolean(),
  /** The owner may invite, remove and block members. The member who joined first is the owner. */
  isOwner: z.boolean(),
  /** How many of the season's letters this member has received. */
  letters: z.int(),
  isBlocked: z.boolean(),
});
export type Seat = z.output<typeof seat>;

const invitation = z.object({ id: uuid, expiresAt: instant });
export type Invitation = z.output<typeof invitation>;

const group = z.object({
  seats: z.array(seat),
  mostSeats: z.literal(MOST_SEATS),
  own: z.object({ name: z.string(), showsNotes: z.boolean(), isOwner: z.boolean() }),
  /** Invitations that can still be used. Only the owner gets them. */
  invitations: z.array(invitation),
});
export type CaseGroup = z.output<typeof group>;

const groupReply = z.object({
  group: z.nullable(group),
  letters: z.int(),
  /**
   * How many letters the user has received from letter 1 on without a gap. The user sees others' notes only up to that
   * letter.
   */
  reach: z.int(),
  blocks: z.array(z.object({ id: uuid, name: z.string(), since: instant })),
});
export type CaseGroupReply = z.output<typeof groupReply>;

export const getCaseGroup = endpoint('GET /api/case-files/:season/group', {
  access: 'user',
  summary: 'With whom the signed-in person reads a season along.',
  params: ofSeason,
  reply: groupReply,
  errors: ['not_found'],
});

export const startCaseGroup = endpoint('POST /api/case-files/:season/group', {
  access: 'session',
  summary: 'Starts a group of up to six; idempotent.',
  params: ofSeason,
  body: ownSeat,
  reply: groupReply,
  errors: ['not_found', 'rate_limited'],
});

export const changeOwnSeat = endpoint('PUT /api/case-files/:season/group/seat', {
  access: 'session',
  summary: 'Changes one’s name in the group, and whether the others read one’s notes.',
  params: ofSeason,
  body: ownSeat,
  reply: groupReply,
  errors: ['not_found', 'rate_limited'],
});

export const leaveCaseGroup = endpoint('DELETE /api/case-files/:season/group/seat', {
  access: 'session',
  summary: 'Leaves the group, and takes one’s notes along; idempotent.',
  params: ofSeason,
  reply: groupReply,
  errors: ['not_found'],
});

const ofSeat = z.object({ season: seasonId, seat: uuid });

export const removeSeat = endpoint('DELETE /api/case-files/:season/group/seats/:seat', {
  access: 'session',
  summary: 'Takes somebody’s seat away; for the owner of the group.',
  params: ofSeat,
  reply: groupReply,
  errors: ['not_found', 'not_yours'],
});

export const blockSeat = endpoint('POST /api/case-files/:season/group/seats/:seat/block', {
  access: 'session',
  summary: 'Blocks somebody: neither reads the other’s notes, and the owner’s block takes the seat away for good.',
  params: ofSeat,
  reply: groupReply,
  errors: ['not_found', 'wrong_state'],
});

export const liftBlock = endpoint('DELETE /api/case-files/:season/group/blocks/:block', {
  access: 'session',
  summary: 'Takes a block back.',
  params: z.object({ season: seasonId, block: uuid }),
  reply: groupReply,
  errors: ['not_found'],
});

/** Only this answer contains the link; it can't be read again later. */
export const inviteToGroup = endpoint('POST /api/case-files/:season/group/invitations', {
  access: 'session',
  summary: 'Makes a link that seats one person; for the owner of the group.',
  params: ofSeason,
  reply: z.extend(groupReply, { link: z.string() }),
  errors: ['not_found', 'not_yours', 'wrong_state', 'rate_limited'],
});

export const withdrawInvitation = endpoint('DELETE /api/case-files/:season/group/invitations/:invitation', {
  access: 'session',
  summary: 'Takes an invitation back that nobody has used.',
  params: z.object({ season: seasonId, invitation: uuid }),
  reply: groupReply,
  errors: ['not_found'],
});

const token = pattern(/^[A-Za-z0-9_-]{43}$/, 'This link doesn’t work.');

/** Gives the same answer for a link that is unknown, used, withdrawn or expired, and for a blocked user. */
export const lookAtInvitation = endpoint('POST /api/case-invitations/look', {
  access: 'session',
  summary: 'Who invites to read which season along.',
  body: z.object({ token }),
  reply: z.object({
    seasonId,
    title: z.string(),
    from: z.string(),
    seated: z.int(),
    /** Why the user can't join; null if they can. `seated`: the user is already a member. */
    hindrance: z.nullable(z.enum(['seated', 'no_season', 'other_group', 'full'])),
  }),
  errors: ['not_found', 'rate_limited'],
});
export type InvitationLook = z.output<typeof lookAtInvitation.reply>;

export const acceptInvitation = endpoint('POST /api/case-invitations/accept', {
  access: 'session',
  summary: 'Takes a seat by an invitation; idempotent for the one who has used it.',
  body: z.extend(ownSeat, { token }),
  reply: z.object({ seasonId }),
  errors: ['not_found', 'wrong_state', 'rate_limited'],
});

const sharedNote = z.object({
  id: uuid,
  name: z.string(),
  letter: z.int(),
  kind: z.enum(['letter', 'passage', 'person']),
  pinnedTo: z.string(),
  text: z.string(),
  changedAt: instant,
});
export type SharedNote = z.output<typeof sharedNote>;

export const listSharedNotes = endpoint('GET /api/case-files/:season/group/notes', {
  access: 'user',
  summary: 'What the others of the group have pinned, up to the letter that the caller holds; the newest first.',
  params: ofSeason,
  query: z.object({
    letter: z.optional(letterInPath),
    /** A cursor: milliseconds and the id of a note. */
    before: z.optional(pattern(/^\d{1,13}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'There’s no such page.')),
  }),
  reply: z.object({ notes: z.array(sharedNote), next: z.nullable(z.string()) }),
  errors: ['not_found'],
});
