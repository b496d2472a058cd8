import type { ConsolePath } from '../../../../contract/site-paths.ts';
import { PagedList, type PagedQuery } from '../../../app/paged-list.tsx';
import { FilterForm, type FilterField, type ListSearch } from './filter-form.tsx';
import { type Column, ListTable } from './list-table.tsx';
import { SaveCsv } from './save-csv.tsx';

interface ListPageProps<Item> {
  readonly title: string;
  readonly items: string;
  readonly path: ConsolePath;
  readonly fields: readonly FilterField[];
  readonly search: ListSearch;
  readonly query: PagedQuery<Item>;
  readonly columns: readonly Column<Item>[];
}

export function ListPage<Item extends { readonly id: string }>(props: ListPageProps<Item>) {
  const { title, items: things, path, fields, search, query, columns } = props;
  return (
    <>
      <h1>{title}</h1>
      <FilterForm key={JSON.stringify(search)} path={path} fields={fields} search={search} />
      <PagedList query={query} label={`Fetching the ${things}`} empty={`No ${things} match.`} more="Show more">
        {(items) => (
          <div>
            <ListTable label={title} columns={columns} items={items} />
            <SaveCsv queryKey={query.queryKey} about={`the ${things}`} />
          </div>
        )}
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
