import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { MOST_SELECTED } from '../../../../contract/operator/constants.ts';
import type { SubscriptionLine } from '../../../../contract/operator/subscription-list.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { LETTERS_PER_SEASON } from '../../../../domain/season.ts';
import { FileLink } from '../parts/entry.tsx';
import type { ListSearch } from '../parts/filter-form.tsx';
import { type Column, ListTable } from '../parts/list-table.tsx';
import { useMay } from '../parts/role.tsx';
import { plainWords, shortDayOf } from '../parts/words.ts';

import styles from './subscribers.module.css';

const COLUMNS: readonly (Column<SubscriptionLine> & { readonly sort: string })[] = [
  {
    sort: 'name',
    name: 'Name',
    title: ({ name }) => name ?? '',
    cell: (line) => <NameCell line={line} />,
  },
  { sort: 'email', name: 'Email', whole: true, cell: ({ email }) => email },
  { sort: 'plan', name: 'Plan', cell: ({ plan, isGift }) => (isGift ? `${plan}, gift` : plan) },
  { sort: 'status', name: 'Status', cell: ({ status }) => plainWords(status) },
  { sort: 'place', name: 'Town and country', title: placeOf, cell: placeOf },
  { sort: 'letters', name: 'Letters', cell: ({ lettersMailed }) => `${lettersMailed} of ${LETTERS_PER_SEASON}` },
  {
    sort: 'charge',
    name: 'Next charge',
    cell: ({ nextChargeAt }) => (nextChargeAt === null ? '' : shortDayOf(nextChargeAt)),
  },
  { sort: 'joined', name: 'Joined', cell: ({ joinedAt }) => shortDayOf(joinedAt) },
];

interface SubscriptionTableProps {
  readonly lines: readonly SubscriptionLine[];
  readonly search: ListSearch;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

const Selection = createContext<Pick<SubscriptionTableProps, 'selected' | 'onSelect'>>({
  selected: new Set(),
  onSelect: () => {},
});

function NameCell({ line: { id, name, email } }: { readonly line: SubscriptionLine }) {
  const { selected, onSelect } = use(Selection);
  const may = useMay();
  return (
    <>
      {may('startBulkAction') && (
        <input
          type="checkbox"
          className={styles.select}
          aria-label={`Select ${name ?? email}`}
          checked={selected.has(id)}
          disabled={selected.size >= MOST_SELECTED && !selected.has(id)}
          onChange={() => onSelect(toggled(selected, id))}
        />
      )}
      <FileLink subscription={id}>{name ?? 'No name'}</FileLink>
    </>
  );
}

export function SubscriptionTable({ lines, search, selected, onSelect }: SubscriptionTableProps) {
  const columns = COLUMNS.map((column) => ({ ...column, head: headOf(column.sort, column.name, search) }));
  const tags: Column<SubscriptionLine> = { name: 'Tags', cell: (line) => line.tags.join(', ') };
  return (
    <Selection value={{ selected, onSelect }}>
      <ListTable label="Subscriptions" columns={[...columns, tags]} items={lines} />
    </Selection>
  );
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

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const ids = new Set(selected);
  if (!ids.delete(id)) ids.add(id);
  return ids;
}
