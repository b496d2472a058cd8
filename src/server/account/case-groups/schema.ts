import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../identity/schema.ts';
import { createdAt, instant } from '../../platform/db/columns.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id);
const groupId = () =>
  uuid('group_id')
    .notNull()
    .references(() => caseGroups.id);

/** A lock on its row makes changes of a group run one at a time. */
export const caseGroups = pgTable('case_groups', {
  id: uuid('id').primaryKey(),
  seasonId: text('season_id').notNull(),
  createdAt,
});

export const caseSeats = pgTable(
  'case_seats',
  {
    /** The id by which companions know a seat, so that they never see the user's id. */
    id: uuid('id').notNull(),
    userId: userId(),
    seasonId: text('season_id').notNull(),
    groupId: groupId(),
    place: smallint('place').notNull(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    showsNotes: boolean('shows_notes').notNull(),
    joinedAt: instant('joined_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.seasonId] }),
    uniqueIndex('case_seats_place_key').on(t.groupId, t.place),
    uniqueIndex('case_seats_name_key').on(t.groupId, t.nameKey),
    check('case_seats_place_check', sql`${t.place} between 1 and 6`),
  ],
);

export const caseInvitations = pgTable(
  'case_invitations',
  {
    id: uuid('id').primaryKey(),
    groupId: groupId(),
    userId: userId(),
    tokenHash: text('token_hash').notNull(),
    createdAt,
    expiresAt: instant('expires_at').notNull(),
    usedBy: uuid('used_by').references(() => users.id),
  },
  (t) => [
    uniqueIndex('case_invitations_token_key').on(t.tokenHash),
    index('case_invitations_group_idx').on(t.groupId),
    index('case_invitations_user_idx').on(t.userId),
    index('case_invitations_used_idx').on(t.usedBy),
  ],
);

export const caseBlocks = pgTable(
  'case_blocks',
  {
    id: uuid('id').notNull(),
    userId: userId(),
    /** Not a foreign key: a block would have to wait for that user's erasure, while the erasure waits for the group. */
    blockedId: uuid('blocked_id').notNull(),
    name: text('name').notNull(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.userId, t.blockedId] }), index('case_blocks_blocked_idx').on(t.blockedId)],
);
