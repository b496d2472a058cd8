import { getRouteApi } from '@tanstack/react-router';
import { listPayments, type Payment, PAYMENT_STATES } from '../../../../contract/operator/money-lists.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { askedOf, asWords } from '../parts/filter-form.tsx';
import { ListPage, withDays } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { shortDayOf } from '../parts/words.ts';
import { customerColumns } from './customer-columns.tsx';

const route = getRouteApi('/signed-in/operator/payments');

const FIELDS = withDays(
  { name: 'status', label: 'Status', choices: asWords(PAYMENT_STATES) },
  { name: 'refunded', label: 'Refund', choices: [['yes', 'refunded']] },
  { name: 'failed', label: 'Attempts', choices: [['yes', 'one failed']] },
);

const COLUMNS: readonly Column<Payment>[] = [
  ...customerColumns,
  { name: 'Invoice', title: ({ id }) => id, cell: ({ number, id }) => number ?? id },
  { name: 'Status', cell: ({ status }) => status },
  { name: 'Total', cell: ({ totalCents }) => formatUsd(totalCents) },
  { name: 'Paid', cell: ({ amountPaidCents }) => formatUsd(amountPaidCents) },
  { name: 'Refunded', cell: ({ refundedCents }) => (refundedCents === 0 ? '' : formatUsd(refundedCents)) },
  { name: 'Made', cell: ({ createdAt }) => shortDayOf(createdAt) },
  { name: 'Paid on', cell: ({ paidAt }) => (paidAt === null ? '' : shortDayOf(paidAt)) },
];

export function PaymentsPage() {
  const search = askedOf(route.useSearch());
  const query = pagesOf(listPayments, { query: search });
  return (
    <ListPage
      title="Payments"
      items="payments"
      path={CONSOLE_PATHS.payments}
      {...{ fields: FIELDS, columns: COLUMNS, search, query }}
    />
  );
}
