import type { Context } from '../context.ts';
import type { TokenPayload } from '../db/auth-schema.ts';
import type { Transaction } from '../db/database.ts';
import { queueEmail } from '../emails-out/queue.ts';
import { authBaseUrl } from './keys.ts';
import { issueToken, type IssuedToken, type TokenPurpose } from './one-time-tokens.ts';

export interface LinkMail {
  readonly userId: string;
  readonly email: string;
  readonly payload: TokenPayload;
  /** Already checked against the allow-list. */
  readonly redirectTo: string;
}

/** The type in a link's query; both mails of an e-mail change carry the same one. */
type LinkType = 'signup' | 'recovery' | 'invite' | 'magiclink' | 'email_change';

const HOUR = 3600;

/** Recovery links open an account whose owner may not be looking: an hour. The others wait for people who read mail once a day. */
const LIFETIME_SECONDS: Record<TokenPurpose, number> = {
  signup: 24 * HOUR,
  invite: 24 * HOUR,
  magiclink: HOUR,
  recovery: HOUR,
  email_change_current: 24 * HOUR,
  email_change_new: 24 * HOUR,
  reauthentication: HOUR,
};

export function tokenLifetimeSeconds(ctx: Context, purpose: TokenPurpose): number {
  return ctx.config.auth.mailTokenSeconds ?? LIFETIME_SECONDS[purpose];
}

export interface IssuedLink extends IssuedToken {
  readonly url: string;
  readonly validMinutes: number;
}

/** Makes a token of that purpose and the link that carries it. */
export async function issueLink(
  ctx: Context,
  tx: Transaction,
  purpose: TokenPurpose,
  mail: LinkMail,
): Promise<IssuedLink> {
  const lifetimeSeconds = tokenLifetimeSeconds(ctx, purpose);
  const issued = await issueToken(tx, { ...mail, purpose, lifetimeSeconds }, ctx.clock.now());
  const query = new URLSearchParams({
    token: issued.token,
    type: linkType(purpose),
    redirect_to: mail.redirectTo,
  });
  const url = `${authBaseUrl(ctx.config)}/verify?${query.toString()}`;
  return { ...issued, url, validMinutes: Math.max(1, Math.floor(lifetimeSeconds / 60)) };
}

export function linkType(purpose: TokenPurpose): LinkType {
  if (purpose === 'email_change_current' || purpose === 'email_change_new') return 'email_change';
  return purpose === 'reauthentication' ? 'magiclink' : purpose;
}

export async function mailInvitation(ctx: Context, tx: Transaction, mail: LinkMail): Promise<void> {
  const { id, url, validMinutes } = await issueLink(ctx, tx, 'invite', mail);
  await queueEmail(ctx, tx, {
    kind: 'invitation',
    dedupeKey: `invitation:${id}`,
    to: mail.email,
    userId: mail.userId,
    data: { acceptUrl: url, validMinutes },
  });
}

export async function mailConfirmation(ctx: Context, tx: Transaction, mail: LinkMail): Promise<void> {
  const { id, url, validMinutes } = await issueLink(ctx, tx, 'signup', mail);
  await queueEmail(ctx, tx, {
    kind: 'confirm-signup',
    dedupeKey: `confirm-signup:${id}`,
    to: mail.email,
    userId: mail.userId,
    data: { confirmUrl: url, validMinutes },
  });
}
