import { queryOptions } from '@tanstack/react-query';
import { type PromoReply, validatePromoCode } from '../../../contract/checkout.ts';
import type { Discount } from '../../../domain/money.ts';
import { call } from '../../app/api.ts';
import { ApiFailure } from '../../app/api-failure.ts';

const FIVE_MINUTES = 300_000;

export function promoQuery(code: string, giftId: string | undefined) {
  return queryOptions({
    queryKey: ['promo', code, giftId],
    queryFn: ({ signal }) => call(validatePromoCode, { body: { promoCode: code, giftId }, signal }),
    staleTime: FIVE_MINUTES,
  });
}

export interface AppliedPromo {
  readonly code: string;
  readonly promotionCodeId: string;
  readonly discount: Discount;
}

export function appliedPromo(code: string, reply: PromoReply): AppliedPromo | null {
  const { valid, discountPercent, promotionCodeId } = reply;
  if (!valid || discountPercent === undefined || promotionCodeId === undefined) return null;
  return { code, promotionCodeId, discount: discountOf(discountPercent, reply) };
}

function discountOf(percentOff: number, { duration = 'once', durationInMonths }: PromoReply): Discount {
  return duration === 'repeating' ? { percentOff, duration, months: durationInMonths ?? 1 } : { percentOff, duration };
}

/** The message is one of rules/pages 35. */
export class PromoRefusal extends Error {}

export function refusalOf({ error }: PromoReply): PromoRefusal {
  return new PromoRefusal(error ?? 'Invalid promo code');
}

export function promoProblem(error: unknown): string {
  if (error instanceof PromoRefusal) return error.message;
  if (!(error instanceof ApiFailure) || error.code === 'network') return 'Error applying promo code';
  return error.code === 'rate_limited' ? error.message : 'Failed to validate promo code';
}
