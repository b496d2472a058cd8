import { Link } from '@tanstack/react-router';
import type { InvoiceReply } from '../../../contract/billing.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { NOTHING_CHARGED } from '../../../domain/charge-words.ts';
import { formatUsd } from '../../../domain/money.ts';
import { PLANS } from '../../../domain/plans.ts';
import { PagedList } from '../../app/paged-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { invoicesQuery } from './billing-queries.ts';
import styles from './invoices.module.css';
import { Exact } from '../../ui/text.tsx';

export function Invoices() {
  return (
    <Sheet title="Invoices and receipts">
      <PagedList query={invoicesQuery} label="Loading your invoices" empty="No invoices yet." more="Earlier invoices">
        {(invoices) => (
          <ul className={styles.list}>
            {invoices.map((invoice) => (
              <Entry key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        )}
      </PagedList>
    </Sheet>
  );
}

function Entry({ invoice }: { readonly invoice: InvoiceReply }) {
  const date = formatDate(new Date(invoice.issuedAt));
  const amount = amountOf(invoice);
  return (
    <li className={styles.entry}>
      <span>
        <span className={styles.date}>{date}</span>
        <span className={styles.what}>{whatFor(invoice)}</span>
      </span>
      <span className={styles.amount}>
        <Exact>{amount}</Exact>
        {amount !== NOTHING_CHARGED && <span className={styles.status}>{statusWords(invoice)}</span>}
      </span>
      <Link
        to={APP_PATHS.accountReceipt}
        search={{ invoice: invoice.id }}
        className={styles.receipt}
        aria-label={`${paperOf(invoice)} from ${date}, ${amount}`}
      >
        {paperOf(invoice)}
      </Link>
    </li>
  );
}

function whatFor({ seasonName, planType, giftFor, isAdjustment }: InvoiceReply): string {
  const order = `${seasonName}, ${isAdjustment ? 'adjustment' : PLANS[planType].name.toLowerCase()}`;
  return giftFor === null ? order : `${order}, a gift to ${giftFor}`;
}

function amountOf({ status, totalCents }: InvoiceReply): string {
  return status === 'paid' && totalCents === 0 ? NOTHING_CHARGED : formatUsd(totalCents);
}

function statusWords({ status, refundedCents, totalCents }: InvoiceReply): string {
  if (refundedCents === 0) return INVOICE_STATUS_WORDS[status];
  return refundedCents >= totalCents ? 'Refunded' : `${formatUsd(refundedCents)} refunded`;
}

export const INVOICE_STATUS_WORDS = {
  paid: 'Paid',
  open: 'Payment due',
  void: 'Canceled',
  uncollectible: 'Not paid',
} as const satisfies Record<InvoiceReply['status'], string>;

/** An unpaid invoice has no receipt. */
export function paperOf({ status }: Pick<InvoiceReply, 'status'>): 'Receipt' | 'Invoice' {
  return status === 'paid' ? 'Receipt' : 'Invoice';
}
