import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { audit } from '../audit.ts';
import { refuseOwingSecondStep, requireBearerAtAnyStep } from './bearer.ts';
import { invalid } from '../auth-error.ts';
import { deleteCodesOf } from './flow-states.ts';
import type { Call } from '../wire/http.ts';
import { deleteAllSessions, deleteOtherSessions, deleteSession } from './queries.ts';
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

export async function logOut(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearerAtAnyStep(ctx, call.req.header('authorization'));
  const { user, session } = bearer;
  const scope = call.req.query('scope') || 'global';
  if (!isScope(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
  if (scope !== 'local') refuseOwingSecondStep(bearer);
  const { client } = call.var;
  await ctx.db.transaction(async (tx) => {
    // Locked, since ending several sessions in different orders would deadlock.
    await lockUser(tx, user.id);
    await SCOPES[scope](tx, user.id, session.id);
    await audit(tx, { action: 'logout', userId: user.id, client, detail: { scope } }, ctx.clock.now());
  });
  return call.body(null, 204);
}

function isScope(scope: string): scope is keyof typeof SCOPES {
  return Object.hasOwn(SCOPES, scope);
}
