import { LINK_PATHS } from '../../../contract/site-paths.ts';
import type { EmailKind, EmailData } from '../../../emails/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import type { IdentityContext } from '../context.ts';
import { queueEmailToOwner } from './account-emails.ts';
import { authBaseUrl } from '../keys/keys.ts';
import type { TokenPayload } from '../schema.ts';
import { type TokenPurpose, type IssuedCode, issueCode, issueToken } from '../users/one-time-tokens.ts';
import { changeUser } from '../users/queries.ts';

export interface LinkOptions {
  /** Already checked against the list of allowed URLs. */
  readonly redirectTo: string;
  /** Undefined in the implicit flow. */
  readonly codeChallenge: string | undefined;
  readonly client: Client;
}

export interface LinkRequest {
  readonly userId: string;
  readonly email: string;
  readonly payload: TokenPayload;
  readonly redirectTo: string;
}

const HOUR = 3600;

const LIFETIME_SECONDS: Record<TokenPurpose, number> = {
  signup: 24 * HOUR,
  invite: 24 * HOUR,
  magiclink: HOUR,
  recovery: HOUR,
  email_change_current: 24 * HOUR,
  email_change_new: 24 * HOUR,
  reauthentication: 600,
  google_adoption: HOUR,
};

/** The setting never makes a reauthentication code valid for longer. */
export function tokenLifetimeSeconds(ctx: IdentityContext, purpose: TokenPurpose): number {
  const set = ctx.config.auth.emailTokenSeconds ?? LIFETIME_SECONDS[purpose];
  return purpose === 'reauthentication' ? Math.min(set, LIFETIME_SECONDS.reauthentication) : set;
}

/** For a service, which needs the link in GoTrue's format. */
export async function issueLinkAndCode(
  ctx: IdentityContext,
  tx: Transaction,
  purpose: TokenPurpose,
  request: LinkRequest,
): Promise<IssuedCode & { readonly url: string }> {
  const lifetimeSeconds = tokenLifetimeSeconds(ctx, purpose);
  const issued = await issueCode(tx, { ...request, purpose, lifetimeSeconds }, ctx.clock.now());
  const query = new URLSearchParams({ token: issued.token, type: linkType(purpose), redirect_to: request.redirectTo });
  return { ...issued, url: `${authBaseUrl(ctx.config)}/verify?${query.toString()}` };
}

function pageUrl({ config }: IdentityContext, purpose: TokenPurpose, token: string, redirectTo: string): string {
  const query = new URLSearchParams({ token, redirect_to: redirectTo });
  return `${config.siteUrl}${LINK_PATHS[linkType(purpose)]}?${query.toString()}`;
}

export function inMinutes(lifetimeSeconds: number): number {
  return Math.max(1, Math.floor(lifetimeSeconds / 60));
}

export function linkType(purpose: TokenPurpose): keyof typeof LINK_PATHS {
  if (purpose === 'email_change_current' || purpose === 'email_change_new') return 'email_change';
  return purpose === 'reauthentication' || purpose === 'google_adoption' ? 'magiclink' : purpose;
}

export async function queueLink<Kind extends EmailKind>(
  ctx: IdentityContext,
  tx: Transaction,
  purpose: TokenPurpose,
  request: LinkRequest,
  { kind, dataOf }: { kind: Kind; dataOf: (url: string) => Omit<EmailData<Kind>, 'validMinutes'> },
): Promise<void> {
  const lifetimeSeconds = tokenLifetimeSeconds(ctx, purpose);
  const issued = await issueToken(tx, { ...request, purpose, lifetimeSeconds }, ctx.clock.now());
  const validMinutes = inMinutes(lifetimeSeconds);
  const url = pageUrl(ctx, purpose, issued.token, request.redirectTo);
  const data = { ...dataOf(url), validMinutes } as EmailData<Kind>;
  const owner = { id: request.userId, email: request.email };
  await queueEmailToOwner(ctx, tx, owner, { kind, occasion: issued.id, data });
}

export async function requestConfirmation(ctx: IdentityContext, tx: Transaction, request: LinkRequest, client: Client) {
  const now = ctx.clock.now();
  await queueLink(ctx, tx, 'signup', request, { kind: 'confirm-signup', dataOf: (confirmUrl) => ({ confirmUrl }) });
  await changeUser(tx, request.userId, { confirmationSentAt: now }, now);
  await audit(tx, { action: 'user_confirmation_requested', userId: request.userId, client }, now);
}
