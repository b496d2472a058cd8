import { firstRow, type Db, type Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { operators, users, type UserRow } from '../schema.ts';
import { isEmailReserved } from './security-changes.ts';

type Metadata = Record<string, unknown>;

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly provider: 'email' | 'google';
  readonly demonstration?: boolean;
  readonly userMetadata: Metadata;
}

/** Null if the address has an account, or if an undo may restore it. */
export async function insertUser(tx: Transaction, user: NewUser, now: Date): Promise<UserRow | null> {
  if (await isEmailReserved(tx, user.email, null, now)) return null;
  const { provider, ...columns } = user;
  return await firstRow(
    tx
      .insert(users)
      .values({
        ...columns,
        passwordChangedAt: user.passwordHash === null ? null : now,
        appMetadata: { provider, providers: [provider] },
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning(),
  );
}

export async function isOperator(db: Db, userId: string): Promise<boolean> {
  return (await findRow(db, operators, eq(operators.userId, userId))) !== null;
}

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  return await findRow(db, users, eq(users.id, id));
}

export async function listEmails(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** `email` must be in lower case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  return await findRow(db, users, byEmail(email));
}

export async function lockUserByEmail(tx: Transaction, email: string): Promise<UserRow | null> {
  return await findRow(tx, users, byEmail(email), 'update');
}

export async function findUsersByEitherEmail(db: Db, email: string): Promise<UserRow[]> {
  return await db
    .select()
    .from(users)
    .where(or(byEmail(email), eq(users.newEmail, email)))
    .orderBy(users.id)
    .limit(5);
}

function byEmail(email: string) {
  return eq(sql`lower(${users.email})`, email);
}

export async function lockUser(tx: Transaction, id: string): Promise<UserRow | null> {
  return await findRow(tx, users, eq(users.id, id), 'update');
}

export async function shareUser(tx: Transaction, id: string): Promise<UserRow | null> {
  return await findRow(tx, users, eq(users.id, id), 'key share');
}

export type UserChange = Partial<Omit<typeof users.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>>;

export async function changeUser(db: Db, id: string, change: UserChange, now: Date): Promise<UserRow> {
  const [row] = await db
    .update(users)
    .set({ ...change, updatedAt: now })
    .where(eq(users.id, id))
    .returning();
  if (!row) throw new Error(`User ${id} is gone although a transaction held it.`);
  return row;
}

export async function replaceHash(db: Db, id: string, previous: string, next: string): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash: next })
    .where(and(eq(users.id, id), eq(users.passwordHash, previous)));
}
