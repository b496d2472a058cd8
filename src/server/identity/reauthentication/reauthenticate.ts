import * as z from 'zod/mini';
import type { IdentityContext } from '../context.ts';
import { queueEmailToOwner } from '../emails/account-emails.ts';
import { audit } from '../audit.ts';
import { lockBearer, refuseOwingSecondStep, requireBearer } from '../session/bearer.ts';
import { replaceSession } from '../session/replace-session.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, type Call } from '../wire/http.ts';
import { limitEmail, limitEmailOfDay } from '../limits/email-limits.ts';
import { limitCaller } from '../limits/limits.ts';
import { inMinutes, tokenLifetimeSeconds } from '../emails/link-emails.ts';
import { issueCode } from '../users/one-time-tokens.ts';
import { requireProof, requireSamePassword } from './require-reauthentication.ts';
import { changeUser } from '../users/queries.ts';

export async function reauthenticate(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  const { user } = bearer;
  const { client } = call.var;
  await limitCaller(ctx, 'account', client);
  if (!user.emailConfirmedAt) {
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  await limitEmail(ctx, 'reauthentication', user.email, client);
  await limitEmailOfDay(ctx, 'reauthentication', user.email, client);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    refuseOwingSecondStep(await lockBearer(ctx, tx, bearer));
    const lifetimeSeconds = tokenLifetimeSeconds(ctx, 'reauthentication');
    const order = {
      userId: user.id,
      purpose: 'reauthentication',
      email: user.email,
      payload: {},
      lifetimeSeconds,
    } as const;
    const { id, code } = await issueCode(tx, order, now);
    const data = { code, validMinutes: inMinutes(lifetimeSeconds) };
    await queueEmailToOwner(ctx, tx, user, { kind: 'reauthentication-code', occasion: id, data });
    await changeUser(tx, user.id, { reauthenticationSentAt: now }, now);
    await audit(tx, { action: 'user_reauthenticate_requested', userId: user.id, client }, now);
  });
  return call.json({});
}

const proofBody = z.object({ current_password: z.optional(z.string()), nonce: z.optional(z.string()) });

/** POST /reauthenticate, ours: answers with a session in the place of the caller's (rules/accounts 62). */
export async function takeProof(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  await limitCaller(ctx, 'account', call.var.client);
  const { current_password: password, nonce } = await readBody(call, proofBody);
  if (!password && !nonce) throw invalid('Reauthentication requires a nonce or the current password');
  const method = await requireProof(ctx, bearer, { password, nonce });
  const reply = await ctx.db.transaction(async (tx) => {
    const active = await lockBearer(ctx, tx, bearer);
    refuseOwingSecondStep(active);
    requireSamePassword(bearer, active);
    return await replaceSession(ctx, tx, active, method);
  });
  return call.json(reply);
}
