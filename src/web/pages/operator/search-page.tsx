import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { searchGifts, searchSubscribers, type SubscriberHit } from '../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { pagesOf } from '../../app/paged-list.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './parts/console.module.css';
import { ListSheet } from './parts/pages.tsx';
import { counted, instantInWords } from './parts/words.ts';
import { Entry, FileLink } from './parts/entry.tsx';
import { GiftEntry } from './parts/gift-entry.tsx';

const route = getRouteApi('/signed-in/operator/search');

export function SearchPage() {
  const { q } = route.useSearch();
  return (
    <>
      <h1>Search</h1>
      <Sheet>
        <SearchForm q={q ?? ''} />
      </Sheet>
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

function SearchForm({ q }: { readonly q: string }) {
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  const [searched, setSearched] = useState(q);
  // Back changes the address: the field, which has the focus, shows the new query.
  if (searched !== q) {
    setSearched(q);
    setText(q);
  }
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    void navigate({ to: CONSOLE_PATHS.search, search: { q: text.trim() } });
  }
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <TextField
          label="Who, or what"
          type="search"
          hint="The beginning of an email address or of a name; the code on a label; an id of ours or of the payment provider; is:overdue or is:held."
          minLength={2}
          maxLength={200}
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div>
          <Button type="submit">Search</Button>
        </div>
      </form>
    </search>
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
