import { type CalendarDate, isLateInMonth, newYorkDate } from '../domain/calendar-date.ts';
import { formatUsd } from '../domain/money.ts';
import { PLANS, type PlanType } from '../domain/plans.ts';
import { purchaseTerms } from '../domain/purchase-terms.ts';

interface PaidPurchase {
  readonly planType: PlanType;
  readonly amountPaidCents: number;
  readonly thenText: string | null;
  readonly charges?: number;
  readonly lastChargeOn?: CalendarDate | null;
  readonly sameDay?: boolean;
  readonly paidAt?: string | null;
}

/** Repeats the terms from the payment page, so that the buyer has them in the receipt (rules/checkout 33). */
export function termsOfPurchase(paid: PaidPurchase, { isGift }: { readonly isGift: boolean }) {
  const { planType, amountPaidCents, charges = PLANS[planType].charges, lastChargeOn = null, sameDay = true } = paid;
  const card = amountPaidCents === 0 ? 'the card you gave us' : 'the card you paid with';
  const followingText = followingTextOf(paid);
  const isLate = Boolean(paid.paidAt) && isLateInMonth(newYorkDate(new Date(paid.paidAt ?? '')));
  return purchaseTerms({
    planType,
    followingText,
    charges,
    lastChargeOn,
    sameDay,
    isLateInMonth: isLate,
    isGift,
    card,
    isReceipt: true,
  });
}

/**
 * Emails that an older release queued have no `charges`. For those, the paid amount is also the price of the following
 * months.
 */
function followingTextOf({ amountPaidCents, thenText, charges }: PaidPurchase): string | null {
  const isOld = charges === undefined && amountPaidCents > 0;
  return thenText ?? (isOld ? `then ${formatUsd(amountPaidCents)} per month` : null);
}
