import { ApiError, notFound } from '../../platform/api-error.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { audit, type AuditAction } from '../audit.ts';
import type { IdentityContext } from '../context.ts';
import { removeFactor } from '../mfa/unenrol.ts';
import type { UserRow } from '../schema.ts';
import { isBanned } from '../session/bearer.ts';
import { voidPending } from '../session/flow-states.ts';
import { deleteAllSessions } from '../session/queries.ts';
import { listFactors } from '../users/factors.ts';
import { changeUser, lockUser } from '../users/queries.ts';

/** A ban never ends automatically, so its end is far in the future. */
const BAN_YEARS = 100;

interface Action {
  readonly audited: AuditAction;
  /**
   * The caller must hold the user's lock.
   * @throws ApiError wrong_state
   */
  readonly change: (ctx: IdentityContext, tx: Transaction, user: UserRow) => Promise<void>;
  readonly endsSessions: boolean;
}

const ACTIONS = {
  remove_factor: { audited: 'factor_unenrolled', change: removeAllFactors, endsSessions: true },
  sign_out: { audited: 'logout', change: async () => {}, endsSessions: true },
  ban: { audited: 'user_modified', change: ban, endsSessions: true },
  unban: { audited: 'user_modified', change: unban, endsSessions: false },
} as const satisfies Record<string, Action>;

export type UserAction = keyof typeof ACTIONS;

/**
 * An operator's change of an account, in one transaction with both logs (rules/operators 16).
 * @returns how many sessions ended
 * @throws ApiError not_found, wrong_state
 */
export async function actOnUser(
  ctx: IdentityContext,
  userId: string,
  name: UserAction,
  act: OperatorAct,
): Promise<number> {
  if (act.operatorId === userId) {
    throw new ApiError('wrong_state', 'That is you. Ask another operator, or go to a terminal.');
  }
  const { audited, change, endsSessions }: Action = ACTIONS[name];
  return await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === null) throw notFound('subscriber');
    await change(ctx, tx, user);
    const ended = endsSessions ? await endSessions(ctx, tx, userId) : 0;
    const now = ctx.clock.now();
    const entry = { ...act, action: name, subject: `user:${userId}`, subscriptionId: null, detail: { ended } };
    await writeOperatorLog(tx, entry, now);
    await audit(tx, { action: audited, userId, client: null, detail: { by: 'operator', act: name } }, now);
    return ended;
  });
}

async function endSessions({ clock }: IdentityContext, tx: Transaction, userId: string): Promise<number> {
  await voidPending(tx, userId, clock.now());
  return await deleteAllSessions(tx, userId);
}

async function removeAllFactors(ctx: IdentityContext, tx: Transaction, user: UserRow): Promise<void> {
  const factors = await listFactors(tx, user.id);
  if (factors.length === 0) throw new ApiError('wrong_state', 'There is no authenticator on this account.');
  for (const factor of factors) await removeFactor(ctx, tx, user, factor, null);
}

async function ban({ clock }: IdentityContext, tx: Transaction, user: UserRow): Promise<void> {
  const now = clock.now();
  if (isBanned(user, now)) throw new ApiError('wrong_state', 'They are shut out already.');
  const bannedUntil = new Date(now);
  bannedUntil.setUTCFullYear(now.getUTCFullYear() + BAN_YEARS);
  await changeUser(tx, user.id, { bannedUntil }, now);
}

async function unban({ clock }: IdentityContext, tx: Transaction, user: UserRow): Promise<void> {
  const now = clock.now();
  if (!isBanned(user, now)) throw new ApiError('wrong_state', 'They are not shut out.');
  await changeUser(tx, user.id, { bannedUntil: null }, now);
}
