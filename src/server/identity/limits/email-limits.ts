import type { Client } from '../../platform/http/client.ts';
import { networkOf } from '../../platform/rate-limits/network.ts';
import { countUse, type Limit } from '../../platform/rate-limits/rate-limits.ts';
import type { IdentityContext } from '../context.ts';
import { AuthError } from '../wire/errors.ts';

const HOUR = 3600;
const NETWORK_LIMIT: Limit = { points: 60, seconds: HOUR };
const TOTAL_LIMIT: Limit = { points: 1000, seconds: HOUR };

/**
 * `gap`: purposes of one gap wait for each other. `total`: of all networks, for emails that surely leave (decision
 * 043).
 */
const PURPOSES = {
  signup: { gap: 'signup', total: true },
  resend: { gap: 'signup', total: false },
  recovery: { gap: 'recovery', total: false },
  email_change_resend: { gap: 'email_change', total: false },
  email_change: { gap: 'email_change', total: true },
  reauthentication: { gap: 'reauthentication', total: true },
} as const;

export type EmailPurpose = keyof typeof PURPOSES;

/** One email per address, purpose and gap, for unknown addresses too. @throws AuthError over_email_send_rate_limit */
export async function limitEmail(
  ctx: IdentityContext,
  purpose: EmailPurpose,
  email: string,
  client: Client,
): Promise<void> {
  const { gap, total } = PURPOSES[purpose];
  const seconds = ctx.config.auth.emailGapSeconds;
  const gapKey = `email-gap:${gap}:${ctx.keys.pseudonym(email)}`;
  const wait = seconds > 0 ? await countUse(ctx, gapKey, { points: 1, seconds, fixed: true }) : 0;
  if (wait > 0) throw tooManyEmails(`For security purposes, you can only request this after ${wait} seconds.`);
  const networkKey = `email:${purpose}:${ctx.keys.pseudonym(networkOf(client.ip))}`;
  const isOverNetwork = (await countUse(ctx, networkKey, NETWORK_LIMIT)) > 0;
  const isOver = isOverNetwork || (total && (await countUse(ctx, `email:${purpose}`, TOTAL_LIMIT)) > 0);
  if (isOver) throw tooManyEmails('email rate limit exceeded');
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
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}
