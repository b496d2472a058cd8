import * as z from 'zod/mini';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { alreadyRegistered, openAccount, type Application } from '../users/accounts.ts';
import { queueEmailToOwner } from '../emails/account-emails.ts';
import { audit } from '../audit.ts';
import type { Client } from '../../platform/http/client.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { inConstantTime } from '../wire/constant-time.ts';
import { parseEmail, readBody, type Call } from '../wire/http.ts';
import { limitEmail, limitEmailOfDay } from '../limits/email-limits.ts';
import { limitCaller } from '../limits/limits.ts';
import { refusePhone } from '../wire/not-offered.ts';
import { requestConfirmation } from '../emails/link-emails.ts';
import { ownerWords } from '../users/owner-words.ts';
import { requireStrongPassword, hashPassword, verifyPassword } from '../passwords/passwords.ts';
import { findToken } from '../users/one-time-tokens.ts';
import { pendingUserReply, type UserReply } from '../wire/user-reply.ts';
import { openSession } from '../session/open-session.ts';
import { codeChallengeIn, pkceFields } from '../wire/pkce.ts';
import { requestedRedirect } from '../wire/redirects.ts';
import type { SessionReply } from '../session/session-tokens.ts';
import { confirmAgain, firstSignUpOf, isRepeated, pendingHash } from './first-sign-up.ts';
import { metadataField, readSignupData } from '../wire/signup-data.ts';
import type { UserRow } from '../schema.ts';
import { findUserByEmail, lockUserByEmail } from '../users/queries.ts';

const signUpBody = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  password: z.optional(z.string()),
  data: metadataField,
  ...pkceFields,
});

interface SignUpRequest extends Omit<Application, 'passwordHash'> {
  readonly password: string;
  readonly codeChallenge: string | undefined;
  readonly redirectTo: string;
  readonly client: Client;
}

interface SignUp extends Omit<SignUpRequest, 'password'>, Application {}

/** POST /signup (rules/auth-wire 21). */
export async function signUp(ctx: IdentityContext, call: Call): Promise<Response> {
  await limitCaller(ctx, 'account', call.var.client);
  const body = await readBody(call, signUpBody);
  if (ctx.config.auth.autoconfirm) return call.json(await signUpAtOnce(ctx, await check(ctx, call, body)));
  return await inConstantTime(async () => call.json(await signUpByEmail(ctx, await check(ctx, call, body))));
}

async function check(ctx: IdentityContext, call: Call, body: z.infer<typeof signUpBody>): Promise<SignUpRequest> {
  refusePhone(body, 'signup');
  const { password } = body;
  if (!body.email) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  const { client } = call.var;
  if (ctx.config.auth.disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  if (!password) throw invalid('Signup requires a valid password');
  const email = parseEmail(body.email);
  await requireStrongPassword(ctx.config, password, ownerWords({ email, userMetadata: body.data ?? {} }));
  const codeChallenge = codeChallengeIn(body);
  const application = { email, ...readSignupData(body.data), password };
  return { ...application, codeChallenge, redirectTo: requestedRedirect(ctx.config, call), client };
}

async function hashed({ password, ...request }: SignUpRequest): Promise<SignUp> {
  return { ...request, passwordHash: await hashPassword(password) };
}

async function signUpAtOnce(ctx: IdentityContext, asked: SignUpRequest): Promise<SessionReply> {
  const request = await hashed(asked);
  return await ctx.db.transaction(async (tx) => {
    const user = await openAccount(ctx, tx, request, { confirmed: true });
    if (!user) throw alreadyRegistered();
    const event = { action: 'user_signedup', detail: {} } as const;
    return await openSession(ctx, tx, { userId: user.id, method: 'password', client: request.client, event });
  });
}

async function matchPendingHash(ctx: IdentityContext, email: string, password: string): Promise<string | null> {
  const user = await findUserByEmail(ctx.db, email);
  const pending = user && (await findToken(ctx.db, user.id, 'signup'));
  const waiting = user && !user.emailConfirmedAt ? pendingHash(user, pending) : null;
  return (await verifyPassword(waiting, password)) ? waiting : null;
}

/** Known and unknown addresses get the same response after the same work (decision 024). */
async function signUpByEmail(ctx: IdentityContext, asked: SignUpRequest): Promise<UserReply> {
  await limitEmail(ctx, 'signup', asked.email, asked.client);
  await limitEmailOfDay(ctx, 'signup', asked.email, asked.client);
  const ownWaiting = await matchPendingHash(ctx, asked.email, asked.password);
  const request = await hashed(asked);
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const created = await openAccount(ctx, tx, request, { confirmed: false });
    const user = created ?? (await lockUserByEmail(tx, request.email));
    if (user?.emailConfirmedAt) await emailOwner(ctx, tx, user, request);
    else if (user) await emailUnconfirmed(ctx, tx, user, { request, ownWaiting, isNew: created !== null });
    return pendingUserReply(created?.id ?? null, request, now);
  });
}

interface Unconfirmed {
  readonly request: SignUp;
  readonly ownWaiting: string | null;
  readonly isNew: boolean;
}

async function emailUnconfirmed(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  { request, ownWaiting, isNew }: Unconfirmed,
): Promise<void> {
  const { email, passwordHash, metadata, shippingAddress, codeChallenge, redirectTo, client } = request;
  const first = isNew ? null : firstSignUpOf(user, await findToken(tx, user.id, 'signup'));
  if (first !== null) {
    const isSame = isRepeated(first, { passwordHash: ownWaiting, metadata, shippingAddress });
    await confirmAgain(ctx, tx, user, request, { contested: !isSame });
    return;
  }
  const payload = {
    ...(passwordHash !== null && { passwordHash }),
    userMetadata: metadata,
    shippingAddress,
    ...(codeChallenge !== undefined && { codeChallenge }),
  };
  await requestConfirmation(ctx, tx, { userId: user.id, email, payload, redirectTo }, client);
}

async function emailOwner(ctx: IdentityContext, tx: Transaction, user: UserRow, request: SignUp): Promise<void> {
  const now = ctx.clock.now();
  const occasion = `${user.id}:${now.toISOString()}`;
  const isOnTheWay = request.redirectTo.startsWith(`${ctx.config.siteUrl}${APP_PATHS.account}?`);
  const data = isOnTheWay ? { signinUrl: request.redirectTo } : {};
  await queueEmailToOwner(ctx, tx, user, { kind: 'already-have-account', occasion, data });
  await audit(tx, { action: 'user_repeated_signup', userId: user.id, client: request.client }, now);
}
