import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../identity/schema.ts';
import { instant, updatedAt } from '../../platform/db/columns.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id);
const seasonId = () => text('season_id').notNull();

export const openedLetters = pgTable(
  'case_opened_letters',
  {
    userId: userId(),
    seasonId: seasonId(),
    letter: smallint('letter').notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.seasonId, t.letter] }),
    index('case_opened_letters_season_idx').on(t.seasonId, t.letter),
    check('case_opened_letters_letter_check', sql`${t.letter} between 1 and 24`),
  ],
);

export const openedHints = pgTable(
  'case_opened_hints',
  {
    userId: userId(),
    seasonId: seasonId(),
    puzzle: text('puzzle').notNull(),
    rung: smallint('rung').notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.seasonId, t.puzzle, t.rung] }),
    index('case_opened_hints_season_idx').on(t.seasonId, t.puzzle),
    check('case_opened_hints_rung_check', sql`${t.rung} between 1 and 3`),
  ],
);

/** One theory per user and season. A trigger refuses every change of a sealed theory (decision 112). */
export const theories = pgTable(
  'case_theories',
  {
    userId: userId(),
    seasonId: seasonId(),
    who: text('who'),
    how: text('how'),
    why: text('why'),
    words: text('words').notNull(),
    letters: smallint('letters').notNull(),
    updatedAt,
    sealedAt: instant('sealed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.seasonId] }),
    index('case_theories_sealed_idx')
      .on(t.seasonId, t.sealedAt)
      .where(sql`${t.sealedAt} is not null`),
    check(
      'case_theories_sealed_check',
      sql`${t.sealedAt} is null or (${t.who} is not null and ${t.how} is not null and ${t.why} is not null)`,
    ),
  ],
);

/** For each number of received letters, the last theory that the user had while holding that many. */
export const theorySteps = pgTable(
  'case_theory_steps',
  {
    userId: userId(),
    seasonId: seasonId(),
    letters: smallint('letters').notNull(),
    who: text('who'),
    how: text('how'),
    why: text('why'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.seasonId, t.letters] })],
);

export const letterFaults = pgTable(
  'case_letter_faults',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    seasonId: seasonId(),
    letter: smallint('letter').notNull(),
    says: text('says').notNull(),
    reportedAt: instant('reported_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (t) => [
    index('case_letter_faults_user_idx').on(t.userId, t.reportedAt),
    index('case_letter_faults_age_idx').on(t.reportedAt, t.id),
    index('case_letter_faults_open_idx')
      .on(t.reportedAt, t.id)
      .where(sql`${t.settledAt} is null`),
  ],
);
