import * as z from 'zod/mini';
import type { IdentityContext } from '../context.ts';
import type { TokenPayload, UserRow } from '../schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { openAccount } from '../users/accounts.ts';
import { audit, type AuditAction } from '../audit.ts';
import { requireFreeEmail } from '../update-user/email-change.ts';
import { emailExists, AuthError, invalid } from '../auth-error.ts';
import { parseEmail, readBody, type Call } from '../wire/http.ts';
import { issueLinkAndCode, linkType, queueLink } from '../emails/link-emails.ts';
import { deleteEmailChangeTokens } from '../users/one-time-tokens.ts';
import { requestedRedirect, safeRedirect } from '../wire/redirects.ts';
import { metadataField, readSignupData } from '../wire/signup-data.ts';
import { userReply } from '../wire/user-reply.ts';
import { changeUser, findUserByEmail, lockUserByEmail } from '../users/queries.ts';
import { hashStrongPassword } from './users.ts';

const LINK_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const;
type LinkPurpose = (typeof LINK_TYPES)[number];

const ACTIONS = {
  signup: 'user_confirmation_requested',
  invite: 'user_invited',
  magiclink: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change_current: 'user_modified',
  email_change_new: 'user_modified',
} as const satisfies Record<LinkPurpose, AuditAction>;

const linkBody = z.object({
  type: z.enum(LINK_TYPES),
  email: z.string(),
  password: z.optional(z.string()),
  new_email: z.optional(z.string()),
  data: metadataField,
  redirect_to: z.optional(z.string()),
});

interface LinkOrder {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly newEmail: string | null;
  readonly payload: TokenPayload;
  readonly redirectTo: string;
}

export async function generateLink(ctx: IdentityContext, call: Call): Promise<Response> {
  const order = await readOrder(ctx, call);
  const { client } = call.var;
  const reply = await ctx.db.transaction(async (tx) => {
    const user = await recipientOf(ctx, tx, order);
    const { purpose, newEmail, payload, redirectTo } = order;
    const email = purpose === 'email_change_new' && newEmail !== null ? newEmail : user.email;
    const link = await issueLinkAndCode(ctx, tx, purpose, { userId: user.id, email, payload, redirectTo });
    const detail = { by: 'service_role', link: purpose };
    await audit(tx, { action: ACTIONS[purpose], userId: user.id, client, detail }, ctx.clock.now());
    return {
      ...(await userReply(tx, user)),
      action_link: link.url,
      email_otp: link.code,
      hashed_token: link.token,
      verification_type: linkType(purpose),
      redirect_to: redirectTo,
    };
  });
  return call.json(reply);
}

async function readOrder(ctx: IdentityContext, call: Call): Promise<LinkOrder> {
  const body = await readBody(call, linkBody);
  const email = parseEmail(body.email);
  if (body.type === 'signup' && !body.password) throw invalid('Signup requires a valid password');
  const changesEmail = body.type.startsWith('email_change');
  if (changesEmail && !body.new_email) throw invalid('A new email is required for an email change');
  const newEmail = changesEmail && body.new_email ? parseEmail(body.new_email) : null;
  if (newEmail !== null) {
    const user = await findUserByEmail(ctx.db, email);
    await requireFreeEmail(ctx, ctx.db, newEmail, user?.id ?? null);
  }
  const { metadata, shippingAddress } = readSignupData(body.data);
  const passwordHash = body.password
    ? await hashStrongPassword(ctx, body.password, { email, userMetadata: metadata })
    : undefined;
  const redirectTo = body.redirect_to
    ? safeRedirect(ctx.config, body.redirect_to)
    : requestedRedirect(ctx.config, call);
  const signup = { ...(passwordHash !== undefined && { passwordHash }), userMetadata: metadata, shippingAddress };
  return {
    purpose: body.type,
    email,
    newEmail,
    payload: body.type === 'signup' ? signup : { userMetadata: metadata },
    redirectTo,
  };
}

async function recipientOf(ctx: IdentityContext, tx: Transaction, order: LinkOrder): Promise<UserRow> {
  const { purpose, email, newEmail, payload } = order;
  const now = ctx.clock.now();
  if (purpose === 'signup' || purpose === 'invite') return await applicationOf(ctx, tx, email, payload, purpose);
  const user = await lockUserByEmail(tx, email);
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  if (newEmail === null || newEmail === user.newEmail) return user;
  await deleteEmailChangeTokens(tx, user.id);
  return await changeUser(tx, user.id, { newEmail, emailChangeSentAt: now, emailChangeConfirmStatus: 0 }, now);
}

async function applicationOf(
  ctx: IdentityContext,
  tx: Transaction,
  email: string,
  { passwordHash, userMetadata = {} }: TokenPayload,
  purpose: 'signup' | 'invite',
): Promise<UserRow> {
  const now = ctx.clock.now();
  const application = { email, passwordHash: passwordHash ?? null, metadata: userMetadata, shippingAddress: null };
  const user =
    (await openAccount(ctx, tx, application, { confirmed: false, asGiven: true })) ??
    (await lockUserByEmail(tx, email));
  if (!user || user.emailConfirmedAt) throw emailExists();
  return await changeUser(tx, user.id, purpose === 'invite' ? { invitedAt: now } : { confirmationSentAt: now }, now);
}

const inviteBody = z.object({ email: z.optional(z.string()), data: metadataField });

export async function invite(ctx: IdentityContext, call: Call): Promise<Response> {
  const body = await readBody(call, inviteBody);
  if (!body.email) throw invalid('An email address is required');
  const email = parseEmail(body.email);
  const { metadata } = readSignupData(body.data);
  const redirectTo = requestedRedirect(ctx.config, call);
  const { client } = call.var;
  const reply = await ctx.db.transaction(async (tx) => {
    const user = await applicationOf(ctx, tx, email, { userMetadata: metadata }, 'invite');
    const request = { userId: user.id, email, payload: { userMetadata: metadata }, redirectTo };
    await queueLink(ctx, tx, 'invite', request, { kind: 'invitation', dataOf: (acceptUrl) => ({ acceptUrl }) });
    await audit(tx, { action: 'user_invited', userId: user.id, client }, ctx.clock.now());
    return await userReply(tx, user);
  });
  return call.json(reply);
}
