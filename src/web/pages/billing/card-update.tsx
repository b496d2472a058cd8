import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useMutation } from '@tanstack/react-query';
import { DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CardField, FetchedCardForm } from '../checkout/card-field.tsx';
import { cardScriptQuery } from '../checkout/stripe-js.ts';
import { refreshBilling } from './billing-queries.ts';
import { type Cardholder, settlementWords, updateCard } from './update-card.ts';

interface CardUpdateProps extends DialogContentProps {
  readonly cardholder: Cardholder;
  readonly overdue: boolean;
}

export function CardUpdate(props: CardUpdateProps) {
  return (
    <FetchedCardForm query={cardScriptQuery} unharmed="Your card is as it was.">
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
          It takes the place of the old card for everything that still renews.{' '}
          {overdue ? 'What is overdue is charged to it at once.' : 'Nothing is charged today.'}
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
