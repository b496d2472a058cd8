import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useMutation } from '@tanstack/react-query';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import {
  finishCardUpdate,
  type OutstandingPayment,
  payOutstanding,
  startCardUpdate,
} from '../../../contract/billing.ts';
import { DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { type BoardNotice, Notice } from '../../ui/notice.tsx';
import { call } from '../../app/api.ts';
import { CardField, FetchedCardForm } from '../checkout/card-field.tsx';
import { cardScriptQuery } from '../checkout/stripe-js.ts';
import { refreshBilling } from './billing-queries.ts';
import { Text } from '../../ui/text.tsx';

interface CardUpdateProps extends DialogContentProps {
  readonly cardholder: Cardholder;
  readonly overdue: boolean;
}

export function CardUpdate(props: CardUpdateProps) {
  return (
    <FetchedCardForm query={cardScriptQuery} unharmed="Your card wasn’t changed.">
      <CardUpdateForm {...props} />
    </FetchedCardForm>
  );
}

function CardUpdateForm({ cardholder, overdue, onClose, onDone }: CardUpdateProps) {
  const update = useUpdateCard(cardholder, onDone);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!update.isPending) update.mutate();
      }}
    >
      <FieldGroup>
        {update.isError && <Notice tone="error">{update.error.message}</Notice>}
        <p>
          <Text>We’ll use this card for all future charges. </Text>
          <Text>{overdue ? 'We’ll charge the overdue amount to it right away.' : 'Saving it charges nothing.'}</Text>
        </p>
        <CardField />
        <DialogChoice yes="Save Card" busy={update.isPending} onNo={onClose} />
      </FieldGroup>
    </form>
  );
}

function useUpdateCard(cardholder: Cardholder, onDone: CardUpdateProps['onDone']) {
  const stripe = useStripe();
  const elements = useElements();
  return useMutation({
    mutationFn: async () => {
      if (stripe === null) throw new Error('Stripe is not initialized or user not found');
      const card = elements?.getElement(CardElement) ?? null;
      if (card === null) throw new Error('Card element not found.');
      return await updateCard(stripe, card, cardholder);
    },
    onSuccess: async (settlement) => {
      await refreshBilling();
      onDone(settlementWords(settlement));
    },
  });
}

export interface Cardholder {
  readonly fullName: string | null;
  readonly email: string;
}

/**
 * The server opens the update, the browser confirms it, and the server stores the card (rules/money 29).
 * @throws Error with a sentence to show
 */
export async function updateCard(
  stripe: Pick<Stripe, 'confirmCardSetup' | 'confirmCardPayment'>,
  card: StripeCardElement,
  { fullName, email }: Cardholder,
): Promise<Settlement> {
  const { clientSecret } = await call(startCardUpdate);
  const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, {
    payment_method: { card, billing_details: { email, ...(fullName !== null && { name: fullName }) } },
  });
  if (setupIntent?.status !== 'succeeded') {
    throw new Error(
      error?.message ??
        'We couldn’t confirm that card, so your card on file stays the same. Please try again, or use another card.',
    );
  }
  const { outstanding } = await call(finishCardUpdate, { body: { setupIntentId: setupIntent.id } });
  return { cardChanged: true, outstanding: await answerTheBank(stripe, outstanding) };
}

export interface Settlement {
  readonly cardChanged: boolean;
  readonly outstanding: OutstandingPayment;
}

export async function retryOutstanding(
  fetchStripe: () => Promise<Pick<Stripe, 'confirmCardPayment'>>,
): Promise<Settlement> {
  const outstanding = await call(payOutstanding);
  // Stripe's script is needed only if the bank wants to ask the cardholder.
  if (outstanding.clientSecret === null) return { cardChanged: false, outstanding };
  return { cardChanged: false, outstanding: await answerTheBank(await fetchStripe(), outstanding) };
}

async function answerTheBank(
  stripe: Pick<Stripe, 'confirmCardPayment'>,
  outstanding: OutstandingPayment,
): Promise<OutstandingPayment> {
  if (outstanding.clientSecret === null) return outstanding;
  const { error } = await stripe.confirmCardPayment(outstanding.clientSecret);
  if (error) return { outcome: 'declined', message: error.message ?? null, clientSecret: null };
  // On this second call, the server sees the payment and continues with other overdue charges.
  const rest = await call(payOutstanding);
  return rest.outcome === 'nothing_due' ? { ...rest, outcome: 'paid' } : rest;
}

const NOTHING_FOUND =
  'We found nothing to charge. If a payment is still shown as overdue, try another card, or email us.';

const OUTSTANDING_WORDS = {
  nothing_due: '',
  paid: 'The overdue payment went through. The letters continue.',
  declined: 'The overdue payment didn’t go through.',
  action_required:
    'Your bank still needs you to confirm the overdue payment. Press “Try the payment again” to confirm it.',
} as const satisfies Record<OutstandingPayment['outcome'], string>;

export function settlementWords({ cardChanged, outstanding: { outcome, message } }: Settlement): BoardNotice {
  const card = cardChanged ? 'Payment method updated successfully!' : '';
  const rest = outcome === 'nothing_due' && !cardChanged ? NOTHING_FOUND : OUTSTANDING_WORDS[outcome];
  const isUnpaid = outcome === 'declined' || outcome === 'action_required';
  return {
    tone: isUnpaid ? 'error' : 'success',
    text: [card, rest, isUnpaid ? message : null].filter(Boolean).join(' '),
  };
}
