import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { countGifts, GIFT_STATES, type GiftHit, listGifts } from '../../../contract/operator/gift-list.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { pagesOf } from '../../app/paged-list.tsx';
import { queryOf } from '../../app/queries.ts';
import { FileLink } from './parts/entry.tsx';
import { askedOf, asWords, type FilterField } from './parts/filter-form.tsx';
import { ListPage } from './parts/list-page.tsx';
import type { Column } from './parts/list-table.tsx';
import { countedUpTo, giftState, shortDay, shortDayOf } from './parts/words.ts';

const route = getRouteApi('/signed-in/operator/gifts');

const FIELDS: readonly FilterField[] = [
  { name: 'q', label: 'Name or email', width: 18, longest: 100 },
  { name: 'state', label: 'State', choices: asWords(GIFT_STATES) },
  { name: 'from', label: 'Starts from', day: true },
  { name: 'to', label: 'Starts until', day: true },
];

const COLUMNS: readonly Column<GiftHit>[] = [
  {
    name: 'Recipient',
    title: ({ recipientName }) => recipientName,
    cell: ({ recipientName, giverId, subscriptionId }) => (
      <FileLink {...(subscriptionId === null ? { subscriber: giverId } : { subscription: subscriptionId })}>
        {recipientName}
      </FileLink>
    ),
  },
  { name: 'Recipient’s email', whole: true, cell: ({ recipientEmail }) => recipientEmail },
  { name: 'Giver', whole: true, cell: ({ giver }) => giver },
  { name: 'Plan', cell: ({ planType }) => planType },
  { name: 'State', whole: true, cell: giftState },
  { name: 'Starts', cell: ({ startDate }) => shortDay(startDate) },
  { name: 'Bought', cell: ({ createdAt }) => shortDayOf(createdAt) },
];

export function GiftsPage() {
  const search = askedOf(route.useSearch());
  const query = pagesOf(listGifts, { query: search });
  const { data } = useQuery(queryOf(countGifts, { query: search }));
  return (
    <ListPage
      title="Gifts"
      count={<output>{data && countedUpTo(data.count, 'gift')}</output>}
      items="gifts"
      path={CONSOLE_PATHS.gifts}
      {...{ fields: FIELDS, columns: COLUMNS, search, query }}
    />
  );
}
