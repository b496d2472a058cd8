import { queryOptions } from '@tanstack/react-query';
import { validatePromoCode } from '../../../contract/checkout.ts';
import { call } from '../../app/api.ts';
import { queryClient } from '../../app/queries.ts';
import { storedPromo } from '../../promo-link.ts';
import type { Purchase } from './purchase.ts';

const FIVE_MINUTES = 300_000;

export function promoQuery(code: string, giftId: string | undefined) {
  return queryOptions({
    queryKey: ['promo', code, giftId],
    queryFn: ({ signal }) => call(validatePromoCode, { body: { promoCode: code, giftId }, signal }),
    staleTime: FIVE_MINUTES,
    // rules/accounts 17.
    networkMode: 'always',
  });
}

/** Before the page is shown, or the answer would move what stands below it. Its failure is told by the page. */
export async function prefetchPromo(purchase: Purchase, chosen: string | undefined): Promise<void> {
  const code = chosen ?? storedPromo();
  const giftId = purchase.kind === 'gift' ? purchase.gift.id : undefined;
  if (code !== undefined) await queryClient.prefetchQuery(promoQuery(code, giftId));
}
