import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { day, instant } from '../platform/db/columns.ts';

export const printerBatches = pgTable(
  'printer_batches',
  {
    runId: uuid('run_id').notNull(),
    batch: smallint('batch').notNull(),
    sendOn: day('send_on').notNull(),
    cents: integer('cents').notNull(),
    sentAt: instant('sent_at').notNull(),
    calledBackAt: instant('called_back_at'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.batch] })],
);

export const printerLetters = pgTable(
  'printer_letters',
  {
    pieceId: uuid('piece_id').primaryKey(),
    runId: uuid('run_id').notNull(),
    batch: smallint('batch').notNull(),
    state: text('state', {
      enum: ['to_send', 'accepted', 'refused', 'dropped', 'calling_back', 'called_back'],
    }).notNull(),
    key: uuid('key').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    triedAt: instant('tried_at'),
    printerId: text('printer_id'),
    acceptedAt: instant('accepted_at'),
    failure: text('failure'),
    /** The printer's newest event, such as `in_transit`. */
    progress: text('progress'),
    progressAt: instant('progress_at'),
  },
  (t) => [
    unique('printer_letters_printer_key').on(t.printerId),
    index('printer_letters_batch_idx').on(t.runId, t.batch, t.state, t.pieceId),
    check(
      'printer_letters_state_check',
      sql`${t.state} in ('to_send', 'accepted', 'refused', 'dropped', 'calling_back', 'called_back')`,
    ),
  ],
);

export const printerEvents = pgTable('printer_events', {
  id: text('id').primaryKey(),
  printerId: text('printer_id').notNull(),
  type: text('type').notNull(),
  happenedAt: instant('happened_at').notNull(),
  receivedAt: instant('received_at').notNull(),
});
