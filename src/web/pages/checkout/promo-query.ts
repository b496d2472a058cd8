import { queryOptions } from '@tanstack/react-query';
import { validatePromoCode } from '../../../contract/checkout.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { call } from '../../app/api.ts';
import { queryClient } from '../../app/queries.ts';
import { storedPromo } from '../../promo-link.ts';
import { planOf, type Purchase } from './purchase.ts';

const FIVE_MINUTES = 300_000;

/** A code may be valid for one plan only. */
export interface PromoPurpose {
  readonly giftId: string | undefined;
  readonly planType: PlanType;
}

export function purposeOf(purchase: Purchase, plan: PlanType | undefined): PromoPurpose {
  return { giftId: purchase.kind === 'gift' ? purchase.gift.id : undefined, planType: planOf(purchase, plan) };
}

export function promoQuery(code: string, purpose: PromoPurpose) {
  return queryOptions({
    queryKey: ['promo', code, purpose],
    queryFn: ({ signal }) => call(validatePromoCode, { body: { promoCode: code, ...purpose }, signal }),
    staleTime: FIVE_MINUTES,
    networkMode: 'always',
  });
}

/** Checked before the page is shown, so that the answer doesn't move its content. The page shows a failure. */
export async function prefetchPromo(purchase: Purchase, { promo, plan }: PromoSearch): Promise<void> {
  const code = promo ?? storedPromo();
  if (code !== undefined) await queryClient.prefetchQuery(promoQuery(code, purposeOf(purchase, plan)));
}

interface PromoSearch {
  readonly promo?: string | undefined;
  readonly plan?: PlanType | undefined;
}
