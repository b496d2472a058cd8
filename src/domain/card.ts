export interface CardName {
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

export function cardInWords({ brand, last4 }: CardName): string {
  return `${BRANDS[brand] ?? 'Card'} ending in ${last4}`;
}

export function formatExpiry({ expMonth, expYear }: { expMonth: number; expYear: number }): string {
  return `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
}

/** After this many refused cards within the window, no further card is tried (decision 005). */
export const CARD_FAILURES_PER_ACCOUNT = 5;
export const CARD_FAILURES_PER_NETWORK = 20;
export const CARD_FAILURE_WINDOW_MS = 3_600_000;
