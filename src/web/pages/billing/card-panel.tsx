import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SubscriptionReply } from '../../../contract/account.ts';
import { type CardReply, getPaymentMethod } from '../../../contract/billing.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { cardInWords, formatExpiry } from '../../../domain/card.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { accountQuery, queryOf } from '../../app/queries.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { TryAgain } from '../../ui/notice.tsx';
import { cardNotLoadedWords } from './card-not-loaded.ts';
import { OPENED_HERE } from '../../app/dialog-history.ts';
import { Button } from '../../ui/button.tsx';

export function CardPanel({ subscriptions }: { readonly subscriptions: readonly SubscriptionReply[] }) {
  const customerId = subscriptions.findLast(({ paidElsewhere }) => !paidElsewhere)?.stripeCustomerId;
  if (subscriptions.length === 0) return <NeverBought />;
  if (customerId === undefined) {
    return (
      <Sheet title="Payment method">
        <p>You paid for your subscription at another shop. We charge nothing for it, so we need no card.</p>
      </Sheet>
    );
  }
  return (
    <Sheet title="Payment method" aside={<UpdateButton dialog="card">Update Payment Method</UpdateButton>}>
      <CardOnFile customerId={customerId} />
    </Sheet>
  );
}

/** A purchase made moments ago may be missing in the account's data (rules/pages 34). */
function NeverBought() {
  const account = useQuery(accountQuery);
  return (
    <Sheet title="Payment method">
      <Stack>
        <p>
          No subscription found. You enter a card when you buy a season. If you’ve just paid, don’t pay again: press
          “Try Again” in a moment.
        </p>
        <AppButtonLink fit to={APP_PATHS.seasonSelection}>
          Subscribe Now
        </AppButtonLink>
        <Button fit variant="quiet" busy={account.isFetching} onClick={() => void account.refetch()}>
          Try Again
        </Button>
      </Stack>
    </Sheet>
  );
}

function CardOnFile({ customerId }: { readonly customerId: string }) {
  const reply = useQuery(queryOf(getPaymentMethod, { body: { customerId } }));
  if (reply.isPending) return <CardToCome />;
  const card = reply.data?.paymentMethod?.card;
  if (card) return <Card card={card} />;
  return (
    <TryAgain busy={reply.isFetching} onRetry={() => void reply.refetch()}>
      {reply.data?.error ?? cardNotLoadedWords(reply.error)}
    </TryAgain>
  );
}

function CardToCome() {
  return (
    <output aria-label="Loading your card" aria-busy="true">
      <DefinitionList
        items={[
          { term: 'Card on file', detail: '…' },
          { term: 'Expires', detail: '…' },
        ]}
      />
    </output>
  );
}

function Card({ card }: { readonly card: CardReply }) {
  return (
    <DefinitionList
      items={[
        { term: 'Card on file', detail: cardInWords(card) },
        { term: 'Expires', detail: formatExpiry({ expMonth: card.exp_month, expYear: card.exp_year }) },
      ]}
    />
  );
}

const route = getRouteApi('/signed-in/account/billing');

export function UpdateButton({ dialog, children }: { readonly dialog: 'card' | 'address'; readonly children: string }) {
  const navigate = route.useNavigate();
  return (
    <Button
      variant="secondary"
      aria-haspopup="dialog"
      onClick={() => void navigate({ search: { dialog }, ...OPENED_HERE })}
    >
      {children}
    </Button>
  );
}
