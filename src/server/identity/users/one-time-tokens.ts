import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { and, eq, inArray, like, or, sql } from 'drizzle-orm';
import { oneTimeTokens, type TokenPayload } from '../schema.ts';

export type TokenPurpose =
  | 'signup'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'google_adoption';

export type TokenRow = typeof oneTimeTokens.$inferSelect;

export interface TokenOrder {
  readonly userId: string;
  readonly purpose: TokenPurpose;
  readonly email: string;
  readonly payload: TokenPayload;
  readonly lifetimeSeconds: number;
}

export interface IssuedToken {
  readonly id: string;
  /** 256 random bits, with the prefix `pkce_` for that flow. */
  readonly token: string;
}

export interface IssuedCode extends IssuedToken {
  readonly code: string;
}

const OF_WHICH_SEVERAL_LIVE: ReadonlySet<string> = new Set<TokenPurpose>(['signup', 'recovery']);

/** Replaces the user's earlier token for that purpose, unless several may be valid (rules/auth-wire 41). */
export async function issueToken(tx: Transaction, order: TokenOrder, now: Date): Promise<IssuedToken> {
  return await insertToken(tx, order, randomUUID(), now);
}

export async function issueCode(tx: Transaction, order: TokenOrder, now: Date): Promise<IssuedCode> {
  const [id, code] = [randomUUID(), randomInt(1_000_000).toString().padStart(6, '0')];
  const payload = { ...order.payload, codeHash: codeHash(id, code) };
  return { ...(await insertToken(tx, { ...order, payload }, id, now)), code };
}

async function insertToken(tx: Transaction, order: TokenOrder, id: string, now: Date): Promise<IssuedToken> {
  const prefix = order.payload.codeChallenge === undefined ? '' : 'pkce_';
  const token = prefix + randomBytes(32).toString('base64url');
  const row = {
    id,
    userId: order.userId,
    type: order.purpose,
    tokenHash: hashOf(token),
    relatesTo: order.email,
    payload: order.payload,
    attempts: 0,
    expiresAt: new Date(now.getTime() + order.lifetimeSeconds * 1000),
    createdAt: now,
  };
  if (OF_WHICH_SEVERAL_LIVE.has(order.purpose)) await setEarlierAside(tx, order);
  await tx
    .insert(oneTimeTokens)
    .values(row)
    .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.type], set: row });
  return { id, token };
}

/** Only one row per user and type is allowed, so the id is appended to the earlier row's type. */
async function setEarlierAside(tx: Transaction, { userId, purpose }: TokenOrder): Promise<void> {
  await tx
    .update(oneTimeTokens)
    .set({ type: sql`${oneTimeTokens.type} || ':' || ${oneTimeTokens.id}` })
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.type, purpose)));
}

function purposeOf(type: string): string {
  return type.split(':', 1)[0] ?? type;
}

export async function findTokenByLink(db: Db, token: string): Promise<TokenRow | null> {
  const row = await findRow(db, oneTimeTokens, eq(oneTimeTokens.tokenHash, hashOf(token)));
  return row && { ...row, type: purposeOf(row.type) };
}

const BROUGHT = [
  'passwordHash',
  'userMetadata',
  'shippingAddress',
  'googleSubject',
] as const satisfies readonly (keyof TokenPayload)[];

export async function contestSignUp(tx: Transaction, userId: string): Promise<void> {
  const brought = sql.join(
    BROUGHT.map((key) => sql`${key}::text`),
    sql`, `,
  );
  await tx
    .update(oneTimeTokens)
    .set({ payload: sql`(${oneTimeTokens.payload} - array[${brought}]) || ${JSON.stringify(CONTESTED)}::jsonb` })
    .where(
      and(eq(oneTimeTokens.userId, userId), or(eq(oneTimeTokens.type, 'signup'), like(oneTimeTokens.type, 'signup:%'))),
    );
}

export const CONTESTED: TokenPayload = { contested: true, userMetadata: {} };

/** Independent of the lifetime of the link in the same email. */
const CODE_LIFETIME_MS = 600_000;
const CODE_ATTEMPTS = 5;
const REAUTHENTICATION_ATTEMPTS = 6;

/** Counts every attempt; the caller must commit the count (rules/auth-wire 41). */
export async function tryCode(tx: Transaction, userId: string, purpose: TokenPurpose, code: string, now: Date) {
  const row = await findToken(tx, userId, purpose);
  const allowed = purpose === 'reauthentication' ? REAUTHENTICATION_ATTEMPTS : CODE_ATTEMPTS;
  if (!row || row.expiresAt <= now || row.attempts >= allowed) return null;
  if (now.getTime() - row.createdAt.getTime() > CODE_LIFETIME_MS) return null;
  await tx
    .update(oneTimeTokens)
    .set({ attempts: row.attempts + 1 })
    .where(eq(oneTimeTokens.id, row.id));
  return row.payload.codeHash === codeHash(row.id, code) ? row : null;
}

export async function findToken(tx: Db, userId: string, purpose: TokenPurpose): Promise<TokenRow | null> {
  return await findRow(tx, oneTimeTokens, and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.type, purpose)));
}

export async function deleteToken(db: Db, id: string): Promise<void> {
  await db.delete(oneTimeTokens).where(eq(oneTimeTokens.id, id));
}

export async function deleteEmailChangeTokens(db: Db, userId: string): Promise<void> {
  const sides = ['email_change_current', 'email_change_new'] as const;
  await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.type, sides)));
}

export async function deleteAllTokens(db: Db, userId: string): Promise<void> {
  await db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function codeHash(tokenId: string, code: string): string {
  return createHash('sha256').update(`${tokenId}:${code}`).digest('hex');
}
