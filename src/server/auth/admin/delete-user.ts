import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { audit } from '../audit.ts';
import { clientOf } from '../client.ts';
import { eraseUser, makeNobody } from '../erase-user.ts';
import { readBody, type Call } from '../http.ts';
import { requireUser } from './users.ts';

const deleteUserBody = z.object({ should_soft_delete: z._default(z.boolean(), false) });

/**
 * DELETE /admin/users/{id} (AUTH-CONTRACT §3.19). Whoever has bought something stays in the books, as nobody in particular:
 * purchases must remain accountable.
 */
export async function deleteUserAsAdmin(ctx: Context, call: Call): Promise<Response> {
  const user = await requireUser(ctx, call);
  const hasBody = Number(call.req.header('content-length') ?? 0) > 0;
  const { should_soft_delete: soft } = hasBody ? await readBody(call, deleteUserBody) : { should_soft_delete: false };
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await (soft ? makeNobody : eraseUser)(tx, user, now);
    const client = clientOf(ctx.config, call);
    await audit(tx, { action: 'user_deleted', userId: user.id, client, detail: { soft } }, now);
  });
  return call.json({});
}
