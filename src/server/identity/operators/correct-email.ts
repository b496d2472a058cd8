import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { changeEmail } from '../admin/change-user.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { isOperator, lockUser } from '../users/queries.ts';

/**
 * Sends an email to the former address (rules/auth-wire 56).
 * @throws ApiError not_found, wrong_state, validation_failed
 */
export async function correctEmail(
  ctx: IdentityContext,
  userId: string,
  email: string,
  act: OperatorAct,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === null) throw notFound('subscriber');
    if (await isOperator(tx, userId)) throw new ApiError('wrong_state', 'Operators change their own email.');
    if (user.email === email) throw new ApiError('wrong_state', 'The account has this email already.');
    const now = ctx.clock.now();
    await changeEmail(ctx, tx, user, email, now).catch(refuseTaken);
    const detail = { by: 'operator', emailChange: 'corrected' };
    await audit(tx, { action: 'user_modified', userId, client: null, detail }, now);
    const subject = `user:${userId}`;
    await writeOperatorLog(tx, { ...act, action: 'correct_email', subject, subscriptionId: null, detail: {} }, now);
  });
}

function refuseTaken(error: unknown): never {
  if (!(error instanceof AuthError) || error.code !== 'email_exists') throw error;
  const message = 'Another account has this email.';
  throw new ApiError('validation_failed', message, { email: message });
}
