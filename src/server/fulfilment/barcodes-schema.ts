import { bigserial, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/db/columns.ts';

/** Includes the serials of prints that were undone. */
export const mailingSerials = pgTable(
  'mailing_serials',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    mailerId: text('mailer_id').notNull(),
    firstSerial: integer('first_serial').notNull(),
    lastSerial: integer('last_serial').notNull(),
    runId: uuid('run_id').notNull(),
    batch: smallint('batch').notNull(),
    takenAt: instant('taken_at').notNull(),
  },
  (t) => [index('mailing_serials_mailer_idx').on(t.mailerId, t.id)],
);
