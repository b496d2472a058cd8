import { and, eq, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/database.ts';
import { emailOutbox } from '../../platform/schema.ts';

export interface Addressee {
  readonly userId: string;
  readonly email: string;
  readonly newEmail: string | null;
}

/** Emails to the user's present address, to former addresses before they changed, and to an unconfirmed address. */
export async function emailsToUser(db: Db, { userId, email, newEmail }: Addressee): Promise<SQL | undefined> {
  const { recipient, kind, createdAt, dedupeKey } = emailOutbox;
  const moves = await db
    .select({ recipient, createdAt })
    .from(emailOutbox)
    // After ninety days a row's recipient is deleted.
    .where(and(startsWithText(dedupeKey, `email-changed:${userId}:`), ne(recipient, '')));
  return or(
    eq(recipient, email),
    newEmail === null ? undefined : and(eq(recipient, newEmail), eq(kind, 'email-change-new')),
    ...moves.map((move) => and(eq(recipient, move.recipient), lte(createdAt, move.createdAt))),
  );
}

/** Can use an index for any text, unlike `like`, which needs a pattern that is known at planning. */
export function startsWithText(column: AnyPgColumn, text: string): SQL {
  const after = text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
  return sql`(${column} ~>=~ ${text} and ${column} ~<~ ${after})`;
}
