import type { Client } from '../../platform/http/client.ts';
import type { Db } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/rate-limits/network.ts';
import { countUse, type Limit } from '../../platform/rate-limits/rate-limits.ts';
import type { IdentityContext } from '../context.ts';
import { AuthError } from '../auth-error.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const NETWORK_LIMIT: Limit = { points: 60, seconds: HOUR };
const TOTAL_LIMIT: Limit = { points: 1000, seconds: HOUR };

const SHARES_OF_DAY = {
  recovery: { points: 4, seconds: DAY },
  others: { points: 6, seconds: DAY },
  anonymous: { points: 3, seconds: DAY },
} as const satisfies Record<string, Limit>;

const RECOVERY_OF_NETWORK: Limit = { points: 3, seconds: DAY };

/**
 * `gap`: whether the pause between two emails applies to an address or to a network; a network's pause also counts
 * calls that send nothing. `total`: whether the limit over all networks applies (decision 043).
 */
const PURPOSES = {
  signup: { gap: 'address', total: true, shares: ['anonymous', 'others'] },
  resend: { gap: 'network', total: false, shares: ['anonymous', 'others'] },
  recovery: { gap: 'network', total: false, shares: ['recovery'] },
  email_change_resend: { gap: 'network', total: false, shares: ['others'] },
  email_change: { gap: 'address', total: true, shares: ['anonymous', 'others'] },
  reauthentication: { gap: 'address', total: true, shares: ['others'] },
} as const satisfies Record<string, { gap: string; total: boolean; shares: readonly (keyof typeof SHARES_OF_DAY)[] }>;

export type EmailPurpose = keyof typeof PURPOSES;

/** @throws AuthError over_email_send_rate_limit */
export async function limitEmail(
  ctx: IdentityContext,
  purpose: EmailPurpose,
  email: string,
  client: Client,
): Promise<void> {
  const wait = await countGap(ctx, purpose, email, client);
  if (wait > 0) throw tooManyEmails(`For security purposes, you can only request this after ${wait} seconds.`);
  if (purpose === 'signup') await countGap(ctx, 'resend', email, client);
  const networkKey = `email:${purpose}:${ctx.keys.pseudonym(networkOf(client.ip))}`;
  const isOverNetwork = (await countUse(ctx, networkKey, NETWORK_LIMIT)) > 0;
  const { total } = PURPOSES[purpose];
  const isOver = isOverNetwork || (total && (await countUse(ctx, `email:${purpose}`, TOTAL_LIMIT)) > 0);
  if (isOver) throw tooManyEmails('Too many emails were requested. Please try again in an hour.');
}

/** @returns how many seconds to wait */
async function countGap(ctx: IdentityContext, purpose: EmailPurpose, email: string, { ip }: Client): Promise<number> {
  const seconds = ctx.config.auth.emailGapSeconds;
  if (seconds <= 0) return 0;
  const asker = PURPOSES[purpose].gap === 'network' ? `${email} ${networkOf(ip)}` : email;
  return await countUse(ctx, `email-gap:${purpose}:${ctx.keys.pseudonym(asker)}`, { points: 1, seconds, fixed: true });
}

/**
 * For an email that is certainly sent.
 * @throws AuthError over_email_send_rate_limit
 */
export async function limitEmailOfDay(ctx: IdentityContext, purpose: EmailPurpose, email: string, client: Client) {
  if (await isWithinDay(ctx, ctx.db, purpose, email, client)) return;
  throw tooManyEmails('Too many emails were requested. Please try again tomorrow.');
}

/** Counts an email. The answer to the user must not depend on the result, since unknown addresses aren't counted. */
export async function isWithinDay(
  ctx: IdentityContext,
  db: Db,
  purpose: EmailPurpose,
  email: string,
  { ip }: Client,
): Promise<boolean> {
  const counter = { config: ctx.config, clock: ctx.clock, db };
  if (purpose === 'recovery') {
    const asker = ctx.keys.pseudonym(`${email} ${networkOf(ip)}`);
    if ((await countUse(counter, `email-day:network:${asker}`, RECOVERY_OF_NETWORK)) > 0) return false;
  }
  for (const share of PURPOSES[purpose].shares) {
    const key = `email-day:${share}:${ctx.keys.pseudonym(email)}`;
    if ((await countUse(counter, key, SHARES_OF_DAY[share])) > 0) return false;
  }
  return true;
}

function tooManyEmails(message: string): AuthError {
  return new AuthError(429, 'over_email_send_rate_limit', message);
}

export async function isEmailAllowed(
  ctx: IdentityContext,
  purpose: EmailPurpose,
  email: string,
  client: Client,
): Promise<boolean> {
  try {
    await limitEmail(ctx, purpose, email, client);
    return await isWithinDay(ctx, ctx.db, purpose, email, client);
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}
