import type { IdentityContext } from '../context.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { audit } from '../audit/audit.ts';
import { requireBearer, userIsGone } from '../session/bearer.ts';
import { clientOf } from '../../platform/http/client.ts';
import { AuthError } from '../wire/errors.ts';
import type { Call } from '../wire/http.ts';
import { forgive, limitAccount, limitCaller, limitMail } from '../limits/limits.ts';
import { inMinutes, tokenLifetimeSeconds } from '../emails/link-emails.ts';
import { deleteToken, issueCode, tryCode } from '../users/one-time-tokens.ts';
import type { UserRow } from '../rows.ts';
import { changeUser, lockUser } from '../users/queries.ts';

/** GET /reauthenticate: mails six digits that PUT /user takes as `nonce` (rules/auth-wire 43). */
export async function reauthenticate(ctx: IdentityContext, call: Call): Promise<Response> {
  const { user } = await requireBearer(ctx, call.req.header('authorization'));
  const client = clientOf(ctx.config, call);
  await limitCaller(ctx, 'account', client);
  if (!user.emailConfirmedAt) {
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  await limitMail(ctx, user.email);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    if ((await lockUser(tx, user.id)) === null) throw userIsGone();
    const lifetimeSeconds = tokenLifetimeSeconds(ctx, 'reauthentication');
    const order = {
      userId: user.id,
      purpose: 'reauthentication',
      email: user.email,
      payload: {},
      lifetimeSeconds,
    } as const;
    const { id, code } = await issueCode(tx, order, now);
    await queueEmail(ctx, tx, {
      kind: 'reauthentication-code',
      dedupeKey: `reauthentication:${id}`,
      to: user.email,
      userId: user.id,
      data: { code, validMinutes: inMinutes(lifetimeSeconds) },
    });
    await changeUser(tx, user.id, { reauthenticationSentAt: now }, now);
    await audit(tx, { action: 'user_reauthenticate_requested', userId: user.id, client }, now);
  });
  return call.json({});
}

/** Uses the nonce up. Guesses have a count of their own, which nobody can fill who is not signed in. @throws AuthError reauthentication_not_valid, over_request_rate_limit */
export async function requireNonce(ctx: IdentityContext, user: UserRow, nonce: string): Promise<void> {
  await limitAccount(ctx, 'nonce', user.id);
  const matched = await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const token = await tryCode(tx, user.id, 'reauthentication', nonce, ctx.clock.now());
    if (token) await deleteToken(tx, token.id);
    return token !== null;
  });
  if (!matched) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  await forgive(ctx, 'nonce', user.id);
}
