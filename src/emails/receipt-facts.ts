import { formatDate } from '../domain/calendar-date.ts';

interface PaidInvoice {
  /** Left out by emails queued before they named it. */
  readonly paidAt?: string | null;
  readonly invoiceNumber?: string | null;
}

export function receiptFacts({ paidAt, invoiceNumber }: PaidInvoice): readonly (readonly [string, string])[] {
  return [
    ...(paidAt ? [['Date', formatDate(new Date(paidAt))] as const] : []),
    ...(invoiceNumber ? [['Receipt number', invoiceNumber] as const] : []),
  ];
}
