import * as z from 'zod/mini';
import { text } from '../../../contract/fields.ts';
import { cleanCode } from '../../../domain/typed-text.ts';
import { invalid } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { limitCaller } from '../limits/limits.ts';
import { enrolFactor } from '../mfa/enrol.ts';
import { unenrolFactor } from '../mfa/unenrol.ts';
import { challengeFactor, requireFactor, verifyFactor } from '../mfa/verify-factor.ts';
import { seconds } from '../session/access-tokens.ts';
import { requireBearer, requireBearerAtAnyStep } from '../session/bearer.ts';
import { type Call, readBody } from './http.ts';
import { sessionReply } from './session-reply.ts';

const enrolBody = z.object({
  factor_type: z.optional(z.string()),
  friendly_name: z._default(text(100), ''),
  /** Longer names might not fit into the QR code: encoded, a character takes twelve. */
  issuer: z.optional(text(60)),
});

/** POST /factors (rules/auth-wire 51). */
export async function postFactor(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  const { client } = call.var;
  await limitCaller(ctx, 'factor', client);
  const { factor_type: type, friendly_name: friendlyName, issuer } = await readBody(call, enrolBody);
  if (type !== 'totp') throw invalid('factor_type needs to be totp');
  const { id, qrCode, base32, uri, recoveryCodes } = await enrolFactor(ctx, bearer, { friendlyName, issuer }, client);
  const totp = { qr_code: qrCode, secret: base32, uri };
  return call.json({ id, type, friendly_name: friendlyName, totp, recovery_codes: recoveryCodes });
}

export async function postChallenge(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearerAtAnyStep(ctx, call.req.header('authorization'));
  const { client } = call.var;
  await limitCaller(ctx, 'factor', client);
  const { id, factorType, expiresAt } = await challengeFactor(ctx, bearer, call.req.param('id') ?? '', client);
  return call.json({ id, type: factorType, expires_at: seconds(expiresAt) });
}

const verifyBody = z.object({ challenge_id: z.optional(z.string()), code: z.optional(z.string()) });

/** POST /factors/{id}/verify (rules/auth-wire 52). */
export async function postFactorVerify(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearerAtAnyStep(ctx, call.req.header('authorization'));
  const { client } = call.var;
  await limitCaller(ctx, 'factor', client);
  const factor = await requireFactor(ctx.db, bearer, call.req.param('id') ?? '');
  const { challenge_id: challengeId = '', code: typed = '' } = await readBody(call, verifyBody);
  const code = cleanCode(typed);
  if (!code) throw invalid('Code needs to be non-empty');
  return call.json(sessionReply(ctx, await verifyFactor(ctx, bearer, factor, { challengeId, code }, client)));
}

/** DELETE /factors/{id} (rules/auth-wire 51). */
export async function deleteUserFactor(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  return call.json({ id: await unenrolFactor(ctx, bearer, call.req.param('id') ?? '', call.var.client) });
}
