import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { countSubscriptions, listSubscriptions } from '../../../../contract/operator/subscription-list.ts';
import { PagedList, pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { ActionBoard } from '../parts/action-button.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { countedUpTo } from '../parts/words.ts';
import { askedOf, FilterForm } from '../parts/filter-form.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { BulkHistory } from './bulk-history.tsx';
import { FIELDS } from './filter-fields.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { SavedFilters } from './saved-filters.tsx';
import { SubscriptionTable } from './subscription-table.tsx';
import styles from './subscribers.module.css';

const route = getRouteApi('/signed-in/operator/subscribers');

const NONE: ReadonlySet<string> = new Set();

export function SubscribersPage() {
  const asked = askedOf(route.useSearch());
  const { sort: _sort, order: _order, ...filter } = asked;
  const query = pagesOf(listSubscriptions, { query: asked });
  const counting = useQuery(queryOf(countSubscriptions, { query: filter }));
  const count = counting.data?.count;
  const list = JSON.stringify(filter);
  const [selection, setSelection] = useState<{ readonly list: string; readonly ids: ReadonlySet<string> }>();
  const selected: ReadonlySet<string> = selection?.list === list ? selection.ids : NONE;
  return (
    <ActionBoard>
      <header className={styles.head}>
        <h1>Subscribers</h1>
        <output>{count === undefined ? '' : countedUpTo(count, 'subscription')}</output>
        <SavedFilters search={asked} />
      </header>
      <FilterForm path={CONSOLE_PATHS.subscribers} fields={FIELDS} search={asked} />
      <PagedList query={query} label="Fetching the subscribers" empty="No subscription matches." more="Show more">
        {(items) => (
          <div>
            <BulkActions
              filter={filter}
              count={count ?? 0}
              selected={selected}
              onDone={() => setSelection(undefined)}
            />
            <SubscriptionTable
              lines={items}
              search={asked}
              selected={selected}
              onSelect={(ids) => setSelection({ list, ids })}
            />
            <SaveCsv queryKey={query.queryKey} about="the subscribers" />
            <BulkHistory />
          </div>
        )}
      </PagedList>
    </ActionBoard>
  );
}
