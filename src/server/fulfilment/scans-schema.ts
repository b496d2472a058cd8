import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/db/columns.ts';

/**
 * Each scan of the carrier's feed, stored once (rules/fulfilment 70). An empty text means that the feed left the field
 * out.
 */
export const mailingScans = pgTable(
  'mailing_scans',
  {
    /** Mailer id and serial, 15 digits in all. */
    mailerSerial: text('mailer_serial').notNull(),
    /** In the local time of the place. */
    scannedAt: timestamp('scanned_at', { mode: 'string', precision: 3 }).notNull(),
    eventCode: text('event_code').notNull(),
    localeKey: text('locale_key').notNull(),
    machineId: text('machine_id').notNull(),
    service: text('service').notNull(),
    routing: text('routing').notNull(),
    facility: text('facility').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    zip: text('zip').notNull(),
    phase: text('phase').notNull(),
    handling: text('handling').notNull(),
    isReturn: boolean('is_return').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'mailing_scans_once_key',
      columns: [t.mailerSerial, t.scannedAt, t.eventCode, t.localeKey, t.machineId, t.service, t.routing],
    }),
    index('mailing_scans_received_idx').using('brin', t.receivedAt),
  ],
);

/** Events that had no barcode or no time. */
export const unreadableScans = pgTable('unreadable_scans', {
  sha256: text('sha256').primaryKey(),
  event: text('event').notNull(),
  receivedAt: instant('received_at').notNull(),
});

/** Pieces that the carrier may have lost, or is bringing back. */
export const watchedPieces = pgTable(
  'watched_pieces',
  {
    pieceId: uuid('piece_id').primaryKey(),
    kind: text('kind', { enum: ['quiet', 'coming_back'] }).notNull(),
    noticedAt: instant('noticed_at').notNull(),
  },
  (t) => [
    index('watched_pieces_kind_idx').on(t.kind, t.noticedAt, t.pieceId),
    check('watched_pieces_kind_check', sql`${t.kind} in ('quiet', 'coming_back')`),
  ],
);

/** Counts of a run's pieces that have a barcode. */
export const runSightings = pgTable('run_sightings', {
  runId: uuid('run_id').primaryKey(),
  pieces: integer('pieces').notNull(),
  seen: integer('seen').notNull(),
  lookedAt: instant('looked_at').notNull(),
});
