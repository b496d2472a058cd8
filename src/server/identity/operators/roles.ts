import { authenticate, type SignedIn } from '../session/bearer.ts';
import { AuthError } from '../wire/errors.ts';
import { nothingHere, OperatorError } from '../../platform/errors/api-error.ts';
import { and, asc, eq } from 'drizzle-orm';
import { findUserByEmail } from '../users/queries.ts';
import type { IdentityContext } from '../context.ts';
import { operators, sessions, users } from '../schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/audit-log/operator-log.ts';

/**
 * Role and second step are read from the database, so that a revocation counts at once.
 * @throws ApiError not_found for all other callers
 */
export async function requireOperator(ctx: IdentityContext, authorization: string | undefined): Promise<SignedIn> {
  const user = await authenticate(ctx, authorization, 'session').catch((error: unknown) => {
    throw error instanceof AuthError ? nothingHere() : error;
  });
  if (user.aal !== 'aal2' || !(await hasPassedAsOperator(ctx.db, user))) throw nothingHere();
  return user;
}

async function hasPassedAsOperator(
  db: Db,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: operators.userId })
    .from(operators)
    .innerJoin(sessions, eq(sessions.userId, operators.userId))
    .where(and(eq(operators.userId, userId), eq(sessions.id, sessionId), eq(sessions.aal, 'aal2')));
  return row !== undefined;
}

/** @throws OperatorError when no account has that address */
export async function grantRole({ db, clock }: IdentityContext, email: string, act: OperatorAct): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await requireAccount(tx, email);
    const now = clock.now();
    const [granted] = await tx
      .insert(operators)
      .values({ userId: user.id, grantedAt: now })
      .onConflictDoNothing()
      .returning();
    if (granted) await writeOperatorLog(tx, entry(act, 'grant', user.id), now);
  });
}

/** @throws OperatorError when no account has that address, or it does not have the role */
export async function revokeRole({ db, clock }: IdentityContext, email: string, act: OperatorAct): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await requireAccount(tx, email);
    const [revoked] = await tx.delete(operators).where(eq(operators.userId, user.id)).returning();
    if (!revoked) throw new OperatorError(`${email} is no operator.`);
    await writeOperatorLog(tx, entry(act, 'revoke', user.id), clock.now());
  });
}

async function requireAccount(db: Db, email: string) {
  const user = await findUserByEmail(db, email.toLowerCase());
  if (user === null) throw new OperatorError(`Nobody here has the address ${email}. They sign up first.`);
  return user;
}

function entry(act: OperatorAct, action: 'grant' | 'revoke', userId: string) {
  return { ...act, action, subject: `operator:${userId}`, subscriptionId: null, detail: {} };
}

export async function listOperators(db: Db): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .orderBy(asc(users.email));
  return rows.map(({ email }) => email);
}
