import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import type { IdentityContext } from '../context.ts';
import { type Bearer, refuseOwingSecondStep } from './bearer.ts';
import { deleteCodesOf } from './flow-states.ts';
import { deleteAllSessions, deleteSession, deleteOtherSessions } from './queries.ts';
import { lockUser } from '../users/queries.ts';

const SCOPES = {
  async global(tx: Transaction, userId: string) {
    await deleteCodesOf(tx, userId);
    await deleteAllSessions(tx, userId);
  },
  local: (tx: Transaction, _userId: string, sessionId: string) => deleteSession(tx, sessionId),
  async others(tx: Transaction, userId: string, sessionId: string) {
    await deleteCodesOf(tx, userId);
    await deleteOtherSessions(tx, userId, sessionId);
  },
} as const;

export type SignOutScope = keyof typeof SCOPES;

export function isSignOutScope(scope: string): scope is SignOutScope {
  return Object.hasOwn(SCOPES, scope);
}

export async function signOut(
  ctx: IdentityContext,
  bearer: Bearer,
  scope: SignOutScope,
  client: Client,
): Promise<void> {
  const { user, session } = bearer;
  if (scope !== 'local') refuseOwingSecondStep(bearer);
  await ctx.db.transaction(async (tx) => {
    // The user is locked, since ending several sessions in different orders could deadlock.
    await lockUser(tx, user.id);
    await SCOPES[scope](tx, user.id, session.id);
    await audit(tx, { action: 'logout', userId: user.id, client, detail: { scope } }, ctx.clock.now());
  });
}
