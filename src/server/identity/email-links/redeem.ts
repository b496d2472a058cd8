import type { IdentityContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { confirmAccount } from '../users/accounts.ts';
import { refuseBanned } from '../session/bearer.ts';
import { confirmEmailChange } from '../update-user/email-change.ts';
import {
  ensureEmailIdentity,
  deleteOtherIdentities,
  listIdentities,
  recomputeIdentityProviders,
} from '../users/identities.ts';
import { deleteAllFactors } from '../users/factors.ts';
import { CONTESTED, findToken, type TokenRow } from '../users/one-time-tokens.ts';
import type { Opening } from '../session/open-session.ts';
import type { TokenPayload, UserRow } from '../schema.ts';
import { deleteAllSessions } from '../session/queries.ts';
import { changeUser } from '../users/queries.ts';
import { voidPending } from '../session/flow-states.ts';
import { PASSWORD_RESET_MS } from '../session/session-life.ts';

export interface Redeemed {
  /** Null after only one of two confirmations. */
  readonly user: UserRow | null;
  readonly event: Opening['event'];
  readonly passwordResetUntil: Date | null;
}

/**
 * Performs the action of a valid link or code, then voids all other emailed links and codes (rules/auth-wire 39).
 * @throws AuthError user_banned, email_exists
 */
export async function redeem(ctx: IdentityContext, tx: Transaction, user: UserRow, token: TokenRow): Promise<Redeemed> {
  refuseBanned(ctx, user);
  const isEmailChange = token.type === 'email_change_current' || token.type === 'email_change_new';
  const redeemed = isEmailChange ? await confirmEmailChange(ctx, tx, user, token) : await confirm(ctx, tx, user, token);
  if (redeemed) await voidPending(tx, user.id, ctx.clock.now());
  const action = user.emailConfirmedAt ? 'login' : 'user_signedup';
  const event = { action: redeemed ? action : 'user_modified', detail: { method: token.type } } as const;
  return { user: redeemed, event, passwordResetUntil: passwordResetUntil(ctx, token) };
}

function passwordResetUntil({ clock }: IdentityContext, { type, expiresAt, payload }: TokenRow): Date | null {
  if (type === 'recovery') return expiresAt;
  return payload.contested === true ? new Date(clock.now().getTime() + PASSWORD_RESET_MS) : null;
}

async function broughtBy(tx: Transaction, token: TokenRow): Promise<TokenPayload> {
  if (token.type === 'signup' || token.type === 'invite') return token.payload;
  const pending = await findToken(tx, token.userId, 'signup');
  return pending?.payload.contested === true ? CONTESTED : {};
}

async function confirm(ctx: IdentityContext, tx: Transaction, user: UserRow, token: TokenRow): Promise<UserRow> {
  if (user.emailConfirmedAt) return user;
  const { passwordHash, userMetadata, shippingAddress, googleSubject } = await broughtBy(tx, token);
  await deleteAllSessions(tx, user.id);
  await deleteAllFactors(tx, user.id);
  const proved =
    googleSubject === undefined
      ? ({ provider: 'email', providerId: user.id } as const)
      : ({ provider: 'google', providerId: googleSubject } as const);
  await deleteOtherIdentities(tx, user.id, proved);
  const now = ctx.clock.now();
  if ((await listIdentities(tx, user.id)).length === 0) await ensureEmailIdentity(tx, user, now);
  const confirmed = await confirmAccount(ctx, tx, user, {
    passwordHash: passwordHash ?? null,
    metadata: userMetadata ?? user.userMetadata,
    shippingAddress: shippingAddress ?? null,
  });
  return await changeUser(tx, user.id, { appMetadata: await recomputeIdentityProviders(tx, confirmed) }, now);
}
