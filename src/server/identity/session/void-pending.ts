import type { Transaction } from '../../platform/db/database.ts';
import { deleteFlowsOf } from './flow-states.ts';
import { deleteAllTokens } from '../users/one-time-tokens.ts';
import { changeUser } from '../users/queries.ts';

/**
 * Voids whatever is still out: mailed links and codes (rules/auth-wire 39, 49), codes and ways to Google of the PKCE flow, and the
 * address that the account was to move to, or else anybody could have the links to it sent once more. Whoever calls holds the user.
 */
export async function voidPending(tx: Transaction, userId: string, now: Date): Promise<void> {
  await deleteAllTokens(tx, userId);
  await deleteFlowsOf(tx, userId);
  await changeUser(tx, userId, { newEmail: null, emailChangeConfirmStatus: 0 }, now);
}
