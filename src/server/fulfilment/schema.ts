import { sql } from 'drizzle-orm';
import {
  bigserial,
  check,
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
import { subscriptions } from '../commerce/schema.ts';
import { shippingAddresses, type FrozenAddress } from '../customers/schema.ts';
import { calendarDate, createdAt, instant, updatedAt } from '../platform/db/columns.ts';

const runId = () =>
  uuid('run_id')
    .notNull()
    .references(() => mailingRuns.id);
const subscriptionId = () =>
  uuid('subscription_id')
    .notNull()
    .references(() => subscriptions.id);

/**
 * The mailing ledger: a letter is posted at most once per attempt, and attempt 1 at most once ever (rules/fulfilment 17). A piece
 * comes into being when its run is frozen; until then the plan is a question that is asked again. It waits (`waiting`) for a renewal
 * that may still be paid, or is set aside until somebody has looked at its address.
 *
 * No foreign keys: rows come from a statement that reads the subscriptions themselves, and a key would be looked up a million times
 * for what cannot be otherwise (it doubles the time of freezing).
 */
export const mailingPieces = pgTable(
  'mailing_pieces',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** Null for what was posted before there were runs. */
    runId: uuid('run_id'),
    letter: smallint('letter').notNull(),
    attempt: smallint('attempt').notNull(),
    state: text('state', { enum: ['waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned'] }).notNull(),
    /** Counts the pieces of a run in the order in which they are printed; it stands on the label. Given when the piece is frozen. */
    number: integer('number'),
    /** The mailing Friday, or the first-letter run's day. */
    nominalOn: calendarDate('nominal_on').notNull(),
    handedOverOn: calendarDate('handed_over_on'),
    arrivesFrom: calendarDate('arrives_from'),
    arrivesBy: calendarDate('arrives_by'),
    confirmedAt: instant('confirmed_at'),
    address: jsonb('address').$type<FrozenAddress>().notNull(),
    /** The country of that address; null for what was posted before there were runs. */
    country: text('country'),
    /** Why it was set aside, lost or returned. */
    reason: text('reason'),
    /** The giver's card that goes with letter 1 of a gift. */
    card: jsonb('card').$type<MessageCard>(),
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

/** What the giver's card says, as it stood when the piece was frozen. */
export interface MessageCard {
  to: string;
  /** Null when the giver has told us no name. */
  from: string | null;
  /** Null when the giver left the words to us. */
  message: string | null;
}

/**
 * One mailing: the first letters of a business day (with what is sent again), or the letters of a Friday. There is one per kind and
 * day, whoever plans it and how often (rules/fulfilment 17).
 */
export const mailingRuns = pgTable(
  'mailing_runs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['first_letter', 'friday'] }).notNull(),
    nominalOn: calendarDate('nominal_on').notNull(),
    /** The business day on which the post is to take it. */
    handOverOn: calendarDate('hand_over_on').notNull(),
    /** From then on addresses no longer change. */
    freezesAt: instant('freezes_at').notNull(),
    state: text('state', { enum: ['planned', 'frozen', 'printed', 'handed_over'] }).notNull(),
    /** An operator took the freezing back: the next one is theirs to order. Addresses still count as of `freezesAt`. */
    reopenedAt: instant('reopened_at'),
    /** What the plan came to when it was last made: how many letters, and why others get none. */
    plan: jsonb('plan').$type<RunPlan>(),
    plannedAt: instant('planned_at'),
    frozenAt: instant('frozen_at'),
    printedAt: instant('printed_at'),
    handedOverAt: instant('handed_over_at'),
    /** Pieces by state, noted when the run was handed over: it changes little afterwards, and is asked for often. */
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
  /** Pieces by letter number. */
  due: Record<string, number>;
  /** Of those, pieces that wait for a renewal. */
  waiting: number;
  /** Subscribers who get nothing, by reason. */
  excluded: Record<string, number>;
}

/** What was printed at a time: the frozen pieces of a run with these numbers. What turns up later is printed as another batch. */
export const mailingBatches = pgTable(
  'mailing_batches',
  {
    runId: runId(),
    number: smallint('number').notNull(),
    firstNumber: integer('first_number').notNull(),
    lastNumber: integer('last_number').notNull(),
    printedAt: instant('printed_at').notNull(),
    handedOverAt: instant('handed_over_at'),
    /** What stands on its envelopes below our name: the setting as it was when the batch was made, so that its files stay the same. */
    returnAddress: jsonb('return_address').$type<readonly string[]>().notNull().default([]),
    /** Up to this piece, everybody has been told by mail that the letter is on its way. */
    notifiedThrough: integer('notified_through').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.runId, t.number] })],
);

/** What comes out of the printer for a batch. A file is made anew whenever it is asked for; its hash shows that it is the same. */
export const mailingFiles = pgTable(
  'mailing_files',
  {
    runId: runId(),
    batch: smallint('batch').notNull(),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['labels', 'envelopes', 'cards', 'manifest', 'packing_sheet'] }).notNull(),
    /** Null for what covers every letter of the batch. */
    letter: smallint('letter'),
    /** A file of ten thousand pieces is enough for one printer: which stretch of them this is, from 1. */
    part: smallint('part').notNull(),
    /** The numbers of its first and last piece. */
    firstNumber: integer('first_number').notNull(),
    lastNumber: integer('last_number').notNull(),
    pieces: integer('pieces').notNull(),
    sha256: text('sha256'),
    bytes: integer('bytes'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.batch, t.name] })],
);

/** Everything that ever happened to a run or to a single piece of it. Rows are only ever added: a trigger sees to it. */
export const mailingEvents = pgTable(
  'mailing_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    event: text('event').notNull(),
    /** Who did it: an operator's or subscriber's id; null for the clock. */
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

/** Who expects letters and got none in a run, and why: as it stood when the run was frozen. */
export const mailingExclusions = pgTable(
  'mailing_exclusions',
  {
    runId: runId(),
    subscriptionId: subscriptionId(),
    reason: text('reason').notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.subscriptionId] })],
);

/** A subscriber is away: from that letter on nothing is mailed on days before `resume_on`. Held letters follow afterwards. */
export const deliveryHolds = pgTable(
  'delivery_holds',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: subscriptionId(),
    fromLetter: smallint('from_letter').notNull(),
    resumeOn: calendarDate('resume_on').notNull(),
    createdAt: instant('created_at').notNull(),
    liftedAt: instant('lifted_at'),
  },
  (t) => [
    index('delivery_holds_subscription_idx').on(t.subscriptionId),
    index('delivery_holds_open_idx').on(t.resumeOn),
    check('delivery_holds_letter_check', sql`${t.fromLetter} between 1 and 24`),
  ],
);

/** Where chosen letters go instead. */
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

/** A letter is to be sent again. The piece itself is planned by the run that takes it. */
export const reships = pgTable(
  'reships',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: subscriptionId(),
    letter: smallint('letter').notNull(),
    /** Of the piece to come. */
    attempt: smallint('attempt').notNull(),
    /** With the next business day's first letters, or with the letters of the next Friday. */
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

/** Which address a subscription used before it was given another. */
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
