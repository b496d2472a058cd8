import { addMonths, type CalendarDate } from './calendar-date.ts';

export interface CardName {
  /** As the provider calls it: 'visa', 'amex'. */
  readonly brand: string;
  readonly last4: string;
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** 'Visa ending in 4242'. */
export function cardInWords({ brand, last4 }: CardName): string {
  return `${BRANDS[brand] ?? 'Card'} ending in ${last4}`;
}

/** The first day on which the card is no longer good: cards expire with the last day of their month. */
export function firstDayWithout({ expMonth, expYear }: { expMonth: number; expYear: number }): CalendarDate {
  return addMonths(`${expYear}-${String(expMonth).padStart(2, '0')}-01` as CalendarDate, 1);
}

/** '04/27', as it stands on the card. */
export function formatExpiry({ expMonth, expYear }: { expMonth: number; expYear: number }): string {
  return `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
}

/**
 * How many refused cards an account, and a network however many accounts it opens, may have within an hour before no further one is
 * tried: somebody is finding out which stolen numbers work.
 */
export const CARD_FAILURES_PER_ACCOUNT = 5;
export const CARD_FAILURES_PER_NETWORK = 20;
export const CARD_FAILURE_WINDOW_MS = 3_600_000;
