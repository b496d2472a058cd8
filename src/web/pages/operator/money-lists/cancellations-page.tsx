import { getRouteApi } from '@tanstack/react-router';
import { CANCEL_KINDS, type Cancellation, listCancellations } from '../../../../contract/operator/money-lists.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { CANCEL_REASON_WORDS } from '../../../../domain/cancel-reasons.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { FileLink } from '../parts/entry.tsx';
import { askedOf, asWords } from '../parts/filter-form.tsx';
import { ListPage, withDays } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { shortDayOf } from '../parts/words.ts';

const route = getRouteApi('/signed-in/operator/cancellations');

const FIELDS = withDays(
  { name: 'kind', label: 'How', choices: asWords(CANCEL_KINDS) },
  { name: 'why', label: 'Reason', choices: Object.entries(CANCEL_REASON_WORDS) },
);

const COLUMNS: readonly Column<Cancellation>[] = [
  {
    name: 'Name',
    title: ({ name }) => name ?? '',
    cell: ({ id, name }) => <FileLink subscription={id}>{name ?? 'No name'}</FileLink>,
  },
  { name: 'Email', title: ({ email }) => email, cell: ({ email }) => email },
  { name: 'Plan', cell: ({ plan, isGift }) => (isGift ? `${plan}, gift` : plan) },
  { name: 'How', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { name: 'Letters', cell: ({ status }) => (status === 'ended' ? 'ended' : 'still follow') },
  { name: 'Cancelled', cell: ({ cancelledAt }) => shortDayOf(cancelledAt) },
  { name: 'Reason', title: reasonOf, cell: reasonOf },
  { name: 'Comment', title: ({ comment }) => comment ?? '', cell: ({ comment }) => comment },
];

export function CancellationsPage() {
  const search = askedOf(route.useSearch());
  const query = pagesOf(listCancellations, { query: search });
  return (
    <ListPage
      title="Cancellations"
      items="cancellations"
      path={CONSOLE_PATHS.cancellations}
      {...{ fields: FIELDS, columns: COLUMNS, search, query }}
    />
  );
}

function reasonOf({ reason }: Cancellation): string {
  return reason === null ? '' : CANCEL_REASON_WORDS[reason];
}
