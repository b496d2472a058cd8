import { formatDate } from './calendar-date.ts';
import { formatUsd } from './money.ts';

/** An amount that was or will be charged: 'Nothing', since '$0.00' reads like a charge (rules/money 53). */
export function amountInWords(cents: number): string {
  return cents === 0 ? 'Nothing' : formatUsd(cents);
}

/** Of a list of invoices or a receipt, where a total of nothing was settled without a charge. */
export const NOTHING_CHARGED = 'Nothing was charged';

/** Goes on with a phrase like 'was charged today'. */
export function chargeInWords(cents: number, rest: string): string {
  return `${amountInWords(cents)} ${rest}`;
}

/** 'Nothing is charged on December 21, 2026'. */
export function nextChargeInWords(cents: number, day: string): string {
  return cents === 0 ? chargeInWords(cents, `is charged on ${day}`) : `${formatUsd(cents)} on ${day}`;
}

/** The name of the payment page's button. Without a charge today nothing is paid by pressing it. */
export function payButtonVerb(todayCents: number): 'Pay' | 'Start Subscription' {
  return todayCents === 0 ? 'Start Subscription' : 'Pay';
}

/** The same in the account, its calendar and the email about the failed payment. */
export function overdueInWords(amountCents: number, nextAttempt: Date | null): string {
  const again =
    nextAttempt === null ? 'The card won’t be tried again.' : `We’ll try the card again on ${formatDate(nextAttempt)}.`;
  return `Your bank declined a payment of ${formatUsd(amountCents)}. ${again}`;
}
