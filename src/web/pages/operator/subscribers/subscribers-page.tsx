import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { countSubscriptions, listSubscriptions } from '../../../../contract/operator/subscription-list.ts';
import { PagedList, pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { ActionBoard } from '../parts/action-button.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { counted } from '../parts/words.ts';
import { askedOf, FilterForm, type ListSearch } from '../parts/filter-form.tsx';
import { FIELDS } from './filter-fields.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { SavedFilters } from './saved-filters.tsx';
import { SubscriptionTable } from './subscription-table.tsx';
import styles from './subscribers.module.css';

const route = getRouteApi('/signed-in/operator/subscribers');

export function SubscribersPage() {
  const asked = askedOf(route.useSearch());
  const { sort: _sort, order: _order, ...filter } = asked;
  const query = pagesOf(listSubscriptions, { query: asked });
  return (
    <ActionBoard>
      <header className={styles.head}>
        <h1>Subscribers</h1>
        <Count filter={filter} />
        <SavedFilters search={asked} />
      </header>
      <FilterForm key={JSON.stringify(asked)} path={CONSOLE_PATHS.subscribers} fields={FIELDS} search={asked} />
      <PagedList query={query} label="Fetching the subscribers" empty="No subscription matches." more="Show more">
        {(items) => (
          <div>
            <SubscriptionTable lines={items} search={asked} />
            <SaveCsv queryKey={query.queryKey} about="the subscribers" />
          </div>
        )}
      </PagedList>
    </ActionBoard>
  );
}

function Count({ filter }: { readonly filter: ListSearch }) {
  const { data } = useQuery(queryOf(countSubscriptions, { query: filter }));
  return <output>{data === undefined ? '' : counted(data.count, 'subscription')}</output>;
}
