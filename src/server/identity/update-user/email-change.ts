import type { IdentityContext } from '../context.ts';
import type { Transaction, Db } from '../../platform/db/database.ts';
import { emailExists } from '../auth-error.ts';
import { reportChange } from '../emails/account-emails.ts';
import { syncEmailIdentity } from '../users/identities.ts';
import { queueLink, tokenLifetimeSeconds } from '../emails/link-emails.ts';
import { deleteToken, findToken, type TokenRow } from '../users/one-time-tokens.ts';
import type { UserRow } from '../schema.ts';
import { changeUser, findUserByEmail } from '../users/queries.ts';
import { isEmailReserved } from '../users/security-changes.ts';
import { metadataMovedTo } from '../users/metadata.ts';

export interface EmailChange {
  readonly newEmail: string;
  readonly redirectTo: string;
  readonly codeChallenge: string | undefined;
}

/** Both links must be opened, in any order; asking again begins anew (rules/auth-wire 50). */
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

export async function isEmailChangePending({ clock }: IdentityContext, tx: Transaction, { id }: UserRow) {
  const tokens = [await findToken(tx, id, 'email_change_current'), await findToken(tx, id, 'email_change_new')];
  return tokens.some((token) => token !== null && token.expiresAt > clock.now());
}

export function withoutExpiredChange(ctx: IdentityContext, user: UserRow): UserRow {
  const lifetimeMs = tokenLifetimeSeconds(ctx, 'email_change_new') * 1000;
  const isPending = user.emailChangeSentAt && ctx.clock.now().getTime() - user.emailChangeSentAt.getTime() < lifetimeMs;
  return isPending ? user : { ...user, newEmail: null };
}

/** An address that an undo may give back is not free. @throws AuthError email_exists */
export async function requireFreeEmail({ clock }: IdentityContext, db: Db, email: string, userId: string | null) {
  const isTaken = (await findUserByEmail(db, email)) !== null;
  if (isTaken || (await isEmailReserved(db, email, userId, clock.now()))) throw emailExists();
}

/** One side confirming twice is not both. */
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
