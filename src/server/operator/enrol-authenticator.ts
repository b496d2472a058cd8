import type { enrolAuthenticator, getAuthenticator } from '../../contract/operator/constants.ts';
import { ApiError, orNotFound } from '../platform/api-error.ts';
import { enforceLimit } from '../platform/rate-limits/rate-limits.ts';
import type { Handler } from '../identity/serve.ts';
import { findSessionFactor, redeemEnrolmentCode } from '../identity/operators/roles.ts';

const ATTEMPTS = { points: 10, seconds: 15 * 60, rolling: true } as const;

export const handleGetAuthenticator: Handler<typeof getAuthenticator> = async ({ ctx, user }) => {
  const { opensConsole, role } = orNotFound(await findSessionFactor(ctx.db, user), 'authenticator');
  return { opensConsole, role };
};

export const handleEnrolAuthenticator: Handler<typeof enrolAuthenticator> = async ({ ctx, user, body: { code } }) => {
  await enforceLimit(ctx, `console-code:${user.userId}`, ATTEMPTS, 'Too many codes. Wait a quarter of an hour.');
  const { role } = orNotFound(await findSessionFactor(ctx.db, user), 'authenticator');
  if (await redeemEnrolmentCode(ctx, user, code)) return { opensConsole: true, role };
  const message = 'That isn’t the code, or it was used or is more than a day old.';
  throw new ApiError('validation_failed', message, { code: message });
};
