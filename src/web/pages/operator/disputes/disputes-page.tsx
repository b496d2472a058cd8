import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { countDisputes, type DisputeReply, listDisputes } from '../../../../contract/operator/disputes.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { shortDisputeReason } from '../../../../domain/operator-dispute-words.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { askedOf, type FilterField } from '../parts/filter-form.tsx';
import { ListPage } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { counted, momentInWords, shortDayOf, shortMoment } from '../parts/words.ts';

const route = getRouteApi('/signed-in/operator/disputes');

const FIELDS: readonly FilterField[] = [
  { name: 'q', label: 'Name, email or amount', width: 18, longest: 100 },
  {
    name: 'state',
    label: 'State',
    none: 'needs a response',
    choices: [
      ['review', 'under review'],
      ['closed', 'closed'],
    ],
  },
];

const COLUMNS: readonly Column<DisputeReply>[] = [
  {
    name: 'Name',
    title: ({ name }) => name ?? '',
    cell: ({ id, name }) => (
      <Link to={CONSOLE_PATHS.dispute} search={{ dispute: id }}>
        {name ?? 'No name'}
      </Link>
    ),
  },
  { name: 'Email', whole: true, cell: ({ owner }) => owner },
  { name: 'Amount', cell: ({ amountCents }) => formatUsd(amountCents) },
  {
    name: 'Reason',
    title: ({ reasonInWords }) => reasonInWords,
    cell: ({ reason }) => shortDisputeReason(reason),
  },
  {
    name: 'State',
    whole: true,
    title: (item) => stateOf(item, momentInWords),
    cell: (item) => stateOf(item, shortMoment),
  },
  { name: 'Opened', cell: ({ createdAt }) => shortDayOf(createdAt) },
];

export function DisputesPage() {
  const { state = 'respond', q } = route.useSearch();
  const asked = { query: { state, ...(q !== undefined && { q }) } } as const;
  const { data } = useQuery(queryOf(countDisputes, asked));
  return (
    <ListPage
      title="Disputes"
      count={<output>{data && sumInWords(state, data)}</output>}
      items="disputes"
      path={CONSOLE_PATHS.disputes}
      fields={FIELDS}
      columns={COLUMNS}
      search={askedOf(route.useSearch())}
      query={pagesOf(listDisputes, asked)}
    />
  );
}

function stateOf({ status, statusInWords, dueBy }: DisputeReply, inWords: (instant: string) => string): string {
  return status.endsWith('needs_response') && dueBy !== null ? `Respond by ${inWords(dueBy)}` : statusInWords;
}

function sumInWords(state: string, { count, amountCents }: ReplyOf<typeof countDisputes>): string {
  return `${counted(count, 'dispute')} over ${formatUsd(amountCents)}${state === 'closed' ? '' : ' at stake'}`;
}
