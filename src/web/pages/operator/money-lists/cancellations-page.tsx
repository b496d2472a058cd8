import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Cancellation, countCancellations, listCancellations } from '../../../../contract/operator/money-lists.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { CANCEL_REASON_WORDS } from '../../../../domain/cancel-reasons.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { FileLink } from '../parts/entry.tsx';
import { askedOf, asWords } from '../parts/filter-form.tsx';
import { ListPage, withDays } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { countedUpTo, shortDayOf } from '../parts/words.ts';

const route = getRouteApi('/signed-in/operator/cancellations');

const KIND_WORDS = {
  asked: 'by the customer',
  payment_failed: 'payment failed',
  refunded: 'refunded',
  dispute_lost: 'dispute lost',
} as const satisfies Record<Cancellation['kind'], string>;

const FIELDS = withDays(
  { name: 'plan', label: 'Plan', choices: asWords(['monthly', 'annual']) },
  { name: 'kind', label: 'How', choices: Object.entries(KIND_WORDS) },
  { name: 'why', label: 'Reason', choices: Object.entries(CANCEL_REASON_WORDS) },
);

const COLUMNS: readonly Column<Cancellation>[] = [
  {
    name: 'Name',
    title: ({ name }) => name ?? '',
    cell: ({ id, name }) => <FileLink subscription={id}>{name ?? 'No name'}</FileLink>,
  },
  { name: 'Email', whole: true, cell: ({ email }) => email },
  { name: 'Plan', cell: ({ plan, isGift }) => (isGift ? `${plan}, gift` : plan) },
  { name: 'Canceled', cell: ({ cancelledAt }) => shortDayOf(cancelledAt) },
  { name: 'How', wraps: true, title: howOf, cell: howOf },
  { name: 'Reason', wraps: true, title: reasonOf, cell: reasonOf },
  { name: 'Comment', wraps: true, title: ({ comment }) => comment ?? '', cell: ({ comment }) => comment },
  { name: 'Letters', cell: ({ status }) => (status === 'ended' ? 'ended' : 'still follow') },
];

export function CancellationsPage() {
  const search = askedOf(route.useSearch());
  const query = pagesOf(listCancellations, { query: search });
  const { data } = useQuery(queryOf(countCancellations, { query: search }));
  return (
    <ListPage
      title="Cancellations"
      count={<output>{data && countedUpTo(data.count, 'cancellation')}</output>}
      items="cancellations"
      path={CONSOLE_PATHS.cancellations}
      {...{ fields: FIELDS, columns: COLUMNS, search, query }}
    />
  );
}

function howOf({ kind, operator, isImported }: Cancellation): string {
  if (isImported) return operator === null ? 'imported' : 'imported, by operator';
  if (operator === null) return KIND_WORDS[kind];
  return kind === 'asked' ? 'by operator' : `${KIND_WORDS[kind]} by operator`;
}

function reasonOf({ reason }: Cancellation): string {
  return reason === null ? '' : CANCEL_REASON_WORDS[reason];
}
