import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ROLES } from '../../domain/staff-roles.ts';
import type { Address } from '../../domain/address.ts';
import { createdAt, instant, updatedAt } from '../platform/db/columns.ts';

export const authSchema = pgSchema('auth');

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const users = authSchema.table(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** Argon2id in PHC format; null for users who only ever signed in with Google. */
    passwordHash: text('password_hash'),
    passwordChangedAt: instant('password_changed_at'),
    emailConfirmedAt: instant('email_confirmed_at'),
    confirmationSentAt: instant('confirmation_sent_at'),
    recoverySentAt: instant('recovery_sent_at'),
    newEmail: text('new_email'),
    emailChangeSentAt: instant('email_change_sent_at'),
    /** Which address has confirmed: 0 neither, 1 the old one, 2 the new one (rules/auth-wire 50). */
    emailChangeConfirmStatus: smallint('email_change_confirm_status').notNull().default(0),
    reauthenticationSentAt: instant('reauthentication_sent_at'),
    invitedAt: instant('invited_at'),
    lastSignInAt: instant('last_sign_in_at'),
    bannedUntil: instant('banned_until'),
    deletedAt: instant('deleted_at'),
    demonstration: boolean('demonstration').notNull().default(false),
    appMetadata: jsonb('app_metadata').$type<Record<string, unknown>>().notNull(),
    /** The user can write it, so it must never decide what they may do (rules/accounts 39). */
    userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    index('users_new_email_idx')
      .on(t.newEmail)
      .where(sql`${t.newEmail} is not null`),
    index('users_created_idx').on(t.createdAt),
    index('users_demonstration_idx')
      .on(t.id)
      .where(sql`${t.demonstration}`),
  ],
);

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const identities = authSchema.table(
  'identities',
  {
    /** The row's id, which a request to unlink the identity uses. */
    identityId: uuid('identity_id').primaryKey(),
    userId: userId(),
    provider: text('provider').notNull(),
    providerId: text('provider_id').notNull(),
    identityData: jsonb('identity_data').$type<Record<string, unknown>>().notNull(),
    email: text('email'),
    lastSignInAt: instant('last_sign_in_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    uniqueIndex('identities_provider_key').on(t.provider, t.providerId),
    index('identities_user_idx').on(t.userId),
  ],
);

export const sessions = authSchema.table(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    aal: text('aal', { enum: ['aal1', 'aal2'] })
      .notNull()
      .default('aal1'),
    factorId: uuid('factor_id'),
    /** The second step was a recovery code, which doesn't open the console. */
    byRecoveryCode: boolean('by_recovery_code').notNull().default(false),
    /** Encrypted HMAC key of this session's refresh tokens (rules/auth-wire 26). */
    refreshKey: bytea('refresh_key').notNull(),
    refreshCounter: integer('refresh_counter').notNull().default(0),
    refreshFloor: integer('refresh_floor').notNull().default(0),
    refreshedAt: instant('refreshed_at').notNull(),
    /** The time of the sign-in or of a later proof. A refresh doesn't change it. */
    reauthenticatedAt: instant('reauthenticated_at'),
    /** Until then the session may set a new password without another proof. */
    passwordResetUntil: instant('password_reset_until'),
    notAfter: instant('not_after'),
    ip: text('ip'),
    userAgent: text('user_agent'),
    createdAt,
    updatedAt,
  },
  (t) => [index('sessions_user_idx').on(t.userId), index('sessions_refreshed_idx').on(t.refreshedAt)],
);

export const sessionAmr = authSchema.table(
  'session_amr',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    method: text('method').notNull(),
    updatedAt,
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.method] })],
);

export interface TokenPayload {
  passwordHash?: string;
  userMetadata?: Record<string, unknown>;
  shippingAddress?: Address | null;
  /** The Google account that requested this email. The link connects only that account. */
  googleSubject?: string;
  /** The Google account that the link connects (rules/auth-wire 71). */
  googleAccount?: { subject: string; email: string; identityData: Record<string, unknown> };
  contested?: boolean;
  codeHash?: string;
  codeChallenge?: string;
}

export const oneTimeTokens = authSchema.table(
  'one_time_tokens',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    type: text('type').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    relatesTo: text('relates_to').notNull(),
    /** What the link changes when it is opened. It is never in user_metadata or a JWT. */
    payload: jsonb('payload').$type<TokenPayload>().notNull(),
    attempts: smallint('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt,
  },
  (t) => [
    uniqueIndex('one_time_tokens_hash_key').on(t.tokenHash),
    uniqueIndex('one_time_tokens_user_type_key').on(t.userId, t.type),
  ],
);

export const flowState = authSchema.table(
  'flow_state',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider').notNull(),
    redirectTo: text('redirect_to').notNull(),
    codeChallenge: text('code_challenge'),
    nonce: text('nonce'),
    providerCodeVerifier: text('provider_code_verifier'),
    linkingUserId: uuid('linking_user_id'),
    linkingSessionId: uuid('linking_session_id'),
    linkingAal: text('linking_aal', { enum: ['aal1', 'aal2'] }),
    isReauthentication: boolean('is_reauthentication').notNull().default(false),
    userId: uuid('user_id'),
    authCode: uuid('auth_code'),
    method: text('method'),
    usedAt: instant('used_at'),
    passwordResetUntil: instant('password_reset_until'),
    createdAt,
  },
  (t) => [
    uniqueIndex('flow_state_auth_code_key').on(t.authCode),
    index('flow_state_created_idx').on(t.createdAt),
    index('flow_state_user_idx')
      .on(t.userId)
      .where(sql`${t.userId} is not null`),
    index('flow_state_linking_user_idx')
      .on(t.linkingUserId)
      .where(sql`${t.linkingUserId} is not null`),
  ],
);

export const mfaFactors = authSchema.table(
  'mfa_factors',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    friendlyName: text('friendly_name'),
    factorType: text('factor_type', { enum: ['totp'] }).notNull(),
    status: text('status', { enum: ['unverified', 'verified'] }).notNull(),
    secret: bytea('secret').notNull(),
    /** Stored so that a code works only once (rules/auth-wire 52). */
    lastUsedStep: integer('last_used_step'),
    lastChallengedAt: instant('last_challenged_at'),
    /** True if a command at a terminal confirmed that it is the operator's (decision 036). */
    opensConsole: boolean('opens_console').notNull().default(false),
    createdAt,
    updatedAt,
  },
  (t) => [
    index('mfa_factors_user_idx').on(t.userId),
    uniqueIndex('mfa_factors_name_key')
      .on(t.userId, t.friendlyName)
      .where(sql`${t.friendlyName} <> ''`),
  ],
);

export const recoveryCodes = authSchema.table(
  'recovery_codes',
  {
    factorId: uuid('factor_id')
      .notNull()
      .references(() => mfaFactors.id, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.factorId, t.codeHash] })],
);

export interface RemovedIdentity {
  identityId: string;
  provider: string;
  providerId: string;
  identityData: Record<string, unknown>;
  email: string | null;
  createdAt: string;
}

export interface RemovedFactor {
  id: string;
  friendlyName: string | null;
  /** In base64, encrypted as in its own table. */
  secret: string;
  lastUsedStep: number | null;
  createdAt: string;
}

export type SecurityChange =
  | { kind: 'identity_linked'; provider: string; providerId: string }
  | { kind: 'identity_unlinked'; identity: RemovedIdentity }
  | { kind: 'factor_added'; factorId: string }
  | { kind: 'factor_removed'; factor: RemovedFactor }
  | { kind: 'password_changed'; madeIdentity: boolean }
  | { kind: 'email_changed' };

export const securityChanges = authSchema.table(
  'security_changes',
  {
    id: uuid('id').primaryKey(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    userId: userId(),
    change: jsonb('change').$type<SecurityChange>().notNull(),
    notifiedEmail: text('notified_email').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    undoneAt: instant('undone_at'),
    expiresAt: instant('expires_at').notNull(),
    createdAt,
  },
  (t) => [
    uniqueIndex('security_changes_token_key').on(t.tokenHash),
    index('security_changes_user_idx').on(t.userId, t.position),
    index('security_changes_expires_idx').on(t.expiresAt),
    index('security_changes_former_email_idx')
      .on(t.notifiedEmail)
      .where(sql`${t.change} ->> 'kind' = 'email_changed'`),
  ],
);

export const mfaChallenges = authSchema.table(
  'mfa_challenges',
  {
    id: uuid('id').primaryKey(),
    factorId: uuid('factor_id')
      .notNull()
      .references(() => mfaFactors.id, { onDelete: 'cascade' }),
    ip: text('ip'),
    verifiedAt: instant('verified_at'),
    createdAt,
  },
  (t) => [index('mfa_challenges_factor_idx').on(t.factorId), index('mfa_challenges_created_idx').on(t.createdAt)],
);

export const auditLog = authSchema.table(
  'audit_log',
  {
    id: uuid('id').primaryKey(),
    /** Not a foreign key, since the log is kept after the user is deleted. */
    userId: uuid('user_id'),
    action: text('action').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    ip: text('ip'),
    succeeded: boolean('succeeded').notNull(),
    createdAt,
  },
  (t) => [index('audit_log_user_idx').on(t.userId, t.createdAt), index('audit_log_created_idx').on(t.createdAt)],
);

export const operators = pgTable('operators', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  grantedAt: instant('granted_at').notNull(),
  role: text('role', { enum: ROLES }).notNull().default('owner'),
  /** The hash of the code that lets the operator's next authenticator open the console (decision 036). */
  enrolmentCodeHash: bytea('enrolment_code_hash'),
  enrolmentCodeExpiresAt: instant('enrolment_code_expires_at'),
});

export type UserRow = typeof users.$inferSelect;
export type IdentityRow = typeof identities.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
export type FactorRow = typeof mfaFactors.$inferSelect;
