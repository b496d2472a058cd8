import { getRouteApi } from '@tanstack/react-router';
import { listRefunds, type Refund, REFUND_STATES } from '../../../../contract/operator/money-lists.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { askedOf, asWords } from '../parts/filter-form.tsx';
import { ListPage, withDays } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { plainWords, shortDayOf } from '../parts/words.ts';
import { customerColumns } from './customer-columns.tsx';

const route = getRouteApi('/signed-in/operator/refunds');

const FIELDS = withDays({ name: 'status', label: 'Status', choices: asWords(REFUND_STATES) });

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
  return (
    <ListPage
      title="Refunds"
      items="refunds"
      path={CONSOLE_PATHS.refunds}
      {...{ fields: FIELDS, columns: COLUMNS, search, query }}
    />
  );
}
