import { getRouteApi, Link } from '@tanstack/react-router';
import type { SubscriberReply, SubscriptionSummary } from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { AddressLines, Entry } from '../parts/entry.tsx';
import {
  subscriberAddressesQuery,
  subscriberGiftsQuery,
  subscriberEmailsQuery,
  subscriberQuery,
  subscriberSubscriptionsQuery,
  subscriptionQuery,
} from '../parts/console-queries.ts';
import { ActionBoard } from '../parts/action-board.tsx';
import { Fetched, ListSheet } from '../parts/fetched.tsx';
import { EmailEntry } from '../parts/email-entry.tsx';
import { GiftEntry } from '../parts/gift-entry.tsx';
import { Subscription } from './subscription-history.tsx';
import { counted, dayInWords, instantInWords } from '../parts/words.ts';

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
          keyOf={({ id }) => id}
        >
          {(summary) => <Summary summary={summary} />}
        </ListSheet>
        <ListSheet
          title="Addresses"
          query={subscriberAddressesQuery(subscriber.id)}
          label="Fetching the addresses"
          empty="None on file."
          keyOf={({ id }) => id}
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
          keyOf={({ id }) => id}
        >
          {(hit) => <GiftEntry hit={hit} />}
        </ListSheet>
        <ListSheet
          title="What we wrote"
          query={subscriberEmailsQuery(subscriber.id)}
          label="Fetching the mails"
          empty="Nothing within ninety days. What is older is forgotten."
          keyOf={({ id }) => id}
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
