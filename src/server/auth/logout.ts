import type { Context } from '../context.ts';
import { audit } from './audit.ts';
import { requireBearer } from './bearer.ts';
import { clientOf } from './client.ts';
import { invalid } from './errors.ts';
import type { Call } from './http.ts';
import { deleteAllSessions, deleteOtherSessions, deleteSession } from './sessions.ts';

/** Which sessions end; `global` when nothing is said (AUTH-CONTRACT §3.7). */
const SCOPES = {
  global: (ctx: Context, userId: string) => deleteAllSessions(ctx.db, userId),
  local: (ctx: Context, _userId: string, sessionId: string) => deleteSession(ctx.db, sessionId),
  others: (ctx: Context, userId: string, sessionId: string) => deleteOtherSessions(ctx.db, userId, sessionId),
} as const;

/** POST /logout. */
export async function logOut(ctx: Context, call: Call): Promise<Response> {
  const { user, session } = await requireBearer(ctx, call.req.header('authorization'));
  const scope = call.req.query('scope') ?? 'global';
  if (!isScope(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
  await SCOPES[scope](ctx, user.id, session.id);
  const client = clientOf(ctx.config, call);
  await audit(ctx.db, { action: 'logout', userId: user.id, client, detail: { scope } }, ctx.clock.now());
  return call.body(null, 204);
}

function isScope(scope: string): scope is keyof typeof SCOPES {
  return Object.hasOwn(SCOPES, scope);
}
