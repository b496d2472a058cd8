import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { audit } from './audit.ts';
import { requireBearer, type Bearer } from './bearer.ts';
import { clientOf, type Client } from './client.ts';
import { AuthError } from './errors.ts';
import { readBody, type Call } from './http.ts';
import { limitCaller } from './limits.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';
import { changePassword, hashNewPassword } from './password-change.ts';
import { requireStrongPassword } from './password-strength.ts';
import { pkceFields } from './pkce.ts';
import type { UserRow } from './rows.ts';
import { metadataField } from './signup-data.ts';
import { userReply } from './user-reply.ts';
import { changeUser, lockUser } from './users.ts';

const updateUserBody = z.object({
  email: z.optional(z.string()),
  password: z.optional(z.string()),
  current_password: z.optional(z.string()),
  nonce: z.optional(z.string()),
  data: metadataField,
  app_metadata: z.optional(z.unknown()),
  ...pkceFields,
});

/** GET /user (AUTH-CONTRACT §3.11). */
export async function showUser(ctx: Context, call: Call): Promise<Response> {
  const { user } = await requireBearer(ctx, call.req.header('authorization'));
  return call.json(await userReply(ctx.db, user));
}

/** PUT /user (AUTH-CONTRACT §3.12). */
export async function updateUser(ctx: Context, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  const client = clientOf(ctx.config, call);
  await limitCaller(ctx, 'account', client);
  const body = await readBody(call, updateUserBody);
  if (body.password !== undefined) requireStrongPassword(ctx.config, body.password, [bearer.user.email]);
  if (body.app_metadata !== undefined) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  const { password, current_password: current } = body;
  const passwordHash = password === undefined ? null : await hashNewPassword(bearer.user, password, current);
  const reply = await ctx.db.transaction(async (tx) => {
    let user = await lockBearer(tx, bearer);
    if (passwordHash !== null) user = await changePassword(ctx, tx, { ...bearer, user }, passwordHash, client);
    if (body.data !== undefined) user = await changeMetadata(ctx, tx, user, body.data, client);
    return await userReply(tx, user);
  });
  return call.json(reply);
}

async function lockBearer(tx: Transaction, { user }: Bearer): Promise<UserRow> {
  const locked = await lockUser(tx, user.id);
  if (!locked) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return locked;
}

async function changeMetadata(
  ctx: Context,
  tx: Transaction,
  user: UserRow,
  data: Metadata,
  client: Client,
): Promise<UserRow> {
  const now = ctx.clock.now();
  await audit(tx, { action: 'user_modified', userId: user.id, client }, now);
  return await changeUser(tx, user.id, { userMetadata: mergeMetadata(user.userMetadata, data) }, now);
}
