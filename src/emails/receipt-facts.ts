import { formatDate } from '../domain/calendar-date.ts';
import { chargeInWords } from '../domain/charge-words.ts';
import { formatUsd } from '../domain/money.ts';

interface PaidInvoice {
  /** Missing in emails that an older release queued. */
  readonly paidAt?: string | null;
  readonly invoiceNumber?: string | null;
}

export function receiptFacts({ paidAt, invoiceNumber }: PaidInvoice): readonly (readonly [string, string])[] {
  return [
    ...(paidAt ? [['Date', formatDate(new Date(paidAt))] as const] : []),
    ...(invoiceNumber ? [['Receipt number', invoiceNumber] as const] : []),
  ];
}

export function receiptInBrief(cents: number): string {
  return cents === 0 ? `${chargeInWords(cents, 'was charged when you ordered')}.` : `${formatUsd(cents)} paid.`;
}

export function receiptOpening(cents: number): string {
  const paid = cents === 0 ? chargeInWords(cents, 'was charged when you ordered') : 'We received your payment';
  return `${paid}. This is your receipt.`;
}
