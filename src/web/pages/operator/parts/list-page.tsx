import type { ReactNode } from 'react';
import type { ConsolePath } from '../../../../contract/site-paths.ts';
import { PagedList, type PagedQuery } from '../../../app/paged-list.tsx';
import { FilterForm, type FilterField, type ListSearch } from './filter-form.tsx';
import { type Column, ListTable } from './list-table.tsx';
import { SaveCsv } from './save-csv.tsx';
import styles from './console.module.css';

interface ListPageProps<Item> {
  readonly title: string;
  readonly count?: ReactNode;
  readonly items: string;
  readonly path: ConsolePath;
  readonly fields: readonly FilterField[];
  readonly search: ListSearch;
  readonly query: PagedQuery<Item>;
  readonly columns: readonly Column<Item>[];
}

export function ListPage<Item extends { readonly id: string }>(props: ListPageProps<Item>) {
  const { title, count, items: things, path, fields, search, query, columns } = props;
  return (
    <>
      <header className={styles.pageHead}>
        <h1>{title}</h1>
        {count}
        <SaveCsv queryKey={query.queryKey} about={`the ${things}`} />
      </header>
      <FilterForm path={path} fields={fields} search={search} />
      <PagedList query={query} label={`Fetching the ${things}`} empty={`No ${things} match.`} more="Show more">
        {(items) => <ListTable label={title} columns={columns} items={items} />}
      </PagedList>
    </>
  );
}

const FROM_AND_TO: readonly FilterField[] = [
  { name: 'from', label: 'From', day: true },
  { name: 'to', label: 'To', day: true },
];

export function withDays(...fields: FilterField[]): readonly FilterField[] {
  return [...fields, ...FROM_AND_TO];
}
