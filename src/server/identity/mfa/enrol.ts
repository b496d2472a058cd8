import { randomUUID } from 'node:crypto';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { type Enrolment, newEnrolment } from './totp.ts';
import { CHALLENGE_LIFETIME_MS } from './verify-factor.ts';
import { requireRecentProof } from '../reauthentication/require-reauthentication.ts';
import type { FactorRow } from '../schema.ts';
import { type Bearer, lockBearer, refuseOwingSecondStep } from '../session/bearer.ts';
import { deleteAbandonedFactors, listFactors, insertFactor } from '../users/factors.ts';
import { issueRecoveryCodes } from '../users/recovery-codes.ts';

export interface EnrolledFactor extends Omit<Enrolment, 'secret'> {
  readonly id: string;
  readonly recoveryCodes: readonly string[];
}

const FACTOR_LIMIT = 10;

export async function enrolFactor(
  ctx: IdentityContext,
  bearer: Bearer,
  { friendlyName, issuer }: { readonly friendlyName: string; readonly issuer: string | undefined },
  client: Client,
): Promise<EnrolledFactor> {
  const enrolment = newEnrolment(issuer || new URL(ctx.config.siteUrl).host, bearer.user.email);
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
  return { id, qrCode, base32, uri, recoveryCodes };
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
