import type { InvoiceReply } from '../../../contract/billing.ts';

export const INVOICE_STATUS_WORDS = {
  paid: 'Paid',
  open: 'Overdue',
  void: 'Cancelled',
  uncollectible: 'Not paid',
} as const satisfies Record<InvoiceReply['status'], string>;

/** An unpaid invoice has no receipt. */
export function paperOf({ status }: Pick<InvoiceReply, 'status'>): 'Receipt' | 'Invoice' {
  return status === 'paid' ? 'Receipt' : 'Invoice';
}
