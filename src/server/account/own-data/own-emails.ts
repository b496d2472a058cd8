import { and, eq, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/database.ts';
import { emailOutbox } from '../../platform/outbox/schema.ts';

export interface Addressee {
  readonly userId: string;
  readonly email: string;
  readonly newEmail: string | null;
}

export async function emailsToUser(db: Db, { userId, email, newEmail }: Addressee): Promise<SQL | undefined> {
  const { recipient, kind, createdAt, dedupeKey } = emailOutbox;
  const moves = await db
    .select({ recipient, createdAt })
    .from(emailOutbox)
    .where(and(beginsWith(dedupeKey, `email-changed:${userId}:`), ne(recipient, '')));
  return or(
    eq(recipient, email),
    newEmail === null ? undefined : and(eq(recipient, newEmail), eq(kind, 'email-change-new')),
    ...moves.map((move) => and(eq(recipient, move.recipient), lte(createdAt, move.createdAt))),
  );
}

export function beginsWith(column: AnyPgColumn, text: string): SQL {
  const after = text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
  return sql`(${column} ~>=~ ${text} and ${column} ~<~ ${after})`;
}
