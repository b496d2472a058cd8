import { formatDate } from './calendar-date.ts';
import { formatUsd } from './money.ts';

/** An amount that was or will be charged. Zero is 'Nothing', since '$0.00' looks like a charge (rules/money 53). */
export function amountInWords(cents: number): string {
  return cents === 0 ? 'Nothing' : formatUsd(cents);
}

export const NOTHING_CHARGED = 'Nothing was charged';

/** An amount followed by a phrase such as 'was charged this month'. */
export function chargeInWords(cents: number, rest: string): string {
  return `${amountInWords(cents)} ${rest}`;
}

/** For example 'Nothing is charged on December 21, 2026'. */
export function nextChargeInWords(cents: number, day: string): string {
  return cents === 0 ? chargeInWords(cents, `is charged on ${day}`) : `${formatUsd(cents)} on ${day}`;
}

/** The verb on the payment page's button. If nothing is charged today, the button doesn't say 'Pay'. */
export function payButtonVerb(todayCents: number): 'Pay' | 'Start Subscription' {
  return todayCents === 0 ? 'Start Subscription' : 'Pay';
}

/** The account page, its calendar, Billing and the email about the failed payment use this text. */
export function overdueInWords(amountCents: number, nextAttempt: Date | null): string {
  const again =
    nextAttempt === null
      ? 'We won’t try the card again automatically.'
      : `We’ll try the card again on ${formatDate(nextAttempt)}.`;
  return `A payment of ${formatUsd(amountCents)} didn’t go through. ${again}`;
}
