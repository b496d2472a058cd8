import * as z from 'zod/mini';
import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { audit } from '../audit.ts';
import type { Client } from '../../platform/http/client.ts';
import { failureToCarry } from '../wire/error-reply.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { issueAuthCode } from '../session/flow-states.ts';
import { parseEmail, readBody, type Call } from '../wire/http.ts';
import { refusePhone } from '../wire/not-offered.ts';
import { giveBackAttempt, limitAccount, limitCaller } from '../limits/limits.ts';
import { admitCode, giveBackCode, reportWrongCode } from '../limits/wrong-codes.ts';
import { findTokenByLink, findToken, tryCode, type TokenPurpose, type TokenRow } from '../users/one-time-tokens.ts';
import { openSession, type SignInMethod } from '../session/open-session.ts';
import { redeem, type Redeemed } from './redeem.ts';
import { withCode, withError, withMessage, withSession } from '../wire/redirect-replies.ts';
import { requestedRedirect } from '../wire/redirects.ts';
import type { SessionReply } from '../session/session-tokens.ts';
import { findUserByEmail, findUsersByEitherEmail, lockUser } from '../users/queries.ts';

const PURPOSES: Record<string, readonly TokenPurpose[]> = {
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  email: ['signup', 'magiclink', 'invite'],
};

const FIRST_OF_TWO_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** GET /verify: no email of ours leads here (rules/auth-wire 38). */
export async function verifyLink(ctx: IdentityContext, call: Call): Promise<Response> {
  // An email scanner asking for the head must not use the link up.
  if (call.req.method === 'HEAD') return call.body(null, 200);
  const { token = '', type = '' } = call.req.query();
  if (!token || !type) throw invalid('Verify requires a token and a type');
  const redirectTo = requestedRedirect(ctx.config, call);
  call.header('Referrer-Policy', 'no-referrer');
  return call.redirect(await followLink(ctx, call, { token, type, redirectTo }), 303);
}

/** @returns where the browser goes on */
export async function followLink(
  ctx: IdentityContext,
  call: Call,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): Promise<string> {
  const { client } = call.var;
  const isPkce = token.startsWith('pkce_');
  try {
    await limitCaller(ctx, 'verify', client);
    return await ctx.db.transaction(async (tx) => {
      const row = await requireTokenByLink(ctx, tx, token, type);
      const { codeChallenge } = row.payload;
      if (codeChallenge !== undefined) {
        const code = await redeemForCode(ctx, tx, row, { codeChallenge, type }, client);
        return code === null ? withMessage(redirectTo, FIRST_OF_TWO_CONFIRMED) : withCode(redirectTo, code);
      }
      const session = await redeemForSession(ctx, tx, row, client);
      if (session === null) return withMessage(redirectTo, FIRST_OF_TWO_CONFIRMED);
      const target = row.payload.contested === true ? targetAfterContest(ctx, redirectTo) : redirectTo;
      return withSession(target, session, type);
    });
  } catch (error) {
    return withError(redirectTo, failureToCarry(ctx, error, call), isPkce);
  }
}

function targetAfterContest({ config: { siteUrl } }: IdentityContext, redirectTo: string): string {
  const { origin, pathname, search } = new URL(redirectTo);
  if (origin !== new URL(siteUrl).origin) return redirectTo;
  const isOnTheWay = search !== '' || (pathname !== APP_PATHS.account && pathname !== PUBLIC_PATHS.home);
  const next = isOnTheWay ? pathname + search : APP_PATHS.accountProfile;
  const query = new URLSearchParams({ reason: 'contested', next });
  return `${siteUrl}${APP_PATHS.resetPassword}?${query.toString()}`;
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

/** The user's lock comes first, as everywhere, against deadlocks. */
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

const verifyBody = z.object({
  type: z.optional(z.string()),
  token: z.optional(z.string()),
  token_hash: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
});

export async function verifyToken(ctx: IdentityContext, call: Call): Promise<Response> {
  const { client } = call.var;
  await limitCaller(ctx, 'verify', client);
  const body = await readBody(call, verifyBody);
  const { type, token_hash: link, token: code } = body;
  if (!type) throw invalid('Verify requires a verification type');
  if (!link && !code) throw invalid('Verify requires a token or a token hash');
  refusePhone(body, 'login');
  const session = link ? await signInByLink(ctx, link, type, client) : await signInByCode(ctx, body, client);
  return call.json(session ?? { msg: FIRST_OF_TWO_CONFIRMED, code: '200' });
}

async function signInByLink(ctx: IdentityContext, link: string, type: string, client: Client) {
  return await ctx.db.transaction(async (tx) => {
    const token = await requireTokenByLink(ctx, tx, link, type);
    return await redeemForSession(ctx, tx, token, client);
  });
}

async function signInByCode(
  ctx: IdentityContext,
  { type = '', token: code = '', email }: z.output<typeof verifyBody>,
  client: Client,
): Promise<SessionReply | null> {
  if (!email) throw invalid('Verify by a token requires an email address');
  const address = parseEmail(email);
  await limitAccount(ctx, 'code', address);
  await admitCode(ctx, 'emailed', address);
  const outcome = await ctx.db.transaction(async (tx) => {
    const token = await matchCode(ctx, tx, { address, type, code });
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

/** A wrong guess is returned, not thrown: its count must be committed. */
async function matchCode(
  ctx: IdentityContext,
  tx: Transaction,
  { address, type, code }: { address: string; type: string; code: string },
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
