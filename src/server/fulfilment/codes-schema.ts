import { customType, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { instant } from '../platform/db/columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const pieceCodes = pgTable(
  'piece_codes',
  {
    pieceId: uuid('piece_id').primaryKey(),
    /** Ten random bytes. */
    code: bytea('code').notNull().unique(),
    foundAt: instant('found_at'),
  },
  (t) => [
    index('piece_codes_found_idx')
      .on(t.foundAt, t.pieceId)
      .where(sql`${t.foundAt} is not null`),
  ],
);
