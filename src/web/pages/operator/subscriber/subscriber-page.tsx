import { getRouteApi } from '@tanstack/react-router';
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
import { seasonInProse } from '../../../../../seasons/shelf.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ActionBoard } from '../parts/action-button.tsx';
import { AddressLines, Entry, FileLink } from '../parts/entry.tsx';
import { ListSheet } from '../parts/pages.tsx';
import { EmailEntry } from '../parts/email-entry.tsx';
import { GiftEntry } from '../parts/gift-entry.tsx';
import { AccessSheet } from './access.tsx';
import { Subscription } from './subscription-history.tsx';
import { SuppressionSheet } from './suppression.tsx';
import { counted, dayInWords, instantInWords } from '../parts/words.ts';

const route = getRouteApi('/signed-in/operator/subscriber');

export function SubscriberPage() {
  const { subscriber = '', subscription } = route.useLoaderData();
  if (subscription !== undefined) {
    return (
      <Fetched query={queryOf(getSubscription, { params: { id: subscription } })} {...waiting('Subscription')}>
        {(detail) => <Subscription detail={detail} />}
      </Fetched>
    );
  }
  return (
    <Fetched query={queryOf(getSubscriber, { params: { id: subscriber } })} {...waiting('Subscriber')}>
      {(found) => <Subscriber subscriber={found} />}
    </Fetched>
  );
}

function waiting(heading: string) {
  return { heading: <h1>{heading}</h1>, label: 'Fetching the file', lines: 5 };
}

function Subscriber({ subscriber }: { readonly subscriber: SubscriberReply }) {
  const params = { id: subscriber.id };
  return (
    <>
      <h1>{subscriber.email}</h1>
      <ActionBoard>
        <Sheet title="Who it is">
          <DefinitionList items={factsOf(subscriber)} />
        </Sheet>
        {subscriber.emailSuppression !== null && <SuppressionSheet {...subscriber.emailSuppression} />}
        <AccessSheet subscriber={subscriber} />
        <ListSheet
          title="Subscriptions"
          query={pagesOf(listSubscriberSubscriptions, { params })}
          label="Fetching the subscriptions"
          empty="Has looked, and not bought."
        >
          {(summary) => <Summary {...summary} />}
        </ListSheet>
        <ListSheet
          title="Addresses"
          query={pagesOf(listSubscriberAddresses, { params })}
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
          query={pagesOf(listSubscriberGifts, { params })}
          label="Fetching the gifts"
          empty="None, in either direction."
        >
          {(hit) => <GiftEntry hit={hit} />}
        </ListSheet>
        <ListSheet
          title="What we wrote"
          query={pagesOf(listSubscriberEmails, { params })}
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
    { term: 'Email address', detail: subscriber.emailConfirmed ? 'Confirmed' : 'Not confirmed' },
    {
      term: 'Last signed in',
      detail: subscriber.lastSignInAt === null ? 'Never' : instantInWords(subscriber.lastSignInAt),
    },
    { term: 'Club mails', detail: subscriber.wantsEmails ? 'Welcome' : 'Not wanted' },
    { term: 'Customer at the provider', detail: subscriber.stripeCustomerId ?? 'None' },
  ];
}

function Summary(summary: SubscriptionSummary) {
  const { id, seasonName, planType, isGift, serviceStart, lettersMailed } = summary;
  return (
    <Entry
      title={
        <FileLink
          subscription={id}
        >{`${seasonInProse(seasonName)}, ${PLANS[planType].name.toLowerCase()}${isGift ? ', a gift' : ''}`}</FileLink>
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
