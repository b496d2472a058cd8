import { getRouteApi } from '@tanstack/react-router';
import { search, type SearchHit } from '../../../contract/operator/search.ts';
import { Fetched } from '../../app/fetched.tsx';
import { queryOf } from '../../app/queries.ts';
import { FileLink } from './parts/entry.tsx';
import { type Column, ListTable } from './parts/list-table.tsx';
import { plainWords } from './parts/words.ts';

const route = getRouteApi('/signed-in/operator/search');

const HINT =
  'Search for part of a name, email, street, town, postal code or gift recipient, or for an invoice number, an order, a Stripe id or the code of a letter.';

const COLUMNS: readonly Column<SearchHit>[] = [
  { name: 'Name', title: ({ name, email }) => name ?? email, cell: nameOf },
  {
    name: 'Email',
    title: ({ email }) => email,
    cell: ({ subscriberId, email }) => <FileLink subscriber={subscriberId}>{email}</FileLink>,
  },
  { name: 'Kind', cell: ({ kind }) => kind },
  { name: 'Found', title: ({ found }) => found, cell: ({ found }) => found },
  { name: 'Town', title: ({ town }) => town ?? '', cell: ({ town }) => town ?? '' },
  { name: 'Status', cell: ({ status }) => (status === null ? 'no subscription' : plainWords(status)) },
];

export function SearchPage() {
  const { q } = route.useSearch();
  return (
    <>
      <h1>Search</h1>
      {q === undefined || q.length < 2 ? (
        <p>{HINT}</p>
      ) : (
        <Fetched query={queryOf(search, { query: { q } })} label="Searching" lines={4}>
          {({ hits, more }) =>
            hits.length === 0 ? (
              <p>{`Nothing matches “${q}”. ${HINT}`}</p>
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

function nameOf({ kind, subscriberId, subscriptionId, name, email }: SearchHit) {
  const isWhole = kind === 'subscriber' || kind === 'address' || subscriptionId === null;
  return (
    <FileLink {...(isWhole ? { subscriber: subscriberId } : { subscription: subscriptionId })}>
      {name ?? email}
    </FileLink>
  );
}
