import { randomUUID } from 'node:crypto';
import { AUDIENCE } from '../keys/keys.ts';
import type { IdentityRow } from '../schema.ts';
import type { Application } from '../users/accounts.ts';
import { emailClaims } from '../users/metadata.ts';
import type { ShownAccount, DescribedUser, ShownFactor } from '../users/shown-account.ts';

export type UserReply = ReturnType<typeof userReply>;

interface Described extends Omit<ShownAccount, 'user'> {
  readonly user: DescribedUser;
}

export function userReply({ user, identities, factors }: Described) {
  const confirmedAt = user.emailConfirmedAt;
  return {
    id: user.id,
    aud: AUDIENCE,
    role: 'authenticated',
    email: user.email,
    ...stamp('email_confirmed_at', confirmedAt),
    phone: '',
    ...stamp('confirmed_at', confirmedAt),
    ...stamp('invited_at', user.invitedAt),
    ...stamp('confirmation_sent_at', user.confirmationSentAt),
    ...stamp('recovery_sent_at', user.recoverySentAt),
    ...(user.newEmail && { new_email: user.newEmail }),
    ...stamp('email_change_sent_at', user.emailChangeSentAt),
    ...stamp('reauthentication_sent_at', user.reauthenticationSentAt),
    ...stamp('last_sign_in_at', user.lastSignInAt),
    ...stamp('banned_until', user.bannedUntil),
    ...stamp('deleted_at', user.deletedAt),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: identities.map(identityReply),
    ...(factors.length > 0 && { factors: factors.map(factorReply) }),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: false,
  };
}

export function replyBeforeSecondStep(reply: UserReply): UserReply {
  const { id, aud, role, email, phone, factors, created_at, updated_at, is_anonymous } = reply;
  const known = { id, aud, role, email, phone, created_at, updated_at, is_anonymous };
  return { ...known, app_metadata: {}, user_metadata: {}, identities: [], ...(factors && { factors }) };
}

function identityReply(row: IdentityRow) {
  return {
    identity_id: row.identityId,
    id: row.providerId,
    user_id: row.userId,
    identity_data: row.identityData,
    provider: row.provider,
    last_sign_in_at: (row.lastSignInAt ?? row.createdAt).toISOString(),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    email: row.email ?? '',
  };
}

export function factorReply(row: ShownFactor) {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    status: row.status,
    ...(row.friendlyName && { friendly_name: row.friendlyName }),
    factor_type: row.factorType,
    phone: '',
    ...stamp('last_challenged_at', row.lastChallengedAt),
  };
}

function stamp<K extends string>(key: K, instant: Date | null | undefined) {
  return (instant ? { [key]: instant.toISOString() } : {}) as Partial<Record<K, string>>;
}

/**
 * Made only from the request, so that it shows nothing about a stored account (decision 024). `id` is null if the
 * address has an account (rules/auth-wire 22).
 */
export function pendingUserReply(
  id: string | null,
  { email, metadata }: Pick<Application, 'email' | 'metadata'>,
  now: Date,
): UserReply {
  const userId = id ?? randomUUID();
  const claims = { ...metadata, ...emailClaims(userId, email, false) };
  const stamps = { createdAt: now, updatedAt: now };
  const user = {
    id: userId,
    email,
    confirmationSentAt: now,
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
  return userReply({ user, identities: [identity], factors: [] });
}
