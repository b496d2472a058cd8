import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { viewAsCustomer } from '../../../../contract/operator/customer-history.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { addressesQuery, giftsQuery, lettersQuery, accountQuery, queryOf } from '../../../app/queries.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { AccountInformation } from '../../account/account-information.tsx';
import { LetterNotices } from '../../account/letter-notices.tsx';
import { NextLetters } from '../../account/next-letter.tsx';
import { numbered, toOwned } from '../../account/owned-subscription.ts';
import { SubscriptionStatus } from '../../account/subscription-status.tsx';
import { PostalAddress } from '../../address/postal-address.tsx';
import { CaseFileSheets } from '../../case-file/case-file-page.tsx';
import { giverOf } from '../../gift/gift-words.ts';
import { ReceivedGiftProgress } from '../../gift/received-gift-progress.tsx';
import { PersonalCalendar } from '../../letters/personal-calendar.tsx';
import { SubscriptionEntry } from '../../subscriptions/subscription-entry.tsx';
import styles from './view-as.module.css';

const route = getRouteApi('/signed-in/operator/view-as');

type View = ReplyOf<typeof viewAsCustomer>;

export function ViewAsPage() {
  const { subscriber = '' } = route.useSearch();
  const query = { ...queryOf(viewAsCustomer, { params: { id: subscriber } }), staleTime: Infinity, retry: false };
  return (
    <Fetched query={query} heading={<h1>View as customer</h1>} label="Fetching the account" lines={5}>
      {(view) => <CustomerAccount view={view} />}
    </Fetched>
  );
}

function CustomerAccount({ view }: { readonly view: View }) {
  const client = useMemo(() => clientOf(view), [view]);
  const { profile } = view;
  const seasons = seasonsOf(view);
  const [picked, setPicked] = useState(seasons[0]?.id);
  return (
    <>
      <div className={styles.banner}>
        <h1>{`View as ${profile.fullName ?? profile.email}`}</h1>
        <p>
          You see this account as its customer does. You can’t change anything here, and it is in the log that you
          looked. Close the tab to end the view.
        </p>
        {seasons.length > 1 && (
          <SelectField label="Subscription" value={picked} onChange={({ target }) => setPicked(target.value)}>
            {seasons.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <QueryClientProvider client={client}>
        <ReadOnly>
          <Panels view={view} picked={picked} />
        </ReadOnly>
      </QueryClientProvider>
    </>
  );
}

/** A cache with the customer's data, which fetches nothing. */
function clientOf({ gifts, letters, addresses, caseFiles: _shown, ...account }: View): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false, staleTime: Infinity } } });
  client.setQueryData(accountQuery.queryKey, account);
  client.setQueryData(giftsQuery.queryKey, gifts);
  client.setQueryData(addressesQuery.queryKey, addresses);
  for (const { subscriptionId, calendar } of letters) {
    client.setQueryData(lettersQuery(subscriptionId).queryKey, calendar);
  }
  return client;
}

function seasonsOf({ subscriptions, gifts }: View) {
  return [
    ...numbered(subscriptions).map(({ reply, label }) => ({ id: reply.id, title: `${label}: ${reply.seasonName}` })),
    ...gifts.received
      .filter(({ state }) => state !== 'refunded')
      .map((gift) => ({ id: gift.subscriptionId, title: `${gift.seasonName}, from ${giverOf(gift)}` })),
  ];
}

/** A disabled fieldset disables the buttons. Links do nothing, since they would open the operator's own account. */
function ReadOnly({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const element = frame.current;
    const stopLinks = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
    };
    element?.addEventListener('click', stopLinks, true);
    return () => element?.removeEventListener('click', stopLinks, true);
  }, []);
  return (
    <fieldset ref={frame} disabled className={styles.account} aria-label="The customer’s account">
      {children}
    </fieldset>
  );
}

function Preferences({ emailNotifications, guideEmails }: View['profile']['preferences']) {
  return (
    <Sheet title="Contact Preferences">
      <DefinitionList
        items={[
          { term: 'Email notifications', detail: emailNotifications ? 'On' : 'Off' },
          { term: 'What to look for', detail: guideEmails ? 'On' : 'Off' },
        ]}
      />
    </Sheet>
  );
}

function Panels({ view, picked }: { readonly view: View; readonly picked: string | undefined }) {
  const { profile, subscriptions, addresses } = view;
  const own = numbered(subscriptions);
  const received = view.gifts.received.filter(({ state }) => state !== 'refunded');
  const shown = own.find(({ reply }) => reply.id === picked);
  const gift = received.find(({ subscriptionId }) => subscriptionId === picked);
  return (
    <>
      <LetterNotices subscriptions={subscriptions} />
      <NextLetters subscriptions={own} received={received} />
      <AccountInformation profile={profile} />
      <Preferences {...profile.preferences} />
      <SubscriptionStatus
        subscriptions={subscriptions.map(toOwned)}
        receives={own.length === 0 && received.length > 0}
      />
      {shown !== undefined && (
        <Sheet title="Subscription">
          <SubscriptionEntry subscription={shown} onDone={() => undefined} />
        </Sheet>
      )}
      {gift !== undefined && (
        <Sheet title="Gift">
          <ReceivedGiftProgress gift={gift} />
        </Sheet>
      )}
      {picked !== undefined && (
        <Sheet title="Letters">
          <PersonalCalendar key={picked} id={picked} isGift={gift !== undefined} />
        </Sheet>
      )}
      {view.caseFiles.map((file) => (
        <section key={file.seasonId} aria-label={`Case file: ${file.title}`}>
          <CaseFileSheets file={file} />
        </section>
      ))}
      <Sheet title="Addresses">
        <Stack>
          {addresses.length === 0 && <p>No address yet.</p>}
          {addresses.map((address) => (
            <div key={address.id}>
              <h3>{address.isDefault ? `${address.label}, the default` : address.label}</h3>
              <PostalAddress address={address} />
            </div>
          ))}
        </Stack>
      </Sheet>
    </>
  );
}
