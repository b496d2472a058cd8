import type { Transaction } from '../../platform/db/database.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import type { GoogleProfile } from './openid.ts';
import type { UserRow } from '../schema.ts';
import { type Bearer, refuseOwingSecondStep } from '../session/bearer.ts';
import { type FlowStateRow, lockLinking } from '../session/flow-states.ts';
import { findIdentity } from '../users/identities.ts';

/** @throws AuthError reauthentication_not_valid if the Google account isn't linked to this user */
export async function requireLinkedAccount(
  ctx: IdentityContext,
  tx: Transaction,
  flow: FlowStateRow,
  { subject }: GoogleProfile,
): Promise<Bearer> {
  const active = await lockLinking(ctx, tx, flow);
  refuseOwingSecondStep(active);
  requireNoPassword(active.user);
  const identity = await findIdentity(tx, 'google', subject);
  if (identity?.userId !== active.user.id) throw notValid('That Google account is not linked to this user');
  return active;
}

export function requireNoPassword({ passwordHash }: UserRow): void {
  if (passwordHash !== null) throw notValid('Reauthenticate with the current password or a nonce');
}

function notValid(message: string): AuthError {
  return new AuthError(422, 'reauthentication_not_valid', message);
}
