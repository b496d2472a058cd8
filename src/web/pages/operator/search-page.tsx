import { getRouteApi } from '@tanstack/react-router';
import { searchGifts, searchSubscribers, type SubscriberHit } from '../../../contract/operator/subscribers.ts';
import { pagesOf } from '../../app/paged-list.tsx';
import { ListSheet } from './parts/pages.tsx';
import { counted, instantInWords } from './parts/words.ts';
import { Entry, FileLink } from './parts/entry.tsx';
import { GiftEntry } from './parts/gift-entry.tsx';

const route = getRouteApi('/signed-in/operator/search');

const HINT =
  'Search for the beginning of an email address or a name, the code on a label, our id or Stripe’s, is:overdue or is:held.';

export function SearchPage() {
  const { q } = route.useSearch();
  return (
    <>
      <h1>Search</h1>
      <p>{HINT}</p>
      {q !== undefined && q.length >= 2 && (
        <>
          <ListSheet
            title="Subscribers"
            query={pagesOf(searchSubscribers, { query: { q } })}
            label="Looking through the card index"
            empty="Nobody of that name. Try the beginning of the email address."
          >
            {(hit) => <Subscriber {...hit} />}
          </ListSheet>
          <ListSheet
            title="Gifts"
            query={pagesOf(searchGifts, { query: { q } })}
            label="Looking through the gifts"
            empty="No gift to or from anybody of that name."
          >
            {(hit) => <GiftEntry hit={hit} />}
          </ListSheet>
        </>
      )}
    </>
  );
}

function Subscriber({ id, email, fullName, subscriptions, signedUpAt }: SubscriberHit) {
  return (
    <Entry
      title={<FileLink subscriber={id}>{email}</FileLink>}
      notes={[fullName ?? 'No name given']}
      mark={`${counted(subscriptions, 'subscription')}, here since ${instantInWords(signedUpAt)}`}
    />
  );
}
