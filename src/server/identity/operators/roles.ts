import { SUPPORT_REFUND_LIMIT_CENTS } from '../../../contract/operator/roles.ts';
import type { Role } from '../../../domain/staff-roles.ts';
import { formatUsd } from '../../../domain/money.ts';
import { emailAddressOf } from '../../../domain/email-address.ts';
import { authenticate, type SignedIn } from '../session/bearer.ts';
import { AuthError } from '../auth-error.ts';
import { ApiError, nothingHere, OperatorError } from '../../platform/api-error.ts';
import { and, asc, eq, gt, ne } from 'drizzle-orm';
import { findUserByEmail } from '../users/queries.ts';
import type { IdentityContext } from '../context.ts';
import { refuseLastOwner } from './last-owner.ts';
import { mfaFactors, operators, sessions, users } from '../schema.ts';
import { capSessions } from '../session/session-life.ts';
import { newPrintedCode, hashOfPrintedCode } from '../users/printed-codes.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import { logSecurityEvent } from '../../platform/logging/log.ts';

/**
 * Reads role, second step and authenticator from the database, so that removing a role takes effect at once (decision
 * 036).
 * @throws ApiError not_found for all other callers
 */
export async function requireOperator(
  ctx: IdentityContext,
  authorization: string | undefined,
  roles: readonly Role[],
): Promise<Operator> {
  const user = await requireEnrolledOperator(ctx, authorization);
  const factor = await findSessionFactor(ctx.db, user);
  if (!factor?.opensConsole) throw refusal(ctx, 'authenticator_unknown', user.userId);
  requireRole(factor.role, roles);
  return { ...user, role: factor.role };
}

export interface Operator extends SignedIn {
  readonly role: Role;
}

/** @throws ApiError role_refused */
export function requireRole(role: Role, roles: readonly Role[]): void {
  if (roles.includes(role)) return;
  throw new ApiError('role_refused', `Your role, ${role}, doesn’t include this. Ask ${listInWords(roles)}.`);
}

/** For example 'an owner or a packer'. */
function listInWords(roles: readonly Role[]): string {
  return roles.map((role) => (role === 'owner' ? 'an owner' : `a ${role} person`)).join(' or ');
}

/** @throws ApiError role_refused */
export function requireRefundWithin(role: Role, cents: number): void {
  if (role === 'owner' || cents <= SUPPORT_REFUND_LIMIT_CENTS) return;
  const limit = formatUsd(SUPPORT_REFUND_LIMIT_CENTS);
  throw new ApiError('role_refused', `Your role, ${role}, can refund up to ${limit}. Ask an owner.`);
}

/** The user's role; null for a customer. */
export async function findRole(db: Db, userId: string): Promise<Role | null> {
  const [row] = await db.select({ role: operators.role }).from(operators).where(eq(operators.userId, userId));
  return row?.role ?? null;
}

export async function findRoleByEmail(db: Db, email: string): Promise<Role | null> {
  const user = email === '' ? null : await findUserByEmail(db, emailAddressOf(email) ?? email);
  return user && (await findRole(db, user.id));
}

/**
 * Only owners may change an operator's account, since support could take it over otherwise.
 * @throws ApiError role_refused
 */
export async function requireOwnerForStaff(db: Db, role: Role, userId: string): Promise<void> {
  if (role !== 'owner' && (await findRole(db, userId)) !== null) requireRole(role, ['owner']);
}

/**
 * Also accepts an authenticator that doesn't open the console yet.
 * @throws ApiError not_found for all other callers
 */
export async function requireEnrolledOperator(
  ctx: IdentityContext,
  authorization: string | undefined,
): Promise<SignedIn> {
  const user = await authenticate(ctx, authorization, 'session').catch((error: unknown) => {
    throw error instanceof AuthError ? nothingHere() : error;
  });
  const isEnrolled = user.aal === 'aal2' && (await findSessionFactor(ctx.db, user)) !== null;
  if (!isEnrolled) throw refusal(ctx, 'not_operator', user.userId);
  return user;
}

/** The log has the reason, which the answer hides (rules/accounts 48). */
function refusal({ log }: IdentityContext, code: string, userId: string) {
  logSecurityEvent({ log }, { code, status: 403, path: '/api/operator', ip: undefined, userId });
  return nothingHere();
}

export async function findSessionFactor(db: Db, { userId, sessionId }: Pick<SignedIn, 'userId' | 'sessionId'>) {
  const { id, opensConsole } = mfaFactors;
  const [row] = await db
    .select({ id, opensConsole, role: operators.role })
    .from(operators)
    .innerJoin(sessions, eq(sessions.userId, operators.userId))
    .innerJoin(mfaFactors, eq(mfaFactors.id, sessions.factorId))
    .where(
      and(
        eq(operators.userId, userId),
        eq(sessions.id, sessionId),
        eq(sessions.aal, 'aal2'),
        eq(sessions.byRecoveryCode, false),
      ),
    );
  return row ?? null;
}

export interface Grant {
  readonly enrolmentCode: string | null;
}

/**
 * The user's present authenticators can then open the console. A user without one gets a code for the first one.
 * @throws OperatorError if no account has that address
 */
export async function grantRole(
  { db, clock }: IdentityContext,
  email: string,
  act: OperatorAct,
  role: Role = 'owner',
): Promise<Grant> {
  return await db.transaction(async (tx) => {
    const user = await requireAccount(tx, email);
    return await giveRole(tx, user.id, role, act, clock.now());
  });
}

/**
 * Changes an operator's role.
 * @throws ApiError wrong_state for the last owner
 */
export async function giveRole(
  tx: Transaction,
  userId: string,
  role: Role,
  act: OperatorAct,
  now: Date,
): Promise<Grant> {
  const [granted] = await tx
    .insert(operators)
    .values({ userId, grantedAt: now, role })
    .onConflictDoNothing()
    .returning();
  if (!granted) return await changeRole(tx, userId, role, act, now);
  await logRole(tx, act, 'grant', userId, now, { role });
  await capSessions(tx, userId, now);
  const isVerified = and(eq(mfaFactors.userId, userId), eq(mfaFactors.status, 'verified'));
  const known = await tx.update(mfaFactors).set({ opensConsole: true }).where(isVerified).returning();
  return { enrolmentCode: known.length > 0 ? null : await issueEnrolmentCode(tx, userId, now) };
}

async function changeRole(tx: Transaction, id: string, role: Role, act: OperatorAct, now: Date): Promise<Grant> {
  await refuseLastOwner(tx, id, role, now);
  const isOther = and(eq(operators.userId, id), ne(operators.role, role));
  const changed = await tx.update(operators).set({ role }).where(isOther).returning({ role: operators.role });
  if (changed.length > 0) await logRole(tx, act, 'change_role', id, now, { role });
  return { enrolmentCode: null };
}

/** Lets the operator's next authenticator open the console. @throws OperatorError for a user without the role */
export async function allowAuthenticator({ db, clock }: IdentityContext, email: string, act: OperatorAct) {
  return await db.transaction(async (tx) => {
    const user = await requireAccount(tx, email);
    const [operator] = await tx.select().from(operators).where(eq(operators.userId, user.id)).for('update');
    if (!operator) throw new OperatorError(`${email} is no operator.`);
    const now = clock.now();
    await logRole(tx, act, 'allow_authenticator', user.id, now);
    return await issueEnrolmentCode(tx, user.id, now);
  });
}

export const ENROLMENT_CODE_HOURS = 24;

export async function issueEnrolmentCode(tx: Transaction, userId: string, now: Date): Promise<string> {
  const code = newPrintedCode();
  const enrolmentCodeExpiresAt = new Date(now.getTime() + ENROLMENT_CODE_HOURS * 3_600_000);
  await tx
    .update(operators)
    .set({ enrolmentCodeHash: hashOfPrintedCode(code), enrolmentCodeExpiresAt })
    .where(eq(operators.userId, userId));
  return code;
}

/**
 * From then on the session's authenticator opens the console.
 * @returns whether the code was right; it works once
 */
export async function redeemEnrolmentCode(
  { db, clock }: IdentityContext,
  user: SignedIn,
  code: string,
): Promise<boolean> {
  const codeHash = hashOfPrintedCode(code);
  if (codeHash === null) return false;
  return await db.transaction(async (tx) => {
    const now = clock.now();
    const { userId, enrolmentCodeHash, enrolmentCodeExpiresAt } = operators;
    const [redeemed] = await tx
      .update(operators)
      .set({ enrolmentCodeHash: null, enrolmentCodeExpiresAt: null })
      .where(and(eq(userId, user.userId), eq(enrolmentCodeHash, codeHash), gt(enrolmentCodeExpiresAt, now)))
      .returning();
    const factor = await findSessionFactor(tx, user);
    if (!redeemed || factor === null) return false;
    await tx.update(mfaFactors).set({ opensConsole: true }).where(eq(mfaFactors.id, factor.id));
    const act = { operator: user.email, operatorId: user.userId, note: null };
    await logRole(tx, act, 'authenticator_known', user.userId, now);
    return true;
  });
}

/** @throws OperatorError if no account has that address, or if it doesn't have the role */
export async function revokeRole({ db, clock }: IdentityContext, email: string, act: OperatorAct): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await requireAccount(tx, email);
    if ((await findRole(tx, user.id)) === null) throw new OperatorError(`${email} is no operator.`);
    await takeRole(tx, user.id, act, clock.now());
  });
}

/** @throws ApiError not_found, wrong_state for the last owner */
export async function takeRole(tx: Transaction, userId: string, act: OperatorAct, now: Date): Promise<void> {
  await refuseLastOwner(tx, userId, null, now);
  await tx.delete(operators).where(eq(operators.userId, userId));
  await logRole(tx, act, 'revoke', userId, now);
}

async function requireAccount(db: Db, email: string) {
  const user = await findUserByEmail(db, emailAddressOf(email) ?? email);
  if (user === null) throw new OperatorError(`Nobody here has the address ${email}. They sign up first.`);
  return user;
}

type RoleAction = 'grant' | 'change_role' | 'revoke' | 'allow_authenticator' | 'authenticator_known';

export async function logRole(
  tx: Transaction,
  act: OperatorAct,
  action: RoleAction,
  userId: string,
  now: Date,
  detail: Readonly<Record<string, string>> = {},
): Promise<void> {
  await writeOperatorLog(tx, { ...act, action, subject: `operator:${userId}`, subscriptionId: null, detail }, now);
}

export async function listOperators(db: Db): Promise<{ email: string; role: Role }[]> {
  return await db
    .select({ email: users.email, role: operators.role })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .orderBy(asc(users.email));
}
