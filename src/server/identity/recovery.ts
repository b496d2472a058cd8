import * as z from 'zod/mini';
import type { IdentityContext } from './context.ts';
import { audit } from './audit.ts';
import { invalid } from './auth-error.ts';
import { inConstantTime } from './wire/constant-time.ts';
import { parseEmail, readBody, type Call } from './wire/http.ts';
import { isWithinDay, limitEmail } from './limits/email-limits.ts';
import { limitCaller } from './limits/limits.ts';
import { queueLink } from './emails/link-emails.ts';
import { codeChallengeIn, pkceFields } from './wire/pkce.ts';
import { requestedRedirect } from './wire/redirects.ts';
import { changeUser, lockUserByEmail } from './users/queries.ts';

const recoverBody = z.object({ email: z.optional(z.string()), ...pkceFields });

/** POST /recover (rules/auth-wire 37). */
export async function recover(ctx: IdentityContext, call: Call): Promise<Response> {
  await limitCaller(ctx, 'account', call.var.client);
  const body = await readBody(call, recoverBody);
  return await inConstantTime(() => requestRecovery(ctx, call, body));
}

async function requestRecovery(ctx: IdentityContext, call: Call, body: z.infer<typeof recoverBody>): Promise<Response> {
  const { client } = call.var;
  if (!body.email) throw invalid('Password recovery requires an email');
  const email = parseEmail(body.email);
  const codeChallenge = codeChallengeIn(body);
  const redirectTo = requestedRedirect(ctx.config, call);
  await limitEmail(ctx, 'recovery', email, client);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user || user.deletedAt || !(await isWithinDay(ctx, tx, 'recovery', email, client))) return;
    const payload = codeChallenge === undefined ? {} : { codeChallenge };
    const request = { userId: user.id, email, payload, redirectTo };
    await queueLink(ctx, tx, 'recovery', request, { kind: 'recovery', dataOf: (resetUrl) => ({ resetUrl }) });
    await changeUser(tx, user.id, { recoverySentAt: now }, now);
    await audit(tx, { action: 'user_recovery_requested', userId: user.id, client }, now);
  });
  return call.json({});
}
