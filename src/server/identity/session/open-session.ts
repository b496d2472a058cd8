import { OPERATOR_SESSION_LIFE, SESSION_LIFE } from './session-life.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, sql, exists } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Db, preparedStatement } from '../../platform/db/database.ts';
import { wholeRow } from '../../platform/db/whole-row.ts';
import type { Client } from '../../platform/http/client.ts';
import { giveBack } from '../../platform/rate-limits/rate-limits.ts';
import type { AuditAction } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { identities, users, sessions, sessionAmr, auditLog, mfaFactors, operators } from '../schema.ts';
import { seconds } from './access-tokens.ts';
import { type SessionTokens, signTokens } from './session-tokens.ts';
import { loadAccount, SHOWN } from '../users/shown-account.ts';

/** `otp` means any link of the implicit flow. */
export type SignInMethod = 'password' | 'otp' | 'oauth' | 'recovery' | 'magiclink' | 'email/signup' | 'email_change';

export interface Opening {
  readonly userId: string;
  readonly method: SignInMethod;
  readonly client: Client;
  readonly event: { readonly action: AuditAction; readonly detail: Record<string, unknown> };
  readonly secondFactor?: string | null;
  /** Null: never proved. Missing: proved by this sign-in. */
  readonly reauthenticatedAt?: Date | null;
  readonly passwordResetUntil?: Date | null;
  readonly guess?: { readonly passwordChangedAt: Date | null; readonly key: string };
}

/** @throws AuthError invalid_credentials if the password was changed during the comparison */
export async function openSession(ctx: IdentityContext, db: Db, opening: Opening): Promise<SessionTokens> {
  const now = ctx.clock.now();
  const key = randomBytes(32);
  const secondFactor = opening.secondFactor ?? null;
  const methods = secondFactor === null ? [opening.method] : ['totp', opening.method];
  const session = { id: randomUUID(), aal: secondFactor === null ? 'aal1' : 'aal2', refreshCounter: 0 } as const;
  const rows = await openStatement(db).execute({
    now: now.toISOString(),
    userId: opening.userId,
    byPassword: opening.guess !== undefined,
    passwordChangedAt: opening.guess?.passwordChangedAt?.toISOString() ?? null,
    sessionId: session.id,
    aal: session.aal,
    refreshKey: ctx.keys.seal(key),
    ip: opening.client.ip,
    userAgent: opening.client.userAgent,
    secondFactor,
    reauthenticatedAt:
      (opening.reauthenticatedAt === undefined ? now : opening.reauthenticatedAt)?.toISOString() ?? null,
    passwordResetUntil: opening.passwordResetUntil?.toISOString() ?? null,
    methods,
    auditId: randomUUID(),
    action: opening.event.action,
    detail: JSON.stringify(opening.event.detail),
    guessKey: opening.guess?.key ?? null,
  });
  const [first] = rows;
  if (!first?.user) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  const { user } = first;
  const proved = methods.map((method) => ({ method, timestamp: seconds(now) }));
  const account = first.hasFactors
    ? await loadAccount(db, user)
    : { user, identities: rows.flatMap(({ identity }) => identity ?? []), factors: [] };
  return await signTokens(ctx, { account, session, key, methods: proved });
}

/** A single statement is atomic without a transaction. */
const openStatement = preparedStatement((db) => {
  const now = param('now', 'timestamptz');
  const signedIn = db.$with('signed_in').as(
    db
      .update(users)
      .set({ lastSignInAt: now, updatedAt: now })
      .where(and(eq(users.id, param('userId', 'uuid')), stillHasPassword()))
      .returning(SHOWN.user),
  );
  const opened = db.$with('opened').as(db.insert(sessions).select(db.select(firstState(signedIn)).from(signedIn)));
  const proved = db.$with('proved').as(db.insert(sessionAmr).select(db.select(proof(signedIn)).from(signedIn)));
  const audited = db.$with('audited').as(db.insert(auditLog).select(db.select(auditEntry(signedIn)).from(signedIn)));
  const forgiven = db.$with('forgiven').as(giveBack(db, param('guessKey', 'text')));
  return db
    .with(signedIn, opened, proved, audited, forgiven)
    .select({
      user: wholeRow(signedIn, SHOWN.user),
      identity: wholeRow(identities, SHOWN.identity),
      hasFactors: hasFactors(db, signedIn.id),
    })
    .from(signedIn)
    .leftJoin(identities, eq(identities.userId, signedIn.id))
    .orderBy(identities.createdAt)
    .prepare('open-session');
});

function hasFactors(db: Db, userId: AnyPgColumn) {
  return sql<boolean>`${exists(
    db
      .select({ one: sql`1` })
      .from(mfaFactors)
      .where(eq(mfaFactors.userId, userId)),
  )}`;
}

/** The password may have been changed during the comparison. */
function stillHasPassword() {
  const isTheSame = sql`${users.passwordChangedAt} is not distinct from ${param('passwordChangedAt', 'timestamptz')}`;
  return sql`(not ${param('byPassword', 'boolean')} or (${users.passwordHash} is not null and ${isTheSame}))`;
}

interface SignedIn {
  readonly id: AnyPgColumn;
  readonly updatedAt: AnyPgColumn;
}

function firstState({ id, updatedAt }: SignedIn) {
  return {
    id: paramColumn('sessionId', 'uuid'),
    userId: id,
    aal: paramColumn('aal', 'text'),
    factorId: paramColumn('secondFactor', 'uuid'),
    byRecoveryCode: sql`false`.as('by_recovery_code'),
    refreshKey: paramColumn('refreshKey', 'bytea'),
    refreshCounter: sql`0`.as('refresh_counter'),
    refreshFloor: sql`0`.as('refresh_floor'),
    refreshedAt: updatedAt,
    reauthenticatedAt: paramColumn('reauthenticatedAt', 'timestamptz'),
    passwordResetUntil: paramColumn('passwordResetUntil', 'timestamptz'),
    notAfter: endOfSession(id, updatedAt).as('not_after'),
    ip: paramColumn('ip', 'text'),
    userAgent: paramColumn('userAgent', 'text'),
    createdAt: updatedAt,
    updatedAt,
  };
}

function endOfSession(userId: AnyPgColumn, start: AnyPgColumn) {
  const isOperator = sql`exists (select 1 from ${operators} o where o.user_id = ${userId})`;
  const life = sql.raw(`'${OPERATOR_SESSION_LIFE}' else interval '${SESSION_LIFE}'`);
  return sql`${start} + case when ${isOperator} then interval ${life} end`;
}

function proof({ updatedAt }: SignedIn) {
  return {
    sessionId: paramColumn('sessionId', 'uuid'),
    method: sql`unnest(${param('methods', 'text[]')})`.as('method'),
    updatedAt,
  };
}

function auditEntry({ id, updatedAt }: SignedIn) {
  return {
    id: paramColumn('auditId', 'uuid'),
    userId: id,
    action: paramColumn('action', 'text'),
    detail: paramColumn('detail', 'jsonb'),
    ip: paramColumn('ip', 'text'),
    succeeded: sql`true`.as('succeeded'),
    createdAt: updatedAt,
  };
}

type SqlType = 'text' | 'text[]' | 'uuid' | 'timestamptz' | 'bytea' | 'jsonb' | 'boolean';

/** The type is given, since PostgreSQL infers a placeholder's type only inside `values`. */
function param(name: string, type: SqlType) {
  return sql`${sql.placeholder(name)}::${sql.raw(type)}`;
}

function paramColumn(name: string, type: SqlType) {
  return param(name, type).as(name);
}
