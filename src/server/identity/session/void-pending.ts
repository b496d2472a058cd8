import type { Transaction } from '../../platform/db/database.ts';
import { deleteFlowsOf } from './flow-states.ts';
import { deleteAllTokens } from '../users/one-time-tokens.ts';
import { changeUser } from '../users/queries.ts';

/**
 * Voids emailed links and codes, PKCE flows and a pending email change (rules/auth-wire 39, 49). The caller holds the
 * user's lock.
 */
export async function voidPending(tx: Transaction, userId: string, now: Date): Promise<void> {
  await deleteAllTokens(tx, userId);
  await deleteFlowsOf(tx, userId);
  await changeUser(tx, userId, { newEmail: null, emailChangeConfirmStatus: 0 }, now);
}
