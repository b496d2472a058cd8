import { asc, eq, sql } from 'drizzle-orm';
import type { Role } from '../../../domain/staff-roles.ts';
import type { OperatorAct } from '../../platform/operator-log.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { inviteStaffInto } from '../admin/links.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { queueEmailToOwner } from '../emails/account-emails.ts';
import { mfaFactors, operators, sessions, type UserRow, users } from '../schema.ts';
import { voidPending } from '../session/flow-states.ts';
import { findUserByEmail, lockUser } from '../users/queries.ts';
import { findRole, giveRole, issueEnrolmentCode, logRole, takeRole } from './roles.ts';

export interface StaffRow {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly since: Date;
  readonly isConfirmed: boolean;
  readonly hasKnownAuthenticator: boolean;
  readonly lastSeenAt: Date | null;
}

/** Ordered by when they got their role. */
export async function listStaffAfter(db: Db, after: { at: Date; id: string } | null, limit: number) {
  const place =
    after === null
      ? undefined
      : sql`(${operators.grantedAt}, ${operators.userId}) > (${after.at.toISOString()}, ${after.id})`;
  return await selectStaff(db).where(place).orderBy(asc(operators.grantedAt), asc(operators.userId)).limit(limit);
}

/** @throws ApiError not_found */
export async function findStaff(db: Db, userId: string): Promise<StaffRow> {
  const [row] = await selectStaff(db).where(eq(operators.userId, userId));
  if (row === undefined) throw notFound('person');
  return row;
}

function selectStaff(db: Db) {
  const known = sql`select 1 from ${mfaFactors} where ${mfaFactors.userId} = ${operators.userId} and ${mfaFactors.opensConsole}`;
  const seen = sql`select max(${sessions.refreshedAt}) from ${sessions} where ${sessions.userId} = ${operators.userId}`;
  return db
    .select({
      id: operators.userId,
      email: users.email,
      name: sql<string | null>`${users.userMetadata} ->> 'full_name'`,
      role: operators.role,
      since: operators.grantedAt,
      isConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
      hasKnownAuthenticator: sql<boolean>`exists (${known})`,
      lastSeenAt: sql<Date | null>`greatest(${users.lastSignInAt}, (${seen}))`.mapWith(users.lastSignInAt),
    })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId));
}

export interface Invited {
  readonly id: string;
  readonly enrolmentCode: string | null;
}

/** @throws ApiError wrong_state for an operator, validation_failed for an invalid address */
export async function inviteStaff(ctx: IdentityContext, email: string, role: Role, act: OperatorAct): Promise<Invited> {
  return await ctx.db.transaction(async (tx) => {
    const account = await findUserByEmail(tx, email);
    const known = account && (await lockUser(tx, account.id));
    if (known?.emailConfirmedAt) return await appoint(ctx, tx, known, role, act);
    const now = ctx.clock.now();
    const order = { email, metadata: known?.userMetadata ?? {}, redirectTo: afterAccepting(ctx) };
    const user = await inviteStaffInto(ctx, tx, order, role).catch(refuseTaken);
    const { enrolmentCode } = await giveRole(tx, user.id, role, act, now);
    return { id: user.id, enrolmentCode: enrolmentCode ?? (await issueEnrolmentCode(tx, user.id, now)) };
  });
}

/** A new colleague first chooses a password. */
function afterAccepting({ config }: IdentityContext): string {
  return `${config.siteUrl}/reset-password?next=%2Foperator`;
}

async function appoint(ctx: IdentityContext, tx: Transaction, user: UserRow, role: Role, act: OperatorAct) {
  if ((await findRole(tx, user.id)) !== null)
    throw new ApiError('wrong_state', `${user.email} is on the staff already.`);
  const now = ctx.clock.now();
  const { enrolmentCode } = await giveRole(tx, user.id, role, act, now);
  const data = { role, url: `${ctx.config.siteUrl}/operator`, validMinutes: null };
  await queueEmailToOwner(ctx, tx, user, { kind: 'staff-invitation', occasion: `${user.id}:${now.getTime()}`, data });
  return { id: user.id, enrolmentCode };
}

function refuseTaken(error: unknown): never {
  if (!(error instanceof AuthError)) throw error;
  const message = 'No account can be opened for this address at the moment.';
  throw new ApiError('validation_failed', message, { email: message });
}

/** @throws ApiError not_found, wrong_state for the caller's own role and for the last owner */
export async function changeStaffRole(ctx: IdentityContext, userId: string, role: Role, act: OperatorAct) {
  refuseSelf(userId, act);
  await ctx.db.transaction(async (tx) => {
    await requireStaff(tx, userId);
    await giveRole(tx, userId, role, act, ctx.clock.now());
  });
}

/**
 * An open invitation stops working.
 * @throws ApiError not_found, wrong_state for the caller and for the last owner
 */
export async function removeStaff(ctx: IdentityContext, userId: string, act: OperatorAct): Promise<void> {
  refuseSelf(userId, act);
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    await takeRole(tx, userId, act, now);
    const user = await lockUser(tx, userId);
    if (user?.emailConfirmedAt === null) await voidPending(tx, userId, now);
  });
}

/**
 * Makes a code for the operator's next authenticator.
 * @throws ApiError not_found, wrong_state for the caller's own account
 */
export async function newStaffCode(ctx: IdentityContext, userId: string, act: OperatorAct): Promise<string> {
  refuseSelf(userId, act);
  return await ctx.db.transaction(async (tx) => {
    await requireStaff(tx, userId);
    const now = ctx.clock.now();
    await logRole(tx, act, 'allow_authenticator', userId, now);
    return await issueEnrolmentCode(tx, userId, now);
  });
}

async function requireStaff(tx: Transaction, userId: string): Promise<void> {
  if ((await findRole(tx, userId)) === null) throw notFound('person');
}

function refuseSelf(userId: string, act: OperatorAct): void {
  if (act.operatorId === userId) throw new ApiError('wrong_state', 'That is you. Ask another owner.');
}
