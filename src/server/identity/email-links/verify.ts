import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { type Redeemed, redeem } from './redeem.ts';
import { limitCaller, limitAccount, giveBackAttempt } from '../limits/limits.ts';
import { admitCode, reportWrongCode, giveBackCode } from '../limits/wrong-codes.ts';
import { issueAuthCode } from '../session/flow-states.ts';
import { type SignInMethod, openSession } from '../session/open-session.ts';
import type { SessionTokens } from '../session/session-tokens.ts';
import { type TokenPurpose, type TokenRow, findTokenByLink, findToken, tryCode } from '../users/one-time-tokens.ts';
import { lockUser, findUserByEmail, findUsersByEitherEmail } from '../users/queries.ts';

const PURPOSES: Record<string, readonly TokenPurpose[]> = {
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  email: ['signup', 'magiclink', 'invite'],
};

/** The result of a link from an email; null after only one of two confirmations. */
export type FollowedLink =
  | { readonly code: string }
  | { readonly session: SessionTokens; readonly isContested: boolean };

export async function followLink(
  ctx: IdentityContext,
  { token, type }: { readonly token: string; readonly type: string },
  client: Client,
): Promise<FollowedLink | null> {
  await limitCaller(ctx, 'verify', client);
  return await ctx.db.transaction(async (tx) => {
    const row = await requireTokenByLink(ctx, tx, token, type);
    const { codeChallenge, contested = false } = row.payload;
    if (codeChallenge !== undefined) {
      const code = await redeemForCode(ctx, tx, row, { codeChallenge, type }, client);
      return code === null ? null : { code };
    }
    const session = await redeemForSession(ctx, tx, row, client);
    return session === null ? null : { session, isContested: contested };
  });
}

const PKCE_METHODS: Record<string, SignInMethod> = {
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
};

async function redeemForCode(
  ctx: IdentityContext,
  tx: Transaction,
  token: TokenRow,
  flow: { codeChallenge: string; type: string },
  client: Client,
): Promise<string | null> {
  const { user, event, passwordResetUntil } = await redeemLocked(ctx, tx, token);
  await audit(tx, { ...event, userId: token.userId, client }, ctx.clock.now());
  if (!user) return null;
  const { codeChallenge, type } = flow;
  const method = PKCE_METHODS[type] ?? 'email/signup';
  return await issueAuthCode(tx, { userId: user.id, codeChallenge, method, passwordResetUntil }, ctx.clock.now());
}

async function redeemForSession(ctx: IdentityContext, tx: Transaction, token: TokenRow, client: Client) {
  const { user, event, passwordResetUntil } = await redeemLocked(ctx, tx, token);
  const opening = { method: 'otp', client, event, passwordResetUntil } as const;
  if (user) return await openSession(ctx, tx, { userId: user.id, ...opening });
  await audit(tx, { ...event, userId: token.userId, client }, ctx.clock.now());
  return null;
}

async function redeemLocked(ctx: IdentityContext, tx: Transaction, token: TokenRow): Promise<Redeemed> {
  const user = await lockUser(tx, token.userId);
  if (!user) throw linkExpired();
  return await redeem(ctx, tx, user, token);
}

/** Locks the user first, as every function does, to avoid deadlocks. */
async function requireTokenByLink(ctx: IdentityContext, tx: Transaction, token: string, type: string) {
  const found = await findTokenByLink(tx, token);
  const purposes = purposesOf(type);
  if (!found || !purposes.some((purpose) => purpose === found.type)) throw linkExpired();
  await lockUser(tx, found.userId);
  const still = await findTokenByLink(tx, token);
  if (!still || still.expiresAt <= ctx.clock.now()) throw linkExpired();
  return still;
}

function purposesOf(type: string): readonly TokenPurpose[] {
  return (Object.hasOwn(PURPOSES, type) ? PURPOSES[type] : undefined) ?? [];
}

function linkExpired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
}

export async function signInByLink(ctx: IdentityContext, link: string, type: string, client: Client) {
  return await ctx.db.transaction(async (tx) => {
    const token = await requireTokenByLink(ctx, tx, link, type);
    return await redeemForSession(ctx, tx, token, client);
  });
}

export interface EmailedCode {
  readonly address: string;
  readonly type: string;
  readonly code: string;
}

export async function signInByCode(
  ctx: IdentityContext,
  emailed: EmailedCode,
  client: Client,
): Promise<SessionTokens | null> {
  const { address } = emailed;
  await limitAccount(ctx, 'code', address);
  await admitCode(ctx, 'emailed', address);
  const outcome = await ctx.db.transaction(async (tx) => {
    const token = await matchCode(ctx, tx, emailed);
    return token ? await redeemForSession(ctx, tx, token, client) : 'wrong';
  });
  if (outcome === 'wrong') {
    const owner = await findUserByEmail(ctx.db, address);
    if (owner) await reportWrongCode(ctx, 'emailed', address, owner);
    throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
  }
  await giveBackCode(ctx, 'emailed', address);
  await giveBackAttempt(ctx, 'code', address);
  return outcome;
}

/** A wrong code is returned, not thrown, so that the transaction commits the failed attempt's count. */
async function matchCode(
  ctx: IdentityContext,
  tx: Transaction,
  { address, type, code }: EmailedCode,
): Promise<TokenRow | null> {
  for (const candidate of await findUsersByEitherEmail(tx, address)) {
    const user = await lockUser(tx, candidate.id);
    for (const purpose of user ? purposesOf(type) : []) {
      const token = await findToken(tx, candidate.id, purpose);
      if (token?.relatesTo !== address) continue;
      const matched = await tryCode(tx, candidate.id, purpose, code, ctx.clock.now());
      if (matched) return matched;
    }
  }
  return null;
}
