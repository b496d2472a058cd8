import * as z from 'zod/mini';
import { isUuid } from '../../../contract/fields.ts';
import type { IdentityContext } from '../context.ts';
import { openAccount } from '../users/accounts.ts';
import { audit } from '../audit/audit.ts';
import { clientOf } from '../../platform/http/client.ts';
import { emailExists, AuthError, invalid } from '../wire/errors.ts';
import { parseEmail, readBody, type Call } from '../wire/http.ts';
import { mergeMetadata, type Metadata } from '../users/metadata.ts';
import { requireStrongPassword } from '../passwords/password-strength.ts';
import { hashPassword } from '../passwords/passwords.ts';
import type { UserRow } from '../schema.ts';
import { metadataField } from '../signup/signup-data.ts';
import { userReply } from '../users/user-reply.ts';
import { changeUser, findUser } from '../users/queries.ts';
import { bannedUntil } from './ban.ts';

const createUserBody = z.object({
  id: z.optional(z.string().check(z.refine(isUuid))),
  role: z.optional(
    z.literal('authenticated', 'Everybody is "authenticated"; operators are made by `npm run operator`.'),
  ),
  email: z.optional(z.string()),
  password: z.optional(z.string()),
  email_confirm: z._default(z.boolean(), false),
  user_metadata: metadataField,
  app_metadata: metadataField,
  ban_duration: z.optional(z.string()),
});

export async function createUserAsAdmin(ctx: IdentityContext, call: Call): Promise<Response> {
  const body = await readBody(call, createUserBody);
  if (!body.email) throw invalid('Cannot create a user without either an email or phone');
  const email = parseEmail(body.email);
  const passwordHash = body.password ? await hashStrongPassword(ctx, body.password, email) : null;
  const application = {
    email,
    passwordHash,
    metadata: mergeMetadata({}, body.user_metadata ?? {}),
    shippingAddress: null,
  };
  const now = ctx.clock.now();
  const reply = await ctx.db.transaction(async (tx) => {
    const place = { confirmed: body.email_confirm, ...(body.id !== undefined && { id: body.id }) };
    const user = await openAccount(ctx, tx, application, place);
    if (!user) throw body.id !== undefined && (await findUser(tx, body.id)) ? idExists() : emailExists();
    const appMetadata = withIdentityProviders(user, body.app_metadata);
    const ban = body.ban_duration === undefined ? {} : { bannedUntil: bannedUntil(body.ban_duration, now) };
    const changed = await changeUser(tx, user.id, { appMetadata, ...ban }, now);
    const detail = { by: 'service_role' };
    await audit(tx, { action: 'user_signedup', userId: user.id, client: clientOf(ctx.config, call), detail }, now);
    return await userReply(tx, changed);
  });
  return call.json(reply);
}

function idExists(): AuthError {
  return new AuthError(422, 'user_already_exists', 'A user with this id has already been registered');
}

export async function hashStrongPassword(ctx: IdentityContext, password: string, email: string): Promise<string> {
  requireStrongPassword(ctx.config, password, [email, ...email.split('@')]);
  return await hashPassword(password);
}

/** The identities decide how a user can sign in. */
export function withIdentityProviders(user: UserRow, changes: Metadata = {}): Metadata {
  const { provider, providers } = user.appMetadata;
  return { ...mergeMetadata(user.appMetadata, changes), provider, providers };
}

export async function showUserToAdmin(ctx: IdentityContext, call: Call): Promise<Response> {
  return call.json(await userReply(ctx.db, await requireUser(ctx, call)));
}

/** @throws AuthError validation_failed, user_not_found */
export async function requireUser(ctx: IdentityContext, call: Call): Promise<UserRow> {
  const id = call.req.param('id') ?? '';
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUser(ctx.db, id);
  if (!user) throw userNotFound();
  return user;
}

export function userNotFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found');
}
