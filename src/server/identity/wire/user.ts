import { metadataField } from './signup-data.ts';
import * as z from 'zod/mini';
import { AuthError, invalid } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { limitCaller } from '../limits/limits.ts';
import { sendReauthenticationCode, takeProof } from '../reauthentication/reauthenticate.ts';
import { requireBearerAtAnyStep, owesSecondStep, requireBearer } from '../session/bearer.ts';
import { isSignOutScope, signOut } from '../session/sign-out.ts';
import { withoutExpiredChange } from '../update-user/email-change.ts';
import { requireSecondFactor, updateUser } from '../update-user/update-user.ts';
import { loadAccount } from '../users/shown-account.ts';
import { type Call, readBody, parseEmail } from './http.ts';
import { pkceFields, linkOptions } from './pkce.ts';
import { sessionReply } from './session-reply.ts';
import { userReply, replyBeforeSecondStep } from './user-reply.ts';

/** GET /user (rules/auth-wire 46). */
export async function getUser(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearerAtAnyStep(ctx, call.req.header('authorization'));
  const reply = userReply(await loadAccount(ctx.db, withoutExpiredChange(ctx, bearer.user)));
  return call.json(owesSecondStep(bearer) ? replyBeforeSecondStep(reply) : reply);
}

const userBody = z.object({
  email: z.optional(z.string()),
  password: z.optional(z.string()),
  current_password: z.optional(z.string()),
  nonce: z.optional(z.string()),
  data: metadataField,
  app_metadata: z.optional(z.unknown()),
  ...pkceFields,
});

/** PUT /user (rules/auth-wire 47). */
export async function putUser(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearerAtAnyStep(ctx, call.req.header('authorization'));
  requireSecondFactor(bearer);
  await limitCaller(ctx, 'account', call.var.client);
  const body = await readBody(call, userBody);
  const email = body.email ? parseEmail(body.email) : undefined;
  if (body.app_metadata !== undefined) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  const { password, data } = body;
  const proof = { password: body.current_password, nonce: body.nonce };
  const changes = { email, password, data, proof, ...linkOptions(ctx, call, body) };
  return call.json(userReply(await updateUser(ctx, bearer, changes)));
}

export async function postLogout(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearerAtAnyStep(ctx, call.req.header('authorization'));
  const scope = call.req.query('scope') || 'global';
  if (!isSignOutScope(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
  await signOut(ctx, bearer, scope, call.var.client);
  return call.body(null, 204);
}

/** GET /reauthenticate: sends a code by email. */
export async function getReauthenticate(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  await sendReauthenticationCode(ctx, bearer, call.var.client);
  return call.json({});
}

const proofBody = z.object({ current_password: z.optional(z.string()), nonce: z.optional(z.string()) });

/** POST /reauthenticate: this route is ours; GoTrue doesn't have it (rules/accounts 62). */
export async function postReauthenticate(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  await limitCaller(ctx, 'account', call.var.client);
  const { current_password: password, nonce } = await readBody(call, proofBody);
  if (!password && !nonce) throw invalid('Reauthentication requires a nonce or the current password');
  return call.json(sessionReply(ctx, await takeProof(ctx, bearer, { password, nonce })));
}
