import { randomUUID } from 'node:crypto';
import { isUuid } from '../../../contract/fields.ts';
import type { IdentityContext } from '../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { seconds } from '../session/access-tokens.ts';
import { audit } from '../audit/audit.ts';
import { lockBearer, requireBearer, type Bearer } from '../session/bearer.ts';
import { clientOf } from '../../platform/http/client.ts';
import { AuthError } from '../wire/errors.ts';
import type { Call } from '../wire/http.ts';
import { limitCaller } from '../limits/limits.ts';
import type { FactorRow } from '../schema.ts';
import { changeFactor, findFactor, insertChallenge } from '../users/factors.ts';

/** rules/auth-wire 51. */
export const CHALLENGE_LIFETIME_MS = 300_000;

export async function challengeFactor(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  const client = clientOf(ctx.config, call);
  await limitCaller(ctx, 'factor', client);
  const id = randomUUID();
  const now = ctx.clock.now();
  // Locked, so that a factor that is being removed does not come back.
  const factor = await ctx.db.transaction(async (tx) => {
    const standing = await lockBearer(ctx, tx, bearer);
    const challenged = await requireFactor(tx, standing, call.req.param('id'));
    await insertChallenge(tx, { id, factorId: challenged.id, ip: client.ip, createdAt: now });
    await changeFactor(tx, challenged.id, { lastChallengedAt: now }, now);
    const detail = { factor_id: challenged.id };
    await audit(tx, { action: 'challenge_created', userId: standing.user.id, client, detail }, now);
    return challenged;
  });
  const expiresAt = seconds(new Date(now.getTime() + CHALLENGE_LIFETIME_MS));
  return call.json({ id, type: factor.factorType, expires_at: expiresAt });
}

/** @throws AuthError validation_failed, mfa_factor_not_found */
export async function requireFactor(db: Db, { user }: Bearer, id = ''): Promise<FactorRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = await findFactor(db, user.id, id);
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}
