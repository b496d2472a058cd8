import { isUuid } from '../../../contract/fields.ts';
import type { IdentityContext } from '../context.ts';
import { clientOf } from '../../platform/http/client.ts';
import { AuthError } from '../wire/errors.ts';
import type { Call } from '../wire/http.ts';
import { findFactor, listFactors } from '../users/factors.ts';
import { removeFactor } from '../mfa/unenrol.ts';
import { factorReply } from '../users/user-reply.ts';
import { lockUser } from '../users/queries.ts';
import { requireUser } from './users.ts';

export async function listFactorsOfUser(ctx: IdentityContext, call: Call): Promise<Response> {
  const user = await requireUser(ctx, call);
  return call.json((await listFactors(ctx.db, user.id)).map(factorReply));
}

/** DELETE /admin/users/{id}/factors/{fid}: for a user who has lost the telephone. */
export async function deleteFactorOfUser(ctx: IdentityContext, call: Call): Promise<Response> {
  const user = await requireUser(ctx, call);
  const factorId = call.req.param('fid') ?? '';
  const factor = isUuid(factorId) ? await findFactor(ctx.db, user.id, factorId) : null;
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await removeFactor(ctx, tx, user, factor, clientOf(ctx.config, call));
  });
  return call.json(factorReply(factor));
}
