import { metadataField } from './signup-data.ts';
import * as z from 'zod/mini';
import { isUuid } from '../../../contract/fields.ts';
import { changeUserAsAdmin } from '../admin/change-user.ts';
import { countUsers, listUsers } from '../admin/list-users.ts';
import { createUserAsAdmin, requireUser, deleteUserAsAdmin, deleteFactorOfUser } from '../admin/users.ts';
import { invalid } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { authBaseUrl, AUDIENCE } from '../keys/keys.ts';
import type { UserRow } from '../schema.ts';
import { listFactors } from '../users/factors.ts';
import { loadAccount } from '../users/shown-account.ts';
import { type Call, readBody, parseEmail } from './http.ts';
import { refusePhone } from './not-offered.ts';
import { userReply, factorReply } from './user-reply.ts';

const userBody = {
  email: z.optional(z.string()),
  password: z.optional(z.string()),
  user_metadata: metadataField,
  app_metadata: metadataField,
  ban_duration: z.optional(z.string()),
};

const createUserBody = z.object({
  ...userBody,
  id: z.optional(z.string().check(z.refine(isUuid))),
  role: z.optional(
    z.literal('authenticated', 'Everybody is "authenticated"; operators are made by `npm run operator`.'),
  ),
  phone: z.optional(z.string()),
  email_confirm: z._default(z.boolean(), false),
});

export async function postUser(ctx: IdentityContext, call: Call): Promise<Response> {
  const body = await readBody(call, createUserBody);
  if (!body.email) {
    refusePhone(body, 'signup');
    throw invalid('Cannot create a user without either an email or phone');
  }
  const { id, email_confirm: isConfirmed } = body;
  const given = { id, email: parseEmail(body.email), isConfirmed, ...commonFields(body) };
  return call.json(userReply(await createUserAsAdmin(ctx, given, call.var.client)));
}

function commonFields(body: z.output<z.ZodMiniObject<typeof userBody>>) {
  const {
    password,
    user_metadata: userMetadata = {},
    app_metadata: appMetadata = {},
    ban_duration: banDuration,
  } = body;
  return { password, userMetadata, appMetadata, banDuration };
}

const changeUserBody = z.object({ ...userBody, email_confirm: z._default(z.boolean(), false) });

export async function putUserOfId(ctx: IdentityContext, call: Call): Promise<Response> {
  const user = await userOf(ctx, call);
  const body = await readBody(call, changeUserBody);
  const email = body.email ? parseEmail(body.email) : null;
  const change = { email, confirmEmail: body.email_confirm, ...commonFields(body) };
  return call.json(userReply(await changeUserAsAdmin(ctx, user, change, call.var.client)));
}

export async function getUserOfId(ctx: IdentityContext, call: Call): Promise<Response> {
  return call.json(userReply(await loadAccount(ctx.db, await userOf(ctx, call))));
}

async function userOf(ctx: IdentityContext, call: Call): Promise<UserRow> {
  return await requireUser(ctx, call.req.param('id') ?? '');
}

const deleteUserBody = z.object({ should_soft_delete: z._default(z.boolean(), false) });

export async function deleteUserOfId(ctx: IdentityContext, call: Call): Promise<Response> {
  const { id } = await userOf(ctx, call);
  const { should_soft_delete: soft } = await readBody(call, deleteUserBody, { mayBeEmpty: true });
  await deleteUserAsAdmin(ctx, id, { soft });
  return call.json({});
}

export async function getFactors(ctx: IdentityContext, call: Call): Promise<Response> {
  const user = await userOf(ctx, call);
  return call.json((await listFactors(ctx.db, user.id)).map(factorReply));
}

export async function deleteFactorOfId(ctx: IdentityContext, call: Call): Promise<Response> {
  const user = await userOf(ctx, call);
  return call.json(factorReply(await deleteFactorOfUser(ctx, user, call.req.param('fid') ?? '', call.var.client)));
}

const PER_PAGE = 50;
const MOST_PER_PAGE = 1000;

/** GET /admin/users, newest first (rules/auth-wire 56). */
export async function getUsers(ctx: IdentityContext, call: Call): Promise<Response> {
  const page = positiveInteger(call.req.query('page'), 1);
  const perPage = Math.min(positiveInteger(call.req.query('per_page'), PER_PAGE), MOST_PER_PAGE);
  const total = await countUsers(ctx.db);
  const last = Math.max(1, Math.ceil(total / perPage));
  // auth-js reads the page number after the first `=` of each link.
  const link = (to: number, rel: string) =>
    `<${authBaseUrl(ctx.config)}/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  call.header('X-Total-Count', String(total));
  call.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
  return call.json({ users: (await listUsers(ctx.db, page, perPage)).map(userReply), aud: AUDIENCE });
}

function positiveInteger(text: string | undefined, fallback: number): number {
  if (!text) return fallback;
  if (!/^[1-9]\d{0,7}$/.test(text)) throw invalid('Bad Pagination Parameters');
  return Number(text);
}
