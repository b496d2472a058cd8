import { getRouteApi } from '@tanstack/react-router';
import { search, type SearchHit } from '../../../contract/operator/search.ts';
import { Fetched } from '../../app/fetched.tsx';
import { queryOf } from '../../app/queries.ts';
import { FileLink } from './parts/entry.tsx';
import { type Column, ListTable } from './parts/list-table.tsx';
import { pageOfHit, SEARCH_HINT } from './parts/search-hit.ts';
import { plainWords } from './parts/words.ts';

const route = getRouteApi('/signed-in/operator/search');

const COLUMNS: readonly Column<SearchHit>[] = [
  { name: 'Name', title: ({ name, email }) => name ?? email, cell: nameOf },
  {
    name: 'Email',
    whole: true,
    cell: ({ subscriberId, email }) => <FileLink subscriber={subscriberId}>{email}</FileLink>,
  },
  { name: 'Kind', cell: ({ kind }) => kind },
  { name: 'Found', title: foundOf, cell: foundOf },
  { name: 'Town', title: ({ town }) => town ?? '', cell: ({ town }) => town ?? '' },
  { name: 'Status', cell: ({ status }) => (status === null ? 'no subscription' : plainWords(status)) },
];

export function SearchPage() {
  const { q } = route.useSearch();
  return (
    <>
      <h1>Search</h1>
      {q === undefined || q.length < 2 ? (
        <p>{SEARCH_HINT}</p>
      ) : (
        <Fetched query={queryOf(search, { query: { q } })} label="Searching" lines={4}>
          {({ hits, more }) =>
            hits.length === 0 ? (
              <p>{`Nothing matches “${q}”. ${SEARCH_HINT}`}</p>
            ) : (
              <>
                <ListTable label="Results" columns={COLUMNS} items={hits} />
                {more && <p>More match than are listed. Add another word.</p>}
              </>
            )
          }
        </Fetched>
      )}
    </>
  );
}

function nameOf(hit: SearchHit) {
  return <FileLink {...pageOfHit(hit)}>{hit.name ?? hit.email}</FileLink>;
}

/** The column before it already shows the email. */
function foundOf({ found, email }: SearchHit): string {
  return found === email ? '' : found;
}
