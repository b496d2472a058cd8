import { getRouteApi, Link } from '@tanstack/react-router';
import type { SubscriberReply, SubscriptionSummary } from '../../../../contract/operator/people.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { AddressLines } from '../parts/address-lines.tsx';
import {
  subscriberAddressesQuery,
  subscriberGiftsQuery,
  subscriberMailsQuery,
  subscriberQuery,
  subscriberSubscriptionsQuery,
  subscriptionQuery,
} from '../parts/console-queries.ts';
import styles from '../parts/console.module.css';
import { DeedBoard } from '../parts/deed-board.tsx';
import { Fetched, ListSheet } from '../parts/fetched.tsx';
import { MailEntry } from '../outbox/mail-entry.tsx';
import { Gift } from '../search/search-page.tsx';
import { Subscription } from './subscription-history.tsx';
import { counted, dayInWords, instantInWords } from '../parts/words.ts';

const route = getRouteApi('/signed-in/operator/subscriber');

/** Everything about one person, or about one of their subscriptions. */
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
      {(person) => <Person person={person} />}
    </Fetched>
  );
}

function Person({ person }: { readonly person: SubscriberReply }) {
  return (
    <>
      <h1>{person.email}</h1>
      <DeedBoard>
        <Sheet title="Who it is">
          <DefinitionList items={factsOf(person)} />
        </Sheet>
        <ListSheet
          title="Subscriptions"
          query={subscriberSubscriptionsQuery(person.id)}
          label="Fetching the subscriptions"
          empty="Has looked, and not bought."
          keyOf={({ id }) => id}
        >
          {(summary) => <Summary summary={summary} />}
        </ListSheet>
        <ListSheet
          title="Addresses"
          query={subscriberAddressesQuery(person.id)}
          label="Fetching the addresses"
          empty="None on file."
          keyOf={({ id }) => id}
        >
          {({ label, isDefault, lines }) => (
            <div className={styles.what}>
              <span className={styles.title}>{isDefault ? `${label}, the default` : label}</span>
              <AddressLines lines={lines} />
            </div>
          )}
        </ListSheet>
        <ListSheet
          title="Gifts given and received"
          query={subscriberGiftsQuery(person.id)}
          label="Fetching the gifts"
          empty="None, in either direction."
          keyOf={({ id }) => id}
        >
          {(hit) => <Gift hit={hit} />}
        </ListSheet>
        <ListSheet
          title="What we wrote"
          query={subscriberMailsQuery(person.id)}
          label="Fetching the mails"
          empty="Nothing within ninety days. What is older is forgotten."
          keyOf={({ id }) => id}
        >
          {(mail) => <MailEntry mail={mail} />}
        </ListSheet>
      </DeedBoard>
    </>
  );
}

function factsOf(person: SubscriberReply) {
  return [
    { term: 'Name', detail: person.fullName ?? 'Not given' },
    { term: 'Here since', detail: instantInWords(person.memberSince) },
    { term: 'E-mail address', detail: person.emailConfirmed ? 'Confirmed' : 'Not confirmed' },
    { term: 'Last signed in', detail: person.lastSignInAt === null ? 'Never' : instantInWords(person.lastSignInAt) },
    { term: 'Club mails', detail: person.wantsEmails ? 'Welcome' : 'Not wanted' },
    { term: 'Customer at the provider', detail: person.stripeCustomerId ?? 'None' },
  ];
}

function Summary({ summary }: { readonly summary: SubscriptionSummary }) {
  const { id, seasonName, planType, status, isGift, serviceStart, lettersMailed } = summary;
  return (
    <>
      <div className={styles.what}>
        <Link to={CONSOLE_PATHS.subscriber} search={{ subscription: id }} className={styles.title}>
          {`${seasonName}, ${PLANS[planType].name.toLowerCase()}${isGift ? ', a gift' : ''}`}
        </Link>
        <span className={styles.small}>
          {`Since ${dayInWords(serviceStart)}; ${counted(lettersMailed, 'letter')} mailed`}
        </span>
      </div>
      <span className={styles.typed}>{statusInWords(summary, status)}</span>
    </>
  );
}

function statusInWords({ refunded, mailHeld }: SubscriptionSummary, status: string): string {
  if (refunded) return 'refunded';
  return `${status.replace('_', ' ')}${mailHeld ? ', mail held' : ''}`;
}
