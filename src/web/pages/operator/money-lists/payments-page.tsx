import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import {
  countPayments,
  listPayments,
  type Payment,
  PAYMENT_STATES,
} from '../../../../contract/operator/money-lists.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { askedOf, asWords } from '../parts/filter-form.tsx';
import { ListPage, withDays } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { countedUpTo, shortDayOf } from '../parts/words.ts';
import { customerColumns } from './customer-columns.tsx';

const route = getRouteApi('/signed-in/operator/payments');

const FIELDS = withDays(
  { name: 'q', label: 'Name, email or invoice', width: 18, longest: 100 },
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
  const { data } = useQuery(queryOf(countPayments, { query: search }));
  return (
    <ListPage
      title="Payments"
      count={<output>{data && sumInWords(data)}</output>}
      items="payments"
      path={CONSOLE_PATHS.payments}
      {...{ fields: FIELDS, columns: COLUMNS, search, query }}
    />
  );
}

function sumInWords({ count, paidCents }: ReplyOf<typeof countPayments>): string {
  const counted = countedUpTo(count, 'payment');
  return paidCents === null ? counted : `${counted}, ${formatUsd(paidCents)} paid`;
}
