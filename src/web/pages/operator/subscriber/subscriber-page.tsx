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
import { listSubscriptionStripeChanges } from '../../../../contract/operator/stripe-changes.ts';
import { seasonInProse } from '../../../../../seasons/shelf.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { LETTERS_PER_SEASON } from '../../../../domain/season.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { ActionBoard } from '../parts/action-button.tsx';
import { AddressLines, Entry, FileLink } from '../parts/entry.tsx';
import { FEW_ROWS, ListSheet } from '../parts/pages.tsx';
import { EmailEntry } from '../parts/email-entry.tsx';
import { StripeChangeEntry } from '../parts/stripe-change-entry.tsx';
import { GiftEntry } from '../parts/gift-entry.tsx';
import { AccessSheet } from './access.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { Notes } from './notes.tsx';
import { LettersAndMoney, SubscriptionSheet } from './subscription-sheets.tsx';
import { SuppressionSheet } from './suppression.tsx';
import { Tags } from './tags.tsx';
import { Timeline } from './timeline.tsx';
import { Urgent } from './urgent.tsx';
import { SectionLinks } from '../parts/section-links.tsx';
import { StripeLink } from '../parts/stripe-link.tsx';
import { counted, dayInWords, instantInWords, plainWords } from '../parts/words.ts';

const route = getRouteApi('/signed-in/operator/subscriber');

export function SubscriberPage() {
  const { subscriber, subscription } = route.useLoaderData();
  if (subscription === undefined) return <Customer id={subscriber ?? ''} />;
  return (
    <Fetched query={queryOf(getSubscription, { params: { id: subscription } })} {...WAITING}>
      {(detail) => <Customer id={detail.ownerId} subscription={subscription} />}
    </Fetched>
  );
}

const WAITING = { heading: <h1>Customer</h1>, label: 'Fetching the customer', lines: 5 };

interface CustomerProps {
  readonly id: string;
  /** The subscription that is shown; by default the current one. */
  readonly subscription?: string;
}

function Customer({ id, subscription }: CustomerProps) {
  return (
    <Fetched query={queryOf(getSubscriber, { params: { id } })} {...WAITING}>
      {(found) => <Subscriber subscriber={found} shown={subscription ?? found.current?.id ?? null} />}
    </Fetched>
  );
}

interface SubscriberProps {
  readonly subscriber: SubscriberReply;
  readonly shown: string | null;
}

function Subscriber({ subscriber, shown }: SubscriberProps) {
  const { id, email, fullName } = subscriber;
  return (
    <>
      <div>
        <h1>{fullName ?? email}</h1>
        <a href={`mailto:${email}`}>{email}</a>
      </div>
      <SectionLinks sections={shown === null ? SECTIONS : WITH_SUBSCRIPTION} />
      <ActionBoard>
        {shown !== null && <Urgent subscription={shown} />}
        {subscriber.emailSuppression !== null && <SuppressionSheet {...subscriber.emailSuppression} />}
        {shown !== null && (
          <Fetched
            key={shown}
            query={queryOf(getSubscription, { params: { id: shown } })}
            label="Fetching the subscription"
            lines={5}
          >
            {(detail) => <SubscriptionSheet detail={detail} />}
          </Fetched>
        )}
        <Sheet title="Customer" titleId="customer">
          <Stack>
            <DefinitionList items={factsOf(subscriber)} />
            <CustomerActions subscriber={subscriber} />
          </Stack>
        </Sheet>
        {shown !== null && <LettersAndMoney key={`letters-${shown}`} id={shown} />}
        <Lists params={{ id }} />
        <Tags id={id} />
        <Notes id={id} />
        <Timeline id={id} />
        {shown !== null && (
          <ListSheet
            title="Changed in Stripe"
            csvAbove={FEW_ROWS}
            query={pagesOf(listSubscriptionStripeChanges, { params: { id: shown } })}
            label="Fetching the changes"
            empty="Nothing was changed in Stripe."
          >
            {(change) => <StripeChangeEntry change={change} />}
          </ListSheet>
        )}
        <AccessSheet subscriber={subscriber} />
      </ActionBoard>
    </>
  );
}

const CUSTOMER = ['customer', 'Customer'] as const;

const HISTORY = [
  ['emails', 'Emails'],
  ['tags', 'Tags'],
  ['notes', 'Notes'],
  ['timeline', 'Timeline'],
  ['sign-in', 'Sign-in'],
] as const;

const SECTIONS = [CUSTOMER, ...HISTORY];

const WITH_SUBSCRIPTION = [
  ['subscription', 'Subscription'],
  CUSTOMER,
  ['letters', 'Letters'],
  ['money', 'Money'],
  ...HISTORY,
] as const;

function Lists({ params }: { readonly params: { readonly id: string } }) {
  return (
    <>
      <ListSheet
        title="Subscriptions"
        csvAbove={FEW_ROWS}
        query={pagesOf(listSubscriberSubscriptions, { params })}
        label="Fetching the subscriptions"
        empty="This customer has bought nothing yet."
      >
        {(summary) => <Summary {...summary} />}
      </ListSheet>
      <ListSheet
        title="Addresses"
        csvAbove={FEW_ROWS}
        query={pagesOf(listSubscriberAddresses, { params })}
        label="Fetching the addresses"
        empty="No address yet."
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
        csvAbove={FEW_ROWS}
        query={pagesOf(listSubscriberGifts, { params })}
        label="Fetching the gifts"
        empty="No gifts yet."
      >
        {(hit) => <GiftEntry hit={hit} />}
      </ListSheet>
      <ListSheet
        title="Emails"
        titleId="emails"
        csvAbove={FEW_ROWS}
        query={pagesOf(listSubscriberEmails, { params })}
        label="Fetching the emails"
        empty="No email in the last ninety days. Older ones are deleted."
      >
        {(email) => <EmailEntry email={email} />}
      </ListSheet>
    </>
  );
}

function factsOf(subscriber: SubscriberReply) {
  const { current, stripeCustomerId, lastSignInAt } = subscriber;
  return [
    {
      term: 'Email',
      detail: `${subscriber.email} (${subscriber.emailConfirmed ? 'confirmed' : 'not confirmed'})`,
      wide: true,
    },
    subscriber.fullName === null ? { term: 'Name', detail: 'Not given' } : null,
    { term: 'Status', detail: current === null ? 'no subscription' : statusInWords(current) },
    current && { term: 'Plan', detail: `${PLANS[current.planType].name}${current.isGift ? ', a gift' : ''}` },
    current && { term: 'Letters', detail: `${current.lettersMailed} of ${LETTERS_PER_SEASON}` },
    { term: 'Paid', detail: formatUsd(subscriber.paidCents) },
    { term: 'Refunded', detail: formatUsd(subscriber.refundedCents) },
    { term: 'Signed up', detail: instantInWords(subscriber.signedUpAt) },
    { term: 'Last signed in', detail: lastSignInAt === null ? 'Never' : instantInWords(lastSignInAt) },
    { term: 'Club emails', detail: subscriber.wantsEmails ? 'On' : 'Off' },
    { term: 'In Stripe', detail: stripeCustomerId === null ? 'No' : <StripeLink id={stripeCustomerId} /> },
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

function statusInWords({ word, refunded }: SubscriptionSummary): string {
  return `${plainWords(word)}${refunded ? ', refunded' : ''}`;
}
