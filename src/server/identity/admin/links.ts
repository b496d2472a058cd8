import type { Role } from '../../../domain/staff-roles.ts';
import type { Address } from '../../../domain/address.ts';
import type { EmailData, EmailKind } from '../../../emails/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { hashStrongPassword } from './users.ts';
import { type AuditAction, audit } from '../audit.ts';
import { AuthError, emailExists } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { issueLinkAndCode, queueLink } from '../emails/link-emails.ts';
import type { TokenPayload, UserRow } from '../schema.ts';
import { requireFreeEmail } from '../update-user/email-change.ts';
import { openAccount } from '../users/accounts.ts';
import type { Metadata } from '../users/metadata.ts';
import { deleteEmailChangeTokens } from '../users/one-time-tokens.ts';
import { findUserByEmail, lockUserByEmail, changeUser } from '../users/queries.ts';
import { loadAccount, type ShownAccount } from '../users/shown-account.ts';

export const LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type LinkPurpose = (typeof LINK_TYPES)[number];

const ACTIONS = {
  signup: 'user_confirmation_requested',
  invite: 'user_invited',
  magiclink: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change_current: 'user_modified',
  email_change_new: 'user_modified',
} as const satisfies Record<LinkPurpose, AuditAction>;

export interface LinkOrder {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly newEmail: string | null;
  readonly password: string | undefined;
  readonly metadata: Metadata;
  readonly shippingAddress: Address | null;
  readonly redirectTo: string;
}

export async function generateLink(ctx: IdentityContext, order: LinkOrder, client: Client) {
  const { purpose, newEmail, redirectTo } = order;
  if (newEmail !== null) {
    const user = await findUserByEmail(ctx.db, order.email);
    await requireFreeEmail(ctx, ctx.db, newEmail, user?.id ?? null);
  }
  const payload = await payloadOf(ctx, order);
  return await ctx.db.transaction(async (tx) => {
    const user = await recipientOf(ctx, tx, order, payload);
    const email = purpose === 'email_change_new' && newEmail !== null ? newEmail : user.email;
    const link = await issueLinkAndCode(ctx, tx, purpose, { userId: user.id, email, payload, redirectTo });
    const detail = { by: 'service_role', link: purpose };
    await audit(tx, { action: ACTIONS[purpose], userId: user.id, client, detail }, ctx.clock.now());
    return { account: await loadAccount(tx, user), link };
  });
}

async function payloadOf(ctx: IdentityContext, order: LinkOrder): Promise<TokenPayload> {
  const { purpose, email, password, metadata: userMetadata, shippingAddress } = order;
  const passwordHash = password ? await hashStrongPassword(ctx, password, { email, userMetadata }) : undefined;
  if (purpose !== 'signup') return { userMetadata };
  return { ...(passwordHash !== undefined && { passwordHash }), userMetadata, shippingAddress };
}

async function recipientOf(
  ctx: IdentityContext,
  tx: Transaction,
  { purpose, email, newEmail }: LinkOrder,
  payload: TokenPayload,
): Promise<UserRow> {
  const now = ctx.clock.now();
  if (purpose === 'signup' || purpose === 'invite') return await applicationOf(ctx, tx, email, payload, purpose);
  const user = await lockUserByEmail(tx, email);
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  if (newEmail === null || newEmail === user.newEmail) return user;
  await deleteEmailChangeTokens(tx, user.id);
  return await changeUser(tx, user.id, { newEmail, emailChangeSentAt: now, emailChangeConfirmStatus: 0 }, now);
}

async function applicationOf(
  ctx: IdentityContext,
  tx: Transaction,
  email: string,
  { passwordHash, userMetadata = {} }: TokenPayload,
  purpose: 'signup' | 'invite',
): Promise<UserRow> {
  const now = ctx.clock.now();
  const application = { email, passwordHash: passwordHash ?? null, metadata: userMetadata, shippingAddress: null };
  const user =
    (await openAccount(ctx, tx, application, { confirmed: false, asGiven: true })) ??
    (await lockUserByEmail(tx, email));
  if (!user || user.emailConfirmedAt) throw emailExists();
  return await changeUser(tx, user.id, purpose === 'invite' ? { invitedAt: now } : { confirmationSentAt: now }, now);
}

export async function invite(
  ctx: IdentityContext,
  { email, metadata, redirectTo }: Pick<LinkOrder, 'email' | 'metadata' | 'redirectTo'>,
  client: Client,
): Promise<ShownAccount> {
  return await ctx.db.transaction(async (tx) => {
    const user = await applicationOf(ctx, tx, email, { userMetadata: metadata }, 'invite');
    await queueInvitation(ctx, tx, user, { metadata, redirectTo }, client);
    return await loadAccount(tx, user);
  });
}

/** Only for an account that its owner has never signed in to. */
export async function queueInvitation(
  ctx: IdentityContext,
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'email'>,
  order: Pick<LinkOrder, 'metadata' | 'redirectTo'>,
  client: Client | null,
): Promise<void> {
  const words = { kind: 'invitation', dataOf: (acceptUrl: string) => ({ acceptUrl }) } as const;
  await queueInvitationAs(ctx, tx, user, order, client, words);
}

interface Words<Kind extends EmailKind> {
  readonly kind: Kind;
  readonly dataOf: (url: string) => Omit<EmailData<Kind>, 'validMinutes'>;
}

async function queueInvitationAs<Kind extends 'invitation' | 'staff-invitation'>(
  ctx: IdentityContext,
  tx: Transaction,
  { id: userId, email }: Pick<UserRow, 'id' | 'email'>,
  { metadata: userMetadata, redirectTo }: Pick<LinkOrder, 'metadata' | 'redirectTo'>,
  client: Client | null,
  words: Words<Kind>,
): Promise<void> {
  await queueLink(ctx, tx, 'invite', { userId, email, payload: { userMetadata }, redirectTo }, words);
  await audit(tx, { action: 'user_invited', userId, client }, ctx.clock.now());
}

/**
 * Invites a colleague, with or without an account.
 * @throws AuthError email_exists
 */
export async function inviteStaffInto(
  ctx: IdentityContext,
  tx: Transaction,
  { email, metadata, redirectTo }: Pick<LinkOrder, 'email' | 'metadata' | 'redirectTo'>,
  role: Role,
): Promise<UserRow> {
  const user = await applicationOf(ctx, tx, email, { userMetadata: metadata }, 'invite');
  const words = { kind: 'staff-invitation', dataOf: (url: string) => ({ url, role }) } as const;
  await queueInvitationAs(ctx, tx, user, { metadata, redirectTo }, null, words);
  return user;
}
