import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../app/api.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  getSubscriber,
  getSubscription,
  listSubscriberAddresses,
  listSubscriberEmails,
  listSubscriberGifts,
  listSubscriberSubscriptions,
  type SubscriberReply,
  type SubscriptionSummary,
} from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { AddressLines, Entry } from '../parts/entry.tsx';
import { CONSOLE_KEY, listQuery } from '../parts/console-queries.ts';
import { ActionBoard } from '../parts/action-board.tsx';
import { Fetched, ListSheet } from '../parts/fetched.tsx';
import { EmailEntry } from '../parts/email-entry.tsx';
import { GiftEntry } from '../parts/gift-entry.tsx';
import { Subscription } from './subscription-history.tsx';
import { counted, dayInWords, instantInWords } from '../parts/words.ts';

function subscriberQuery(id: string) {
  return queryOptions({
    queryKey: [...CONSOLE_KEY, 'subscriber', id],
    queryFn: ({ signal }) => call(getSubscriber, { params: { id }, signal }),
  });
}

function subscriptionQuery(id: string) {
  return queryOptions({
    queryKey: [...CONSOLE_KEY, 'subscription', id],
    queryFn: ({ signal }) => call(getSubscription, { params: { id }, signal }),
  });
}

const subscriberSubscriptionsQuery = listQuery('subscriber', 'subscriptions', listSubscriberSubscriptions);

const subscriberAddressesQuery = listQuery('subscriber', 'addresses', listSubscriberAddresses);

const subscriberGiftsQuery = listQuery('subscriber', 'gifts', listSubscriberGifts);

const subscriberEmailsQuery = listQuery('subscriber', 'emails', listSubscriberEmails);

const route = getRouteApi('/signed-in/operator/subscriber');

export function SubscriberPage() {
  const { subscriber, subscription } = route.useLoaderData();
  if (subscription !== undefined) {
    return (
      <Fetched query={subscriptionQuery(subscription)} label="Fetching the file" title="Subscription">
        {(detail) => <Subscription detail={detail} />}
      </Fetched>
    );
  }
  return (
    <Fetched query={subscriberQuery(subscriber ?? '')} label="Fetching the file" title="Subscriber">
      {(subscriber) => <Subscriber subscriber={subscriber} />}
    </Fetched>
  );
}

function Subscriber({ subscriber }: { readonly subscriber: SubscriberReply }) {
  return (
    <>
      <h1>{subscriber.email}</h1>
      <ActionBoard>
        <Sheet title="Who it is">
          <DefinitionList items={factsOf(subscriber)} />
        </Sheet>
        <ListSheet
          title="Subscriptions"
          query={subscriberSubscriptionsQuery(subscriber.id)}
          label="Fetching the subscriptions"
          empty="Has looked, and not bought."
        >
          {(summary) => <Summary summary={summary} />}
        </ListSheet>
        <ListSheet
          title="Addresses"
          query={subscriberAddressesQuery(subscriber.id)}
          label="Fetching the addresses"
          empty="None on file."
        >
          {({ label, isDefault, lines }) => (
            <Entry
              title={isDefault ? `${label}, the default` : label}
              notes={[<AddressLines key="lines" lines={lines} />]}
            />
          )}
        </ListSheet>
        <ListSheet
          title="Gifts given and received"
          query={subscriberGiftsQuery(subscriber.id)}
          label="Fetching the gifts"
          empty="None, in either direction."
        >
          {(hit) => <GiftEntry hit={hit} />}
        </ListSheet>
        <ListSheet
          title="What we wrote"
          query={subscriberEmailsQuery(subscriber.id)}
          label="Fetching the mails"
          empty="Nothing within ninety days. What is older is forgotten."
        >
          {(email) => <EmailEntry email={email} />}
        </ListSheet>
      </ActionBoard>
    </>
  );
}

function factsOf(subscriber: SubscriberReply) {
  return [
    { term: 'Name', detail: subscriber.fullName ?? 'Not given' },
    { term: 'Here since', detail: instantInWords(subscriber.signedUpAt) },
    { term: 'E-mail address', detail: subscriber.emailConfirmed ? 'Confirmed' : 'Not confirmed' },
    {
      term: 'Last signed in',
      detail: subscriber.lastSignInAt === null ? 'Never' : instantInWords(subscriber.lastSignInAt),
    },
    { term: 'Club mails', detail: subscriber.wantsEmails ? 'Welcome' : 'Not wanted' },
    { term: 'Customer at the provider', detail: subscriber.stripeCustomerId ?? 'None' },
  ];
}

function Summary({ summary }: { readonly summary: SubscriptionSummary }) {
  const { id, seasonName, planType, isGift, serviceStart, lettersMailed } = summary;
  return (
    <Entry
      title={
        <Link to={CONSOLE_PATHS.subscriber} search={{ subscription: id }}>
          {`${seasonName}, ${PLANS[planType].name.toLowerCase()}${isGift ? ', a gift' : ''}`}
        </Link>
      }
      notes={[`Since ${dayInWords(serviceStart)}; ${counted(lettersMailed, 'letter')} mailed`]}
      mark={statusInWords(summary)}
    />
  );
}

function statusInWords({ refunded, heldByDispute, status }: SubscriptionSummary): string {
  if (refunded) return 'refunded';
  return `${status.replace('_', ' ')}${heldByDispute ? ', mail held' : ''}`;
}
