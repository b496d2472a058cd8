import * as z from 'zod/mini';
import { openAccount } from '../users/accounts.ts';
import { emailExists, AuthError, invalid } from '../auth-error.ts';
import { parseEmail, readBody, type Call } from '../wire/http.ts';
import { refusePhone } from '../wire/not-offered.ts';
import { givenMetadata, mergeMetadata, type Metadata } from '../users/metadata.ts';
import { ownerWords } from '../users/owner-words.ts';
import { requireStrongPassword, hashPassword } from '../passwords/passwords.ts';
import type { UserRow } from '../schema.ts';
import { metadataField } from '../wire/signup-data.ts';
import { userReply, factorReply } from '../wire/user-reply.ts';
import { changeUser, findUser, lockUser } from '../users/queries.ts';
import { audit } from '../audit.ts';
import { isUuid } from '../../../contract/fields.ts';
import type { IdentityContext } from '../context.ts';
import { findFactor, listFactors } from '../users/factors.ts';
import { removeFactor } from '../mfa/unenrol.ts';

const createUserBody = z.object({
  id: z.optional(z.string().check(z.refine(isUuid))),
  role: z.optional(
    z.literal('authenticated', 'Everybody is "authenticated"; operators are made by `npm run operator`.'),
  ),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  password: z.optional(z.string()),
  email_confirm: z._default(z.boolean(), false),
  user_metadata: metadataField,
  app_metadata: metadataField,
  ban_duration: z.optional(z.string()),
});

export async function createUserAsAdmin(ctx: IdentityContext, call: Call): Promise<Response> {
  const body = await readBody(call, createUserBody);
  if (!body.email) {
    refusePhone(body, 'signup');
    throw invalid('Cannot create a user without either an email or phone');
  }
  const email = parseEmail(body.email);
  const owner = { email, userMetadata: body.user_metadata ?? {} };
  const passwordHash = body.password ? await hashStrongPassword(ctx, body.password, owner) : null;
  const application = {
    email,
    passwordHash,
    metadata: givenMetadata(body.user_metadata),
    shippingAddress: null,
  };
  const now = ctx.clock.now();
  const reply = await ctx.db.transaction(async (tx) => {
    const place = { confirmed: body.email_confirm, asGiven: true, ...(body.id !== undefined && { id: body.id }) };
    const user = await openAccount(ctx, tx, application, place);
    if (!user) throw body.id !== undefined && (await findUser(tx, body.id)) ? idExists() : emailExists();
    const appMetadata = withIdentityProviders(user, body.app_metadata);
    const ban = body.ban_duration === undefined ? {} : { bannedUntil: bannedUntil(body.ban_duration, now) };
    const changed = await changeUser(tx, user.id, { appMetadata, ...ban }, now);
    const detail = { by: 'service_role' };
    await audit(tx, { action: 'user_signedup', userId: user.id, client: call.var.client, detail }, now);
    return await userReply(tx, changed);
  });
  return call.json(reply);
}

function idExists(): AuthError {
  return new AuthError(422, 'user_already_exists', 'A user with this id has already been registered');
}

export async function hashStrongPassword(
  ctx: IdentityContext,
  password: string,
  owner: Parameters<typeof ownerWords>[0],
  role?: { readonly isOperator: boolean },
): Promise<string> {
  await requireStrongPassword(ctx.config, password, ownerWords(owner), role);
  return await hashPassword(password);
}

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

const deleteUserBody = z.object({ should_soft_delete: z._default(z.boolean(), false) });

/** DELETE /admin/users/{id} (rules/auth-wire 57). Buyers stay in the books, anonymised. */
export async function deleteUserAsAdmin(ctx: IdentityContext, call: Call): Promise<Response> {
  const { id } = await requireUser(ctx, call);
  const { should_soft_delete: soft } = await readBody(call, deleteUserBody, { mayBeEmpty: true });
  await ctx.db.transaction(async (tx) => {
    const erased = await ctx.accountHooks.erase(ctx, tx, id, { retainRow: soft });
    if (erased === 'gone') throw userNotFound();
    if (erased === 'in use') throw new AuthError(422, 'validation_failed', 'A subscription of theirs is still running');
    await audit(tx, { action: 'user_deleted', userId: id, client: null, detail: { soft } }, ctx.clock.now());
  });
  return call.json({});
}

export async function listFactorsOfUser(ctx: IdentityContext, call: Call): Promise<Response> {
  const user = await requireUser(ctx, call);
  return call.json((await listFactors(ctx.db, user.id)).map(factorReply));
}

export async function deleteFactorOfUser(ctx: IdentityContext, call: Call): Promise<Response> {
  const user = await requireUser(ctx, call);
  const factorId = call.req.param('fid') ?? '';
  const factor = isUuid(factorId) ? await findFactor(ctx.db, user.id, factorId) : null;
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await removeFactor(ctx, tx, user, factor, call.var.client);
  });
  return call.json(factorReply(factor));
}

/** The longest duration of Go, 292 years: dates beyond it cannot be stored. */
const LONGEST_MS = 2 ** 63 / 1e6;
const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `duration`: a Go duration such as `1h30m`, or `none`. @throws AuthError validation_failed */
export function bannedUntil(duration: string, now: Date): Date | null {
  if (duration === 'none') return null;
  const parts = [...duration.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)/g)];
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0);
  if (duration === '' || parts.map(([part]) => part).join('') !== duration || ms > LONGEST_MS) {
    throw invalid('invalid format for ban duration: expected a duration such as 24h, or none');
  }
  return new Date(now.getTime() + ms);
}
