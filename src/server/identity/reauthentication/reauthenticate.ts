import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { queueEmailToOwner } from '../emails/account-emails.ts';
import { tokenLifetimeSeconds, inMinutes } from '../emails/link-emails.ts';
import { limitEmail, limitEmailOfDay } from '../limits/email-limits.ts';
import { limitCaller } from '../limits/limits.ts';
import { type Proof, requireProof, requireSamePassword } from './require-reauthentication.ts';
import { type Bearer, refuseOwingSecondStep, lockBearer } from '../session/bearer.ts';
import { replaceSession } from '../session/replace-session.ts';
import type { SessionTokens } from '../session/session-tokens.ts';
import { issueCode } from '../users/one-time-tokens.ts';
import { changeUser } from '../users/queries.ts';

export async function sendReauthenticationCode(ctx: IdentityContext, bearer: Bearer, client: Client): Promise<void> {
  const { user } = bearer;
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
}

/** Returns a new session that replaces the caller's (rules/accounts 62). */
export async function takeProof(ctx: IdentityContext, bearer: Bearer, proof: Proof): Promise<SessionTokens> {
  const method = await requireProof(ctx, bearer, proof);
  return await ctx.db.transaction(async (tx) => {
    const active = await lockBearer(ctx, tx, bearer);
    refuseOwingSecondStep(active);
    requireSamePassword(bearer, active);
    return await replaceSession(ctx, tx, active, method);
  });
}
