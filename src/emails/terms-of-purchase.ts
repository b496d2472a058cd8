import type { CalendarDate } from '../domain/calendar-date.ts';
import type { PlanType } from '../domain/plans.ts';
import { purchaseTerms } from '../domain/purchase-terms.ts';

interface PaidPurchase {
  readonly planType: PlanType;
  readonly amountPaidCents: number;
  readonly thenText: string | null;
  readonly lastChargeOn?: CalendarDate | null;
  readonly sameDay?: boolean;
}

/** The payment page's words once more, in rows that a buyer keeps (rules/checkout 33). */
export function termsOfPurchase(paid: PaidPurchase, { isGift }: { readonly isGift: boolean }) {
  const { planType, amountPaidCents, thenText, lastChargeOn = null, sameDay = true } = paid;
  const card = 'the card you paid with';
  return purchaseTerms({ planType, firstChargeCents: amountPaidCents, thenText, lastChargeOn, sameDay, isGift, card });
}
