import * as z from 'zod/mini';
import type { IdentityContext } from '../context.ts';
import { audit } from '../audit/audit.ts';
import { AuthError } from '../wire/errors.ts';
import { readBody, type Call } from '../wire/http.ts';
import { requireUser, userNotFound } from './users.ts';

const deleteUserBody = z.object({ should_soft_delete: z._default(z.boolean(), false) });

/** DELETE /admin/users/{id} (rules/auth-wire 57). Buyers stay in the books, anonymised. */
export async function deleteUserAsAdmin(ctx: IdentityContext, call: Call): Promise<Response> {
  const { id } = await requireUser(ctx, call);
  const { should_soft_delete: soft } = await readBody(call, deleteUserBody, { mayBeEmpty: true });
  await ctx.db.transaction(async (tx) => {
    const erased = await ctx.accountHooks.erase(ctx, tx, id, { retainRow: soft });
    if (erased === 'gone') throw userNotFound();
    if (erased === 'in use') throw new AuthError(422, 'validation_failed', 'A subscription of theirs is still running');
    await audit(tx, { action: 'user_deleted', userId: id, client: null, detail: { soft } }, ctx.clock.now());
  });
  return call.json({});
}
