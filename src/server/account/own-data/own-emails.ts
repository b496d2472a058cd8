import { and, eq, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/database.ts';
import { emailOutbox } from '../../platform/schema.ts';

export interface Addressee {
  readonly userId: string;
  readonly email: string;
  readonly newEmail: string | null;
}

/** Finds a user's emails by address: the present one, former ones until they changed, and an unconfirmed one. */
export async function emailsToUser(db: Db, { userId, email, newEmail }: Addressee): Promise<SQL | undefined> {
  const { recipient, kind, createdAt, dedupeKey } = emailOutbox;
  const moves = await db
    .select({ recipient, createdAt })
    .from(emailOutbox)
    // A row is stripped of its recipient after ninety days.
    .where(and(startsWithText(dedupeKey, `email-changed:${userId}:`), ne(recipient, '')));
  return or(
    eq(recipient, email),
    newEmail === null ? undefined : and(eq(recipient, newEmail), eq(kind, 'email-change-new')),
    ...moves.map((move) => and(eq(recipient, move.recipient), lte(createdAt, move.createdAt))),
  );
}

/** An index serves this for any text; it serves `like` only for a pattern known when planning. */
export function startsWithText(column: AnyPgColumn, text: string): SQL {
  const after = text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
  return sql`(${column} ~>=~ ${text} and ${column} ~<~ ${after})`;
}
