import type { adoptGoogle } from '../../../contract/google-adoption.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Client } from '../../platform/http/client.ts';
import type { IdentityContext } from '../context.ts';
import { queueEmailToOwner } from '../emails/account-emails.ts';
import { inMinutes, tokenLifetimeSeconds } from '../emails/link-emails.ts';
import { isEmailAllowed } from '../limits/email-limits.ts';
import { limitCaller } from '../limits/limits.ts';
import type { UserRow } from '../schema.ts';
import type { Handler } from '../serve.ts';
import { isBanned } from '../session/bearer.ts';
import { deleteToken, findTokenByLink, issueToken } from '../users/one-time-tokens.ts';
import { findIdentity } from '../users/identities.ts';
import { lockUser } from '../users/queries.ts';
import { AuthError } from '../auth-error.ts';
import type { GoogleAccount } from './openid.ts';
import { connectByEmail } from './sign-in.ts';

const PURPOSE = 'google_adoption';

/**
 * Asks by email if a Google account has the address of an account here, but Google no longer manages that address
 * (rules/auth-wire 71).
 */
export async function askOwner(
  ctx: IdentityContext,
  { id, email }: UserRow,
  { subject, email: googleEmail, identityData }: GoogleAccount,
  target: string,
  client: Client,
): Promise<void> {
  if (!(await isEmailAllowed(ctx, 'signup', email, client))) return;
  await ctx.db.transaction(async (tx) => {
    const owner = await lockUser(tx, id);
    const now = ctx.clock.now();
    if (owner?.email !== email || isBanned(owner, now)) return;
    const lifetimeSeconds = tokenLifetimeSeconds(ctx, PURPOSE);
    const payload = { googleAccount: { subject, email: googleEmail, identityData } };
    const issued = await issueToken(tx, { userId: id, purpose: PURPOSE, email, payload, lifetimeSeconds }, now);
    const connectUrl = new URL(ctx.config.siteUrl + APP_PATHS.connectGoogle);
    connectUrl.search = new URL(target).search;
    connectUrl.searchParams.set('token', issued.token);
    const data = { connectUrl: connectUrl.href, askedAt: now.toISOString(), validMinutes: inMinutes(lifetimeSeconds) };
    await queueEmailToOwner(ctx, tx, owner, { kind: 'connect-google', occasion: issued.id, data });
  });
}

/** Doesn't sign the owner in: they sign in with Google afterwards. */
export const handleAdoptGoogle: Handler<typeof adoptGoogle> = async ({ ctx, body, client }) => {
  await limitLinks(ctx, client);
  const found = await findTokenByLink(ctx.db, body.token);
  if (found === null) throw linkExpired();
  await ctx.db.transaction(async (tx) => {
    const owner = await lockUser(tx, found.userId);
    const token = await findTokenByLink(tx, body.token);
    const account = token?.type === PURPOSE ? token.payload.googleAccount : undefined;
    const now = ctx.clock.now();
    if (!owner || !token || !account || token.expiresAt <= now) throw linkExpired();
    if (token.relatesTo !== owner.email || isBanned(owner, now)) throw linkExpired();
    await deleteToken(tx, token.id);
    if ((await findIdentity(tx, 'google', account.subject)) !== null) throw linkExpired();
    await connectByEmail(ctx, tx, owner, account, client);
  });
  return { connected: true };
};

async function limitLinks(ctx: IdentityContext, client: Client): Promise<void> {
  try {
    await limitCaller(ctx, 'verify', client);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new ApiError(
      'rate_limited',
      'Too many links were opened from your network. Your link still works: wait five minutes, then open it again.',
    );
  }
}

function linkExpired(): ApiError {
  return new ApiError(
    'link_expired',
    'This link was already used or has expired. Sign in with Google again to get a new one.',
  );
}
