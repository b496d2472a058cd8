import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InvoiceReply } from '../../../contract/billing.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { formatUsd } from '../../../domain/money.ts';
import { PLANS } from '../../../domain/plans.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { invoicesQuery } from './billing-queries.ts';
import styles from './invoices.module.css';

export function Invoices() {
  return (
    <Sheet title="Invoices and receipts">
      <Pages />
    </Sheet>
  );
}

function Pages() {
  const invoices = useInfiniteQuery(invoicesQuery);
  if (invoices.isPending) return <Skeleton label="Fetching your invoices" lines={4} />;
  if (invoices.isError && !invoices.data) {
    return (
      <TryAgain busy={invoices.isFetching} onRetry={() => void invoices.refetch()}>
        {invoices.error.message}
      </TryAgain>
    );
  }
  const listed = invoices.data.pages.flatMap((page) => page.invoices);
  if (listed.length === 0) return <p>No invoices yet. The ledger is clean; enjoy it while it lasts.</p>;
  return (
    <Stack>
      <ul className={styles.list}>
        {listed.map((invoice) => (
          <Entry key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      {invoices.hasNextPage && (
        <div>
          <Button variant="secondary" busy={invoices.isFetchingNextPage} onClick={() => void invoices.fetchNextPage()}>
            Earlier invoices
          </Button>
        </div>
      )}
    </Stack>
  );
}

function Entry({ invoice }: { readonly invoice: InvoiceReply }) {
  const date = formatDate(new Date(invoice.issuedAt));
  return (
    <li className={styles.entry}>
      <span>
        <span className={styles.date}>{date}</span>
        <span className={styles.what}>{`${invoice.seasonName}, ${PLANS[invoice.planType].name.toLowerCase()}`}</span>
      </span>
      <span className={styles.amount}>
        {formatUsd(invoice.totalCents)}
        <span className={styles.status}>{statusWords(invoice)}</span>
      </span>
      <Link
        to={APP_PATHS.accountReceipt}
        search={{ invoice: invoice.id }}
        className={styles.receipt}
        aria-label={`${paperOf(invoice)} of ${date}, ${formatUsd(invoice.totalCents)}`}
      >
        {paperOf(invoice)}
      </Link>
    </li>
  );
}

function statusWords({ status, refundedCents, totalCents }: InvoiceReply): string {
  if (refundedCents === 0) return INVOICE_STATUS_WORDS[status];
  return refundedCents >= totalCents ? 'Refunded' : `${formatUsd(refundedCents)} refunded`;
}

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
