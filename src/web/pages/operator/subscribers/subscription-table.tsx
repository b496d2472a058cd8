import { Link } from '@tanstack/react-router';
import type { SubscriptionLine } from '../../../../contract/operator/subscription-list.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { FileLink } from '../parts/entry.tsx';
import type { ListSearch } from '../parts/filter-form.tsx';
import { type Column, ListTable } from '../parts/list-table.tsx';
import { dayOf } from '../parts/words.ts';

const COLUMNS: readonly (Column<SubscriptionLine> & { readonly sort: string })[] = [
  {
    sort: 'name',
    name: 'Name',
    title: ({ name }) => name ?? '',
    cell: ({ id, name }) => <FileLink subscription={id}>{name ?? 'No name'}</FileLink>,
  },
  { sort: 'email', name: 'Email', title: ({ email }) => email, cell: ({ email }) => email },
  { sort: 'plan', name: 'Plan', cell: ({ plan, isGift }) => (isGift ? `${plan}, gift` : plan) },
  { sort: 'status', name: 'Status', cell: ({ status }) => status.replaceAll('_', ' ') },
  { sort: 'place', name: 'Town and country', title: placeOf, cell: placeOf },
  { sort: 'letters', name: 'Letters', cell: ({ lettersMailed }) => `${lettersMailed} of 24` },
  {
    sort: 'charge',
    name: 'Next charge',
    cell: ({ nextChargeAt }) => (nextChargeAt === null ? '' : dayOf(nextChargeAt)),
  },
  { sort: 'joined', name: 'Joined', cell: ({ joinedAt }) => dayOf(joinedAt) },
];

interface SubscriptionTableProps {
  readonly lines: readonly SubscriptionLine[];
  readonly search: ListSearch;
}

export function SubscriptionTable({ lines, search }: SubscriptionTableProps) {
  const columns = COLUMNS.map((column) => ({ ...column, head: headOf(column.sort, column.name, search) }));
  const tags: Column<SubscriptionLine> = { name: 'Tags', cell: (line) => line.tags.join(', ') };
  return <ListTable label="Subscriptions" columns={[...columns, tags]} items={lines} />;
}

function headOf(sort: string, name: string, search: ListSearch): NonNullable<Column<unknown>['head']> {
  const { sort: sorted = 'joined', order = 'desc' } = search;
  const isUp = order === 'asc';
  const next = sorted === sort && isUp ? 'desc' : 'asc';
  const content = (
    <Link to={CONSOLE_PATHS.subscribers} search={{ ...search, sort, order: next }}>
      {name}
    </Link>
  );
  return { content, sort: sorted === sort ? (isUp ? 'ascending' : 'descending') : 'none' };
}

function placeOf({ city, state, country }: SubscriptionLine): string {
  return [city, state, country].filter((part) => part !== '').join(', ');
}
