import { and, eq, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/database.ts';
import { emailOutbox } from '../../platform/outbox/schema.ts';

export interface Addressee {
  readonly userId: string;
  readonly email: string;
  /** An address that has not been confirmed: only what asks for that has been written to this person there. */
  readonly newEmail: string | null;
}

/**
 * The rows of `email_outbox` that went to a person: to the address they have, to those they have had while they had them, and to one
 * that is still to be confirmed. Nothing else names the reader of a mail; each change of address leaves one to the old one.
 */
export async function emailsToUser(db: Db, { userId, email, newEmail }: Addressee): Promise<SQL | undefined> {
  const { recipient, kind, createdAt, dedupeKey } = emailOutbox;
  const moves = await db
    .select({ recipient, createdAt })
    .from(emailOutbox)
    // After ninety days a row has forgotten its recipient, as all older ones to that address have by then.
    .where(and(beginsWith(dedupeKey, `email-changed:${userId}:`), ne(recipient, '')));
  return or(
    eq(recipient, email),
    newEmail === null ? undefined : and(eq(recipient, newEmail), eq(kind, 'email-change-new')),
    ...moves.map((move) => and(eq(recipient, move.recipient), lte(createdAt, move.createdAt))),
  );
}

/** Said so that an index serves it, whatever the text: PostgreSQL looks into the pattern of a `like` only when it knows it beforehand. */
export function beginsWith(column: AnyPgColumn, text: string): SQL {
  const after = text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
  return sql`(${column} ~>=~ ${text} and ${column} ~<~ ${after})`;
}
