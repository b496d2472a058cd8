import { errors, type JWTPayload } from 'jose';
import * as z from 'zod/mini';
import { isUuid } from '../../../contract/fields.ts';
import type { Role } from '../../../domain/staff-roles.ts';
import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { AUDIENCE, isServiceToken } from '../keys/keys.ts';
import { hasVerifiedFactor } from '../users/factors.ts';
import type { SessionRow, UserRow } from '../schema.ts';
import { findEndOfSession, findSessionWithUser, lockSession } from './queries.ts';
import { lockUser } from '../users/queries.ts';

export type Aal = SessionRow['aal'];

export interface SessionRef {
  readonly userId: string;
  readonly sessionId: string;
  readonly aal: Aal;
}

export interface SignedIn extends SessionRef {
  readonly email: string;
  /** The role of an operator; only in console sessions. */
  readonly role?: Role;
}

export interface Bearer {
  readonly user: UserRow;
  readonly session: SessionRow;
  /** The lower of the token's and the session's level, since older tokens keep the lower level. */
  readonly aal: Aal;
  readonly hasSecondFactor: boolean;
}

/**
 * `user` may use what this process knows about the session; `session` reads the database (rules/auth-wire 13). Both
 * refuse a session that still needs the second step (decision 023).
 * @throws AuthError insufficient_aal, or with a code of rules/auth-wire 12
 */
export async function authenticate(
  ctx: IdentityContext,
  authorization: string | undefined,
  access: 'user' | 'session',
): Promise<SignedIn> {
  const token = tokenIn(authorization);
  const { owesStep, signedIn } = userClaims(ctx.keys.recall(token) ?? (await verifyToken(ctx, token)));
  if (owesStep) throw insufficientAal();
  if (access === 'session') refuseOwingSecondStep(await requireBearerOf(ctx, signedIn));
  else if (!ctx.liveSessions.knows(signedIn.sessionId, ctx.clock.now())) await requireLiveSession(ctx, signedIn);
  return signedIn;
}

async function requireLiveSession(ctx: IdentityContext, { userId, sessionId }: SessionRef): Promise<void> {
  const now = ctx.clock.now();
  const findEnd = () => findEndOfSession(ctx.db, { userId, sessionId }, now);
  if (!(await ctx.liveSessions.isLive(sessionId, now, findEnd))) throw sessionNotFound();
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof AuthError && error.status < 500 && error.code !== 'insufficient_aal';
}

/**
 * Call it before a change of sign-in methods.
 * @throws AuthError insufficient_aal
 */
export function refuseOwingSecondStep(bearer: Pick<Bearer, 'aal' | 'hasSecondFactor'>): void {
  if (owesSecondStep(bearer)) throw insufficientAal();
}

export function owesSecondStep({ aal, hasSecondFactor }: Pick<Bearer, 'aal' | 'hasSecondFactor'>): boolean {
  return hasSecondFactor && aal === 'aal1';
}

/** The factor that the next session keeps. Null after a recovery code, which counts for one session only. */
export function secondFactorOf({ session, aal }: Bearer): string | null {
  return aal === 'aal2' && !session.byRecoveryCode ? session.factorId : null;
}

function insufficientAal(): AuthError {
  return new AuthError(403, 'insufficient_aal', 'AAL2 session is required when MFA is enabled.');
}

/** @throws AuthError insufficient_aal, or with a code of rules/auth-wire 12 */
export async function requireBearer(ctx: IdentityContext, authorization: string | undefined): Promise<Bearer> {
  const bearer = await requireBearerAtAnyStep(ctx, authorization);
  refuseOwingSecondStep(bearer);
  return bearer;
}

/** @throws AuthError with a code of rules/auth-wire 12 */
export async function requireBearerAtAnyStep(ctx: IdentityContext, authorization: string | undefined): Promise<Bearer> {
  return await requireBearerOf(ctx, userClaims(await verifiedClaims(ctx, authorization)).signedIn);
}

export async function requireBearerOf(ctx: IdentityContext, { userId, sessionId, aal }: SessionRef): Promise<Bearer> {
  const found = await findSessionWithUser(ctx.db, userId, sessionId);
  return assertActive(ctx, { user: null, session: null, hasSecondFactor: false, ...found }, aal);
}

/**
 * Requires a service token signed with our key (rules/auth-wire 20).
 * @throws AuthError no_authorization, bad_jwt, not_admin
 */
export async function requireService(ctx: IdentityContext, authorization: string | undefined): Promise<void> {
  const claims = await verifiedClaims(ctx, authorization);
  if (!isServiceToken(claims)) throw new AuthError(403, 'not_admin', 'User not allowed');
}

async function verifiedClaims(ctx: IdentityContext, authorization: string | undefined): Promise<JWTPayload> {
  return await verifyToken(ctx, tokenIn(authorization));
}

function tokenIn(authorization: string | undefined): string {
  const token = /^bearer ([^ ]+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  return token;
}

async function verifyToken(ctx: IdentityContext, token: string): Promise<JWTPayload> {
  try {
    return await ctx.keys.verify(token);
  } catch (error) {
    throw badJwt(error instanceof errors.JOSEError ? error.message : 'malformed');
  }
}

function badJwt(reason: string): AuthError {
  return new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
}

const userToken = z.object({
  iss: z.string(),
  sub: z.string(),
  email: z.string(),
  session_id: z.string().check(z.refine(isUuid)),
  aal: z.enum(['aal1', 'aal2']),
  second_step: z.optional(z.literal('owed')),
});

interface UserClaims {
  readonly signedIn: SignedIn;
  readonly owesStep: boolean;
}

/** Cached by the claims object, which is the same for every use of a verified token. */
const known = new WeakMap<JWTPayload, UserClaims>();

function userClaims(claims: JWTPayload): UserClaims {
  const found = known.get(claims) ?? parseUserClaims(claims);
  known.set(claims, found);
  return found;
}

function parseUserClaims(claims: JWTPayload): UserClaims {
  if (!claims.sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(claims.sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  if (claims.aud !== AUDIENCE) throw invalid("Token audience doesn't match request audience");
  const parsed = userToken.safeParse(claims);
  if (!parsed.success) throw badJwt('claims are missing');
  const { sub: userId, email, session_id: sessionId, aal, second_step: step } = parsed.data;
  return { signedIn: { userId, email, sessionId, aal }, owesStep: step === 'owed' };
}

/**
 * Reads the caller again with a lock, since the owner may have ended the session while the body was sent.
 * @throws AuthError user_not_found, session_not_found, user_banned
 */
export async function lockBearer(ctx: IdentityContext, tx: Transaction, { user, session, aal }: Bearer) {
  return await lockCaller(ctx, tx, { userId: user.id, sessionId: session.id, aal });
}

export async function lockCaller(ctx: IdentityContext, tx: Transaction, { userId, sessionId, aal }: SessionRef) {
  const user = await lockUser(tx, userId);
  const session = await lockSession(tx, sessionId);
  return assertActive(ctx, { user, session, hasSecondFactor: await hasVerifiedFactor(tx, userId) }, aal);
}

type Found = { readonly [Key in 'user' | 'session']: Bearer[Key] | null } & Pick<Bearer, 'hasSecondFactor'>;

function assertActive(ctx: IdentityContext, { user, session, hasSecondFactor }: Found, proved: Aal): Bearer {
  if (!user) throw userIsGone();
  if (!session || hasEnded(session, ctx.clock.now())) throw sessionNotFound();
  refuseBanned(ctx, user);
  return { user, session, hasSecondFactor, aal: proved === 'aal1' ? proved : session.aal };
}

export function hasEnded({ notAfter }: Pick<SessionRow, 'notAfter'>, now: Date): boolean {
  return notAfter !== null && notAfter <= now;
}

export function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

export function refuseBanned({ clock }: IdentityContext, user: UserRow): void {
  if (isBanned(user, clock.now())) throw new AuthError(403, 'user_banned', 'User is banned');
}

export function isBanned(user: Pick<UserRow, 'bannedUntil'>, now: Date): boolean {
  return user.bannedUntil !== null && user.bannedUntil > now;
}

export function userIsGone(): AuthError {
  return new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
}
