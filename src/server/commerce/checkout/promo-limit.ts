import { enforceLimit } from '../../platform/rate-limits/rate-limits.ts';
import { fingerprint } from '../../platform/rate-limits/network.ts';
import type { CommerceContext } from '../context.ts';

const LIMIT = { points: 30, seconds: 600 };
const REFUSAL = 'That is a great many codes. Please try again in ten minutes.';

/** Codes are short enough to guess (rules/money 12). @throws ApiError rate_limited */
export async function limitPromoCodes(ctx: CommerceContext, userId: string): Promise<void> {
  await enforceLimit(ctx, `promo:${fingerprint(userId)}`, LIMIT, REFUSAL);
}
