import { RUN_STATES } from '../../domain/run-state.ts';
import { PIECE_STATES } from '../../domain/piece-state.ts';
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { LetterInfo } from '../../../seasons/press/letter-files.ts';
import type { NamePlace } from '../../../seasons/press/press.ts';
import type { PassageText } from '../../../seasons/press/passages.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { Postage } from '../../domain/postage.ts';
import { subscriptions } from '../commerce/schema.ts';
import { shippingAddresses, type FrozenAddress } from '../customers/schema.ts';
import { createdAt, day, instant, updatedAt } from '../platform/db/columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

const runId = () =>
  uuid('run_id')
    .notNull()
    .references(() => mailingRuns.id);
const subscriptionId = () =>
  uuid('subscription_id')
    .notNull()
    .references(() => subscriptions.id);

/** The mailing ledger (rules/fulfilment 17). No foreign keys (decision 061). */
export const mailingPieces = pgTable(
  'mailing_pieces',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** Null for pieces made before runs were recorded. */
    runId: uuid('run_id'),
    letter: smallint('letter').notNull(),
    attempt: smallint('attempt').notNull(),
    state: text('state', { enum: PIECE_STATES }).notNull(),
    number: integer('number'),
    nominalOn: day('nominal_on').notNull(),
    handedOverOn: day('handed_over_on'),
    arrivesFrom: day('arrives_from'),
    arrivesBy: day('arrives_by'),
    confirmedAt: instant('confirmed_at'),
    address: jsonb('address').$type<FrozenAddress>().notNull(),
    /** Null for pieces made before runs were recorded. */
    country: text('country'),
    /** The routing digits that an address check returned (rules/fulfilment 64). */
    routing: text('routing'),
    reason: text('reason'),
    card: jsonb('card').$type<MessageCard>(),
    /** Null if it isn't printed. */
    cards: smallint('cards'),
    createdAt,
    updatedAt,
  },
  (t) => [
    uniqueIndex('mailing_pieces_once_key').on(t.subscriptionId, t.letter, t.attempt),
    index('mailing_pieces_run_idx').on(t.runId, t.letter, t.number),
    index('mailing_pieces_trouble_idx')
      .on(t.state, t.subscriptionId)
      .where(sql`${t.state} in ('set_aside', 'lost', 'returned')`),
    index('mailing_pieces_trouble_age_idx')
      .on(t.state, t.updatedAt, t.id)
      .where(sql`${t.state} in ('set_aside', 'lost', 'returned')`),
    index('mailing_pieces_mailed_idx')
      .on(t.subscriptionId, t.letter)
      .where(sql`${t.handedOverOn} is not null`),
    index('mailing_pieces_expected_idx')
      .on(t.arrivesBy, t.id)
      .where(sql`${t.state} = 'handed_over'`),
    check('mailing_pieces_letter_check', sql`${t.letter} between 1 and 24 and ${t.attempt} >= 1`),
    check(
      'mailing_pieces_state_check',
      sql`${t.state} in ('waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned')`,
    ),
    check(
      'mailing_pieces_handed_over_check',
      sql`${t.state} <> 'handed_over' or (${t.handedOverOn} is not null and ${t.arrivesBy} is not null)`,
    ),
  ],
);

export interface MessageCard {
  to: string;
  from: string | null;
  message: string | null;
}

export const mailingRuns = pgTable(
  'mailing_runs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['first_letter', 'friday'] }).notNull(),
    nominalOn: day('nominal_on').notNull(),
    handOverOn: day('hand_over_on').notNull(),
    freezesAt: instant('freezes_at').notNull(),
    state: text('state', { enum: RUN_STATES }).notNull(),
    reopenedAt: instant('reopened_at'),
    plan: jsonb('plan').$type<RunPlan>(),
    plannedAt: instant('planned_at'),
    frozenAt: instant('frozen_at'),
    printedAt: instant('printed_at'),
    handedOverAt: instant('handed_over_at'),
    finalCounts: jsonb('final_counts').$type<Record<string, number>>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('mailing_runs_once_key').on(t.kind, t.nominalOn),
    index('mailing_runs_nominal_idx').on(t.nominalOn),
    check('mailing_runs_kind_check', sql`${t.kind} in ('first_letter', 'friday')`),
    check('mailing_runs_state_check', sql`${t.state} in ('planned', 'frozen', 'printed', 'handed_over')`),
  ],
);

export interface RunPlan {
  due: Record<string, number>;
  waiting: number;
  excluded: Record<string, number>;
  /** Missing once the run is frozen, and in plans that an older release made. */
  pieces?: readonly PlannedPieces[];
}

export interface PlannedPieces {
  readonly seasonId: string;
  readonly letter: number;
  readonly country: string;
  readonly isGift: boolean;
  readonly pieces: number;
}

export const mailingBatches = pgTable(
  'mailing_batches',
  {
    runId: runId(),
    number: smallint('number').notNull(),
    firstNumber: integer('first_number').notNull(),
    lastNumber: integer('last_number').notNull(),
    printedAt: instant('printed_at').notNull(),
    handedOverAt: instant('handed_over_at'),
    returnAddress: jsonb('return_address').$type<readonly string[]>().notNull().default([]),
    /** The design of its labels and envelopes. 1 also means a batch from before designs had numbers (decision 093). */
    design: smallint('design').notNull().default(1),
    notifiedThrough: integer('notified_through').notNull().default(0),
    /** The postage that the packing sheet shows. */
    postage: jsonb('postage').$type<DatedPostage>(),
    /** Null if there are no rates, like the next two columns. */
    handOverPostage: jsonb('dispatched_postage').$type<DatedPostage>(),
    handOverCents: integer('dispatched_cents'),
    handOverSubscribers: integer('dispatched_subscribers'),
    /** The website in its letter codes' URLs; null without codes. */
    codesAt: text('codes_at'),
    /** Null if it has no barcodes, like the next two columns. */
    mailerId: text('mailer_id'),
    serviceType: text('service_type'),
    /** The serial of the piece with `first_number`. */
    firstSerial: integer('first_serial'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.number] })],
);

export interface DatedPostage extends Postage {
  readonly on: CalendarDate;
}

export const mailingFiles = pgTable(
  'mailing_files',
  {
    runId: runId(),
    batch: smallint('batch').notNull(),
    name: text('name').notNull(),
    kind: text('kind', {
      enum: [
        'labels',
        'envelopes',
        'cards',
        'manifest',
        'packing_sheet',
        'letter_master',
        'letter_personal',
        'stuffing_sheet',
        'code_labels',
      ],
    }).notNull(),
    letter: smallint('letter'),
    /** For a file that contains a letter: the edition when the batch was printed. */
    edition: text('edition').references(() => letterEditions.edition),
    part: smallint('part').notNull(),
    firstNumber: integer('first_number').notNull(),
    lastNumber: integer('last_number').notNull(),
    pieces: integer('pieces').notNull(),
    sha256: text('sha256'),
    bytes: integer('bytes'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.batch, t.name] })],
);

/**
 * The content of a letter's pages, and the pages once they are typeset. Nothing else is needed to print it again
 * (decision 093).
 */
export const letterEditions = pgTable('letter_editions', {
  /** SHA-256 of the edition's files, in hex. */
  edition: text('edition').primaryKey(),
  seasonId: text('season_id').notNull(),
  letter: smallint('letter').notNull(),
  sheets: smallint('sheets').notNull(),
  isUneven: boolean('is_uneven').notNull().default(false),
  info: jsonb('info').$type<LetterInfo>().notNull(),
  /** SHA-256 of each file, by path. */
  files: jsonb('files').$type<Readonly<Record<string, string>>>().notNull(),
  createdAt: instant('created_at').notNull(),
  /** Null until the pages are typeset, like the columns below. */
  setAt: instant('set_at'),
  pages: smallint('pages'),
  places: jsonb('places').$type<readonly NamePlace[]>(),
  master: bytea('master'),
  stuffing: bytea('stuffing'),
});

/** A letter as its readers see it on a screen, made when it is first opened (decision 112). */
export const letterScreens = pgTable('letter_screens', {
  /** SHA-256, in hex, of the edition and of the labels for the enclosures. */
  key: text('key').primaryKey(),
  passages: jsonb('passages').$type<readonly PassageText[]>().notNull(),
  namePlaces: jsonb('name_places').$type<readonly NamePlace[]>().notNull(),
  pages: smallint('pages').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const letterPictures = pgTable(
  'letter_pictures',
  {
    key: text('key')
      .notNull()
      .references(() => letterScreens.key),
    page: smallint('page').notNull(),
    /** SVG compressed with brotli. */
    svg: bytea('svg').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.page] })],
);

/** Files of editions. Each file is stored once. */
export const letterEditionParts = pgTable('letter_edition_parts', {
  sha256: text('sha256').primaryKey(),
  bytes: bytea('bytes').notNull(),
});

export const mailingEvents = pgTable(
  'mailing_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    event: text('event').notNull(),
    actor: text('actor'),
    runId: uuid('run_id'),
    pieceId: uuid('piece_id'),
    subscriptionId: uuid('subscription_id'),
    letter: smallint('letter'),
    attempt: smallint('attempt'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    index('mailing_events_run_idx').on(t.runId, t.id),
    index('mailing_events_subscription_idx')
      .on(t.subscriptionId, t.id)
      .where(sql`${t.subscriptionId} is not null`),
  ],
);

export const mailingExclusions = pgTable(
  'mailing_exclusions',
  {
    runId: runId(),
    subscriptionId: subscriptionId(),
    reason: text('reason').notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.subscriptionId] })],
);

export const deliveryHolds = pgTable(
  'delivery_holds',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: subscriptionId(),
    fromLetter: smallint('from_letter').notNull(),
    resumeOn: day('resume_on').notNull(),
    createdAt: instant('created_at').notNull(),
    liftedAt: instant('lifted_at'),
  },
  (t) => [
    index('delivery_holds_subscription_idx').on(t.subscriptionId),
    index('delivery_holds_open_idx').on(t.resumeOn),
    check('delivery_holds_letter_check', sql`${t.fromLetter} between 1 and 24`),
  ],
);

export const temporaryAddresses = pgTable(
  'temporary_addresses',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: subscriptionId(),
    fromLetter: smallint('from_letter').notNull(),
    toLetter: smallint('to_letter').notNull(),
    address: jsonb('address').$type<FrozenAddress>().notNull(),
    createdAt: instant('created_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    index('temporary_addresses_subscription_idx').on(t.subscriptionId),
    check(
      'temporary_addresses_letters_check',
      sql`${t.fromLetter} between 1 and ${t.toLetter} and ${t.toLetter} <= 24`,
    ),
  ],
);

export const reships = pgTable(
  'reships',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: subscriptionId(),
    letter: smallint('letter').notNull(),
    attempt: smallint('attempt').notNull(),
    way: text('way', { enum: ['now', 'with_next'] }).notNull(),
    cause: text('cause', { enum: ['lost', 'returned'] }).notNull(),
    state: text('state', { enum: ['asked', 'approved', 'refused'] }).notNull(),
    askedAt: instant('asked_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    unique('reships_once_key').on(t.subscriptionId, t.letter, t.attempt),
    index('reships_open_idx')
      .on(t.state, t.askedAt)
      .where(sql`${t.state} <> 'refused'`),
    check('reships_state_check', sql`${t.state} in ('asked', 'approved', 'refused')`),
  ],
);

export const addressMoves = pgTable(
  'address_moves',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    subscriptionId: subscriptionId(),
    addressId: uuid('address_id')
      .notNull()
      .references(() => shippingAddresses.id, { onDelete: 'cascade' }),
    validUntil: instant('valid_until').notNull(),
  },
  (t) => [
    index('address_moves_until_idx').on(t.validUntil),
    index('address_moves_subscription_idx').on(t.subscriptionId),
  ],
);
