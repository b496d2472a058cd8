import type { IdentityContext } from '../context.ts';
import type { SessionTokens } from '../session/session-tokens.ts';
import { userReply, replyBeforeSecondStep } from './user-reply.ts';

export type SessionReply = ReturnType<typeof sessionReply>;

export function sessionReply({ config }: IdentityContext, session: SessionTokens) {
  const user = userReply(session.account);
  return {
    access_token: session.accessToken,
    token_type: 'bearer' as const,
    expires_in: config.auth.jwtExpSeconds,
    expires_at: session.expiresAt,
    refresh_token: session.refreshToken,
    user: session.owesStep ? replyBeforeSecondStep(user) : user,
  };
}
