import type { Transaction, Db } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import { emailExists } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { reportChange } from '../emails/account-emails.ts';
import { type LinkOptions, queueLink, tokenLifetimeSeconds } from '../emails/link-emails.ts';
import { limitEmail, isWithinDay, isEmailAllowed } from '../limits/email-limits.ts';
import type { UserRow } from '../schema.ts';
import { syncEmailIdentity } from '../users/identities.ts';
import { metadataMovedTo } from '../users/metadata.ts';
import { findToken, type TokenRow, deleteToken } from '../users/one-time-tokens.ts';
import { changeUser, lockUserByEmail, findUserByEmail } from '../users/queries.ts';
import { isEmailReserved } from '../users/security-changes.ts';

export interface EmailChange extends Omit<LinkOptions, 'client'> {
  readonly newEmail: string;
}

/** Both links must be opened, in any order. A repeated request starts again (rules/auth-wire 50). */
export async function queueEmailChange(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  { newEmail, redirectTo, codeChallenge }: EmailChange,
): Promise<UserRow> {
  const now = ctx.clock.now();
  const payload = codeChallenge === undefined ? {} : { codeChallenge };
  for (const [side, email] of [
    ['current', user.email],
    ['new', newEmail],
  ] as const) {
    const request = { userId: user.id, email, payload, redirectTo };
    const dataOf = (confirmUrl: string) => ({ newEmail, confirmUrl });
    await queueLink(ctx, tx, `email_change_${side}`, request, { kind: `email-change-${side}`, dataOf });
  }
  return await changeUser(tx, user.id, { newEmail, emailChangeSentAt: now, emailChangeConfirmStatus: 0 }, now);
}

export async function resendEmailChange(ctx: IdentityContext, email: string, options: LinkOptions): Promise<void> {
  const { client } = options;
  await limitEmail(ctx, 'email_change_resend', email, client);
  const newEmail = await countedNewEmail(ctx, email, client);
  await ctx.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user || newEmail === null || newEmail !== user.newEmail) return;
    if (!(await isEmailChangePending(ctx, tx, user))) return;
    if (!(await isWithinDay(ctx, tx, 'resend', user.email, client))) return;
    await queueEmailChange(ctx, tx, user, { ...options, newEmail });
    const detail = { emailChange: 'resent' };
    await audit(tx, { action: 'user_modified', userId: user.id, client, detail }, ctx.clock.now());
  });
}

async function countedNewEmail(ctx: IdentityContext, email: string, client: Client): Promise<string | null> {
  const newEmail = (await findUserByEmail(ctx.db, email))?.newEmail ?? null;
  return newEmail !== null && (await isEmailAllowed(ctx, 'email_change', newEmail, client)) ? newEmail : null;
}

async function isEmailChangePending({ clock }: IdentityContext, tx: Transaction, { id }: UserRow) {
  const tokens = [await findToken(tx, id, 'email_change_current'), await findToken(tx, id, 'email_change_new')];
  return tokens.some((token) => token !== null && token.expiresAt > clock.now());
}

export function withoutExpiredChange(ctx: IdentityContext, user: UserRow): UserRow {
  const lifetimeMs = tokenLifetimeSeconds(ctx, 'email_change_new') * 1000;
  const isPending = user.emailChangeSentAt && ctx.clock.now().getTime() - user.emailChangeSentAt.getTime() < lifetimeMs;
  return isPending ? user : { ...user, newEmail: null };
}

/**
 * An address that an undo may still restore isn't free.
 * @throws AuthError email_exists
 */
export async function requireFreeEmail({ clock }: IdentityContext, db: Db, email: string, userId: string | null) {
  const isTaken = (await findUserByEmail(db, email)) !== null;
  if (isTaken || (await isEmailReserved(db, email, userId, clock.now()))) throw emailExists();
}

/** The address that a link confirms. One address that confirms twice must not count as both. */
const CONFIRMED_BY: Readonly<Record<string, number>> = { email_change_current: 1, email_change_new: 2 };

export async function confirmEmailChange(ctx: IdentityContext, tx: Transaction, user: UserRow, token: TokenRow) {
  const { newEmail } = user;
  if (newEmail === null) return null;
  const now = ctx.clock.now();
  const side = CONFIRMED_BY[token.type] ?? 0;
  if (user.emailChangeConfirmStatus === 0 || user.emailChangeConfirmStatus === side) {
    await deleteToken(tx, token.id);
    await changeUser(tx, user.id, { emailChangeConfirmStatus: side }, now);
    return null;
  }
  await requireFreeEmail(ctx, tx, newEmail, user.id);
  const userMetadata = metadataMovedTo(newEmail, user, { email_verified: true });
  const settled = { newEmail: null, emailChangeConfirmStatus: 0, emailConfirmedAt: now };
  const changed = await changeUser(tx, user.id, { email: newEmail, ...settled, userMetadata }, now);
  await syncEmailIdentity(tx, changed, now);
  await ctx.accountHooks.emailChanged(ctx, tx, user.id, newEmail);
  const report = { kind: 'email-changed', newEmail, changedAt: now.toISOString() } as const;
  await reportChange(ctx, tx, user, { kind: 'email_changed' }, report);
  return changed;
}
