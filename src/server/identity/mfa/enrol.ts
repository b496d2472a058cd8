import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { text } from '../../../contract/fields.ts';
import type { IdentityContext } from '../context.ts';
import { audit } from '../audit.ts';
import { lockBearer, refuseOwingSecondStep, requireBearer } from '../session/bearer.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, type Call } from '../wire/http.ts';
import { limitCaller } from '../limits/limits.ts';
import { requireRecentProof } from '../reauthentication/require-reauthentication.ts';
import type { FactorRow } from '../schema.ts';
import { CHALLENGE_LIFETIME_MS } from './verify-factor.ts';
import { deleteAbandonedFactors, insertFactor, listFactors } from '../users/factors.ts';
import { issueRecoveryCodes } from '../users/recovery-codes.ts';
import { newEnrolment } from './totp.ts';

const enrolBody = z.object({
  factor_type: z.optional(z.string()),
  friendly_name: z._default(text(100), ''),
  /** A QR code holds no more when each character needs twelve. */
  issuer: z.optional(text(60)),
});

const FACTOR_LIMIT = 10;

/** POST /factors (rules/auth-wire 51). The recovery codes are ours: GoTrue has none. */
export async function enrolFactor(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  const { client } = call.var;
  await limitCaller(ctx, 'factor', client);
  const body = await readBody(call, enrolBody);
  if (body.factor_type !== 'totp') throw invalid('factor_type needs to be totp');
  const friendlyName = body.friendly_name;
  const enrolment = newEnrolment(body.issuer || new URL(ctx.config.siteUrl).host, bearer.user.email);
  const id = randomUUID();
  const now = ctx.clock.now();
  const recoveryCodes = await ctx.db.transaction(async (tx) => {
    const active = await lockBearer(ctx, tx, bearer);
    const { user } = active;
    refuseOwingSecondStep(active);
    requireRecentProof(ctx, active.session);
    await deleteAbandonedFactors(tx, user.id, new Date(now.getTime() - CHALLENGE_LIFETIME_MS));
    requireRoomFor(friendlyName, await listFactors(tx, user.id));
    const secret = ctx.keys.seal(enrolment.secret);
    const kind = { factorType: 'totp', status: 'unverified' } as const;
    await insertFactor(tx, { id, userId: user.id, friendlyName, secret, ...kind, createdAt: now, updatedAt: now });
    await audit(tx, { action: 'factor_in_progress', userId: user.id, client, detail: { factor_id: id } }, now);
    return await issueRecoveryCodes(tx, id);
  });
  const { qrCode, base32, uri } = enrolment;
  const totp = { qr_code: qrCode, secret: base32, uri };
  return call.json({ id, type: 'totp', friendly_name: friendlyName, totp, recovery_codes: recoveryCodes });
}

function requireRoomFor(name: string, factors: readonly FactorRow[]): void {
  if (factors.length >= FACTOR_LIMIT) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
  if (name !== '' && factors.some(({ friendlyName }) => friendlyName === name)) {
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    );
  }
}
