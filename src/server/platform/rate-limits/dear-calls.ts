import { ApiError } from '../api-error.ts';
import type { PlatformContext } from '../context.ts';
import { networkOf } from './network.ts';
import { countUse, type Limit, type LimitContext } from './rate-limits.ts';

/** The cost of a call, roughly in tenths of a second of the server's or Stripe's time. */
const WEIGHTS = { certificate: 5, own_data: 5, card_setup: 3, new_customer: 4 } as const;

export type DearCall = keyof typeof WEIGHTS;

const USER_BUDGET: Limit = { points: 60, seconds: 600 };
/** A household or an office shares this budget. */
const NETWORK_BUDGET: Limit = { points: 240, seconds: 600 };

const REFUSAL = 'Too many requests. Please try again in ten minutes.';

interface Spender {
  readonly userId: string;
  readonly ip: string;
}

/**
 * Counts a call against one budget of the user and one of the network (rules/code 19).
 * @throws ApiError rate_limited
 */
export async function spendOn(
  ctx: LimitContext & Pick<PlatformContext, 'keys'>,
  call: DearCall,
  { userId, ip }: Spender,
): Promise<void> {
  const weight = WEIGHTS[call];
  const network = ctx.keys.pseudonym(networkOf(ip));
  const isOver =
    (await countUse(ctx, `dear:user:${userId}`, USER_BUDGET, weight)) > 0 ||
    (await countUse(ctx, `dear:network:${network}`, NETWORK_BUDGET, weight)) > 0;
  if (isOver) throw new ApiError('rate_limited', REFUSAL);
}
