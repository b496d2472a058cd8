import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { countRefunds, listRefunds, type Refund, REFUND_STATES } from '../../../../contract/operator/money-lists.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { askedOf, asWords } from '../parts/filter-form.tsx';
import { ListPage, withDays } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { countedUpTo, plainWords, shortDayOf } from '../parts/words.ts';
import { customerColumns } from './customer-columns.tsx';

const route = getRouteApi('/signed-in/operator/refunds');

const FIELDS = withDays(
  { name: 'q', label: 'Name or email', width: 18, longest: 100 },
  { name: 'status', label: 'Status', choices: asWords(REFUND_STATES) },
);

const COLUMNS: readonly Column<Refund>[] = [
  ...customerColumns,
  { name: 'Amount', cell: ({ amountCents }) => formatUsd(amountCents) },
  { name: 'Status', cell: ({ status }) => plainWords(status) },
  {
    name: 'Invoice',
    title: ({ invoiceId }) => invoiceId,
    cell: ({ invoiceNumber, invoiceId }) => invoiceNumber ?? invoiceId,
  },
  { name: 'Made', cell: ({ createdAt }) => shortDayOf(createdAt) },
  { name: 'Stripe', title: ({ id }) => id, cell: ({ id }) => id },
];

export function RefundsPage() {
  const search = askedOf(route.useSearch());
  const query = pagesOf(listRefunds, { query: search });
  const { data } = useQuery(queryOf(countRefunds, { query: search }));
  return (
    <ListPage
      title="Refunds"
      count={<output>{data && sumInWords(data)}</output>}
      items="refunds"
      path={CONSOLE_PATHS.refunds}
      {...{ fields: FIELDS, columns: COLUMNS, search, query }}
    />
  );
}

function sumInWords({ count, amountCents }: ReplyOf<typeof countRefunds>): string {
  const counted = countedUpTo(count, 'refund');
  return amountCents === null ? counted : `${counted} of ${formatUsd(amountCents)}`;
}
