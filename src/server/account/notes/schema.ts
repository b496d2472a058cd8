import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AppliedChange } from '../../../domain/note-merge.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { users } from '../../identity/schema.ts';
import { instant } from '../../platform/db/columns.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id);
const seasonId = () => text('season_id').notNull();

/** A lock on its row numbers changes in the order of their commits. */
export const noteBooks = pgTable(
  'case_note_books',
  {
    userId: userId(),
    seasonId: seasonId(),
    lastChange: bigint('last_change', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.seasonId] })],
);

export const notes = pgTable(
  'case_notes',
  {
    userId: userId(),
    seasonId: seasonId(),
    /** The device makes this id; it is unique only for its user. */
    id: uuid('id').notNull(),
    letter: smallint('letter').notNull(),
    kind: text('kind', { enum: ['letter', 'passage', 'person'] }).notNull(),
    pinnedTo: text('pinned_to').notNull(),
    text: text('text').notNull(),
    deleted: boolean('deleted').notNull(),
    version: integer('version').notNull(),
    applied: jsonb('applied').$type<Readonly<Record<string, AppliedChange>>>().notNull(),
    changeNumber: bigint('change_number', { mode: 'number' }).notNull(),
    changedAt: instant('changed_at').notNull(),
    /** The writer's latest letter at that time; letter 24 if it isn't known (rules/case-file 15). */
    writtenWith: smallint('written_with').notNull().default(LETTERS_PER_SEASON),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.seasonId, t.id] }),
    index('case_notes_changed_idx').on(t.userId, t.seasonId, t.changeNumber),
    check('case_notes_letter_check', sql`${t.letter} between 1 and 24`),
    check('case_notes_kind_check', sql`${t.kind} in ('letter', 'passage', 'person')`),
  ],
);
