import { and, eq, lte, sql } from 'drizzle-orm';
import type { IdentityContext } from '../context.ts';
import { users, type UserRow } from '../schema.ts';
import { preparedStatement } from '../../platform/db/prepared.ts';
import type { Client } from '../../platform/http/client.ts';
import { insertUse, useParams } from '../../platform/rate-limits/rate-limits.ts';
import { accountUse, callerUse, tooManyRequests } from './limits.ts';

export interface Guess {
  readonly key: string;
  readonly user: GuessedUser | null;
}

export type GuessedUser = Pick<UserRow, keyof typeof GUESSED>;

const GUESSED = {
  id: users.id,
  passwordHash: users.passwordHash,
  passwordChangedAt: users.passwordChangedAt,
  emailConfirmedAt: users.emailConfirmedAt,
  bannedUntil: users.bannedUntil,
};

/**
 * Counts a guess before it is compared, in one round trip (decision 021). `email` in lower case.
 * @throws AuthError over_request_rate_limit
 */
export async function admitGuess(ctx: IdentityContext, email: string, client: Client): Promise<Guess> {
  const [caller, account] = [callerUse(ctx, 'token', client), accountUse(ctx, 'password', email)];
  const [admitted] = await admitStatement(ctx.db).execute({
    ...useParams('caller', caller),
    ...useParams('account', account),
    email,
  });
  if (!admitted || admitted.points > account.limit) throw tooManyRequests();
  return { key: account.key, user: admitted.user };
}

/** A caller over its own limit must not use up an account's. */
const admitStatement = preparedStatement((db) => {
  const caller = db.$with('caller').as(insertUse(db, 'caller'));
  const isWithin = sql`from ${caller} where ${caller.points} <= ${sql.placeholder('caller.limit')}`;
  const account = db.$with('account').as(insertUse(db, 'account', isWithin));
  const isTheirs = eq(sql`lower(${users.email})`, sql.placeholder('email'));
  return db
    .with(caller, account)
    .select({ points: account.points, user: GUESSED })
    .from(account)
    .leftJoin(users, and(isTheirs, lte(account.points, sql.placeholder('account.limit'))))
    .prepare('admit-guess');
});
