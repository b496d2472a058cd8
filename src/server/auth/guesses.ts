import { and, eq, lte, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { users } from '../db/auth-schema.ts';
import { preparedOn } from '../db/prepared.ts';
import type { Client } from './client.ts';
import { bind, counting } from './limit-queries.ts';
import { accountUse, callerUse, tooManyRequests } from './limits.ts';
import type { UserRow } from './rows.ts';

/**
 * Counts a guess at an account's password before it is compared, so that of many at once no more than the limit get that far, and
 * says whose password it would be; null for nobody's. In one round trip: a sign-in is to cost little more than its hash.
 * `email` in lower case.
 * @throws AuthError over_request_rate_limit
 */
export async function admitGuess(ctx: Context, email: string, client: Client): Promise<UserRow | null> {
  const [caller, account] = [callerUse(ctx, 'token', client), accountUse(ctx, 'password', email)];
  const bindings = { ...bind('caller', caller), ...bind('account', account), email };
  const [admitted] = await admitStatement(ctx.db).execute(bindings);
  if (!admitted?.account || admitted.account.points > account.limit) throw tooManyRequests();
  return admitted.users;
}

/** A caller who has used his own allowance up cannot use up an account's as well and so keep its owner out. */
const admitStatement = preparedOn((db) => {
  const caller = db.$with('caller').as(counting(db, 'caller'));
  const isWithin = sql`from ${caller} where ${caller.points} <= ${sql.placeholder('caller.limit')}`;
  const account = db.$with('account').as(counting(db, 'account', isWithin));
  const isTheirs = eq(sql`lower(${users.email})`, sql.placeholder('email'));
  return db
    .with(caller, account)
    .select()
    .from(caller)
    .leftJoin(account, sql`true`)
    .leftJoin(users, and(isTheirs, lte(account.points, sql.placeholder('account.limit'))))
    .prepare('admit-guess');
});
