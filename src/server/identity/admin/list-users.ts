import { count, desc, inArray } from 'drizzle-orm';
import type { IdentityContext } from '../context.ts';
import { identities, mfaFactors, users } from '../schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { authBaseUrl, AUDIENCE } from '../keys/keys.ts';
import { invalid } from '../auth-error.ts';
import type { Call } from '../wire/http.ts';
import { describeUser, type UserReply } from '../wire/user-reply.ts';

const PER_PAGE = 50;
const MOST_PER_PAGE = 1000;

/** GET /admin/users, newest first (rules/auth-wire 56). */
export async function listUsers(ctx: IdentityContext, call: Call): Promise<Response> {
  const page = positiveInteger(call.req.query('page'), 1);
  const perPage = Math.min(positiveInteger(call.req.query('per_page'), PER_PAGE), MOST_PER_PAGE);
  const [total] = await ctx.db.select({ users: count() }).from(users);
  const last = Math.max(1, Math.ceil((total?.users ?? 0) / perPage));
  // auth-js reads the page off the first `=` of each link.
  const link = (to: number, rel: string) =>
    `<${authBaseUrl(ctx.config)}/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  call.header('X-Total-Count', String(total?.users ?? 0));
  call.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
  return call.json({ users: await pageOfUsers(ctx.db, page, perPage), aud: AUDIENCE });
}

function positiveInteger(text: string | undefined, fallback: number): number {
  if (!text) return fallback;
  if (!/^[1-9]\d{0,7}$/.test(text)) throw invalid('Bad Pagination Parameters');
  return Number(text);
}

async function pageOfUsers(db: Db, page: number, perPage: number): Promise<UserReply[]> {
  const rows = await db
    .select()
    .from(users)
    .orderBy(desc(users.createdAt), users.id)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const ids = rows.map(({ id }) => id);
  const ways = await db.select().from(identities).where(inArray(identities.userId, ids)).orderBy(identities.createdAt);
  const factors = await db.select().from(mfaFactors).where(inArray(mfaFactors.userId, ids));
  return rows.map((user) =>
    describeUser(
      user,
      ways.filter(({ userId }) => userId === user.id),
      factors.filter(({ userId }) => userId === user.id),
    ),
  );
}
