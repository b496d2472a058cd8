import type { WrongCodesData } from '../../../emails/wrong-codes.ts';
import { countUse, findUse, type Limit } from '../../platform/rate-limits/rate-limits.ts';
import type { IdentityContext } from '../context.ts';
import { queueEmailToOwner } from '../emails/account-emails.ts';
import type { UserRow } from '../schema.ts';
import { accountKey, giveBackAttempt, tooManyRequests } from './limits.ts';

export type CodeSource = WrongCodesData['source'];

const WRONG_CODES_OF_DAY: Limit = { points: 20, seconds: 86_400 };

const nameOf = (source: CodeSource) => `wrong-codes-${source}` as const;

/**
 * `account`: a user's id or email address.
 * @throws AuthError over_request_rate_limit
 */
export async function admitCode(ctx: IdentityContext, source: CodeSource, account: string): Promise<void> {
  if ((await countUse(ctx, accountKey(ctx, nameOf(source), account), WRONG_CODES_OF_DAY)) > 0) throw tooManyRequests();
}

export async function giveBackCode(ctx: IdentityContext, source: CodeSource, account: string): Promise<void> {
  await giveBackAttempt(ctx, nameOf(source), account);
}

export async function reportWrongCode(
  ctx: IdentityContext,
  source: CodeSource,
  account: string,
  owner: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  const use = await findUse(ctx, accountKey(ctx, nameOf(source), account), WRONG_CODES_OF_DAY);
  if (!use.isSpent) return;
  const data = { source, reachedAt: ctx.clock.now().toISOString() };
  const occasion = `${owner.id}:${source}:${use.expire}`;
  await ctx.db.transaction(async (tx) => {
    await queueEmailToOwner(ctx, tx, owner, { kind: 'wrong-codes', occasion, data });
  });
}
