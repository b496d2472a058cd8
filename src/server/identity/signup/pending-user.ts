import { randomUUID } from 'node:crypto';
import type { Application } from '../users/accounts.ts';
import { emailClaims } from '../users/metadata.ts';
import { describeUser, type UserReply } from '../users/user-reply.ts';

/**
 * Made only of what was submitted: a stored account leaves no trace (decision 024). `id` is null when the address was
 * known (rules/auth-wire 22).
 */
export function pendingUserReply(id: string | null, { email, metadata }: Application, now: Date): UserReply {
  const userId = id ?? randomUUID();
  const claims = { ...metadata, ...emailClaims(userId, email, false) };
  const stamps = { createdAt: now, updatedAt: now };
  const user = {
    id: userId,
    email,
    emailConfirmedAt: null,
    confirmationSentAt: now,
    recoverySentAt: null,
    newEmail: null,
    emailChangeSentAt: null,
    reauthenticationSentAt: null,
    invitedAt: null,
    lastSignInAt: null,
    bannedUntil: null,
    deletedAt: null,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: claims,
    ...stamps,
  };
  const identity = {
    identityId: randomUUID(),
    userId,
    provider: 'email',
    providerId: userId,
    identityData: claims,
    email,
    lastSignInAt: now,
    ...stamps,
  };
  return describeUser(user, [identity], []);
}
