import { randomUUID } from 'node:crypto';
import { isUuid } from '../../../contract/fields.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { reportChange, queueEmailToOwner } from '../emails/account-emails.ts';
import { limitAccount, giveBackAttempt } from '../limits/limits.ts';
import { admitCode, reportWrongCode, giveBackCode } from '../limits/wrong-codes.ts';
import { matchingStep } from './totp.ts';
import type { FactorRow } from '../schema.ts';
import { type Bearer, lockBearer, refuseOwingSecondStep } from '../session/bearer.ts';
import { type SessionTokens, sessionTokens } from '../session/session-tokens.ts';
import {
  insertChallenge,
  changeFactor,
  findFactor,
  findChallenge,
  deleteChallenge,
  deleteUnverifiedFactors,
  type SecondStepMethod,
  deleteOtherSessionsBelowAal2,
  raiseSession,
} from '../users/factors.ts';
import { hashOfPrintedCode } from '../users/printed-codes.ts';
import { useRecoveryCode } from '../users/recovery-codes.ts';

export const CHALLENGE_LIFETIME_MS = 300_000;

export async function challengeFactor(ctx: IdentityContext, bearer: Bearer, factorId: string, client: Client) {
  const id = randomUUID();
  const now = ctx.clock.now();
  const factor = await ctx.db.transaction(async (tx) => {
    const active = await lockBearer(ctx, tx, bearer);
    const challenged = await requireFactor(tx, active, factorId);
    await insertChallenge(tx, { id, factorId: challenged.id, ip: client.ip, createdAt: now });
    await changeFactor(tx, challenged.id, { lastChallengedAt: now }, now);
    const detail = { factor_id: challenged.id };
    await audit(tx, { action: 'challenge_created', userId: active.user.id, client, detail }, now);
    return challenged;
  });
  return { id, factorType: factor.factorType, expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME_MS) };
}

/** @throws AuthError validation_failed, mfa_factor_not_found */
export async function requireFactor(db: Db, { user }: Bearer, id: string): Promise<FactorRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = await findFactor(db, user.id, id);
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** The session gets level aal2 (rules/auth-wire 52). `code` may be a recovery code. */
export async function verifyFactor(
  ctx: IdentityContext,
  bearer: Bearer,
  factor: FactorRow,
  { challengeId, code }: Omit<Attempt, 'factorId'>,
  client: Client,
): Promise<SessionTokens> {
  await requireLiveChallenge(ctx, factor.id, challengeId);
  // Counted before the comparison, since three of a million codes are always valid.
  await limitAccount(ctx, 'code', factor.id);
  const { id: userId } = bearer.user;
  const isGuessable = hashOfPrintedCode(code) === null;
  if (isGuessable) await admitCode(ctx, 'authenticator', userId);
  const attempt = { factorId: factor.id, challengeId, code };
  const session = await ctx.db.transaction((tx) => acceptCode(ctx, tx, bearer, attempt, client));
  if (!session) {
    const entry = { action: 'verification_attempted', userId, client, succeeded: false } as const;
    await audit(ctx.db, entry, ctx.clock.now());
    if (isGuessable) await reportWrongCode(ctx, 'authenticator', userId, bearer.user);
    throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  }
  await giveBackAttempt(ctx, 'code', factor.id);
  if (isGuessable) await giveBackCode(ctx, 'authenticator', userId);
  return session;
}

async function requireLiveChallenge(ctx: IdentityContext, factorId: string, challengeId: string): Promise<void> {
  const challenge = isUuid(challengeId) ? await findChallenge(ctx.db, factorId, challengeId) : null;
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (ctx.clock.now().getTime() - challenge.createdAt.getTime() <= CHALLENGE_LIFETIME_MS) return;
  await deleteChallenge(ctx.db, challengeId);
  throw new AuthError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
  );
}

interface Attempt {
  readonly factorId: string;
  readonly challengeId: string;
  readonly code: string;
}

async function acceptCode(
  ctx: IdentityContext,
  tx: Transaction,
  bearer: Bearer,
  { factorId, challengeId, code }: Attempt,
  client: Client,
): Promise<SessionTokens | null> {
  const now = ctx.clock.now();
  const active = await lockBearer(ctx, tx, bearer);
  const { user } = active;
  const factor = await findFactor(tx, user.id, factorId);
  if (!factor) return null;
  const isNew = factor.status === 'unverified';
  if (isNew) refuseOwingSecondStep(active);
  const step = matchingStep(ctx.keys.open(factor.secret), code, now);
  if (step === null) return await acceptRecoveryCode(ctx, tx, active, factor, { challengeId, code }, client);
  if (step <= (factor.lastUsedStep ?? -1)) return null;
  if (isNew) {
    const change = active.hasSecondFactor ? 'app-added' : 'turned-on';
    const report = { kind: 'two-step-changed', change, changedAt: now.toISOString() } as const;
    await reportChange(ctx, tx, user, { kind: 'factor_added', factorId }, report);
  }
  await changeFactor(tx, factor.id, { status: 'verified', lastUsedStep: step }, now);
  await deleteUnverifiedFactors(tx, user.id);
  return await raise(ctx, tx, active, { factorId, challengeId, method: 'totp' }, client);
}

/** Recovery codes don't verify a new factor: that needs a code from its app. */
async function acceptRecoveryCode(
  ctx: IdentityContext,
  tx: Transaction,
  active: Bearer,
  factor: FactorRow,
  { challengeId, code }: Pick<Attempt, 'challengeId' | 'code'>,
  client: Client,
): Promise<SessionTokens | null> {
  if (factor.status === 'unverified') return null;
  const now = ctx.clock.now();
  const left = await useRecoveryCode(tx, factor.id, code, now);
  if (left === null) return null;
  const data = { usedAt: now.toISOString(), left };
  await queueEmailToOwner(ctx, tx, active.user, { kind: 'recovery-code-used', occasion: randomUUID(), data });
  return await raise(ctx, tx, active, { factorId: factor.id, challengeId, method: 'recovery_code' }, client);
}

interface Passed {
  readonly factorId: string;
  readonly challengeId: string;
  readonly method: SecondStepMethod;
}

async function raise(
  ctx: IdentityContext,
  tx: Transaction,
  { user, session }: Bearer,
  { factorId, challengeId, method }: Passed,
  client: Client,
): Promise<SessionTokens> {
  const now = ctx.clock.now();
  await deleteChallenge(tx, challengeId);
  await deleteOtherSessionsBelowAal2(tx, user.id, session.id);
  const raised = await raiseSession(tx, session, { factorId, method }, now);
  const detail = { factor_id: factorId, method };
  await audit(tx, { action: 'verification_attempted', userId: user.id, client, detail }, now);
  return await sessionTokens(ctx, tx, user, raised, ctx.keys.open(raised.refreshKey));
}
