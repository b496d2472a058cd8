import { CardElement, Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import type { UseQueryOptions } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { COLOURS } from '../../../domain/colours.ts';
import { Fetched } from '../../app/fetched.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import styles from './card-field.module.css';

interface FetchedCardFormProps {
  readonly query: UseQueryOptions<Stripe, Error, Stripe, string[]>;
  /** Says what did not happen if Stripe's script can't be loaded. */
  readonly unharmed: string;
  readonly children: ReactNode;
}

/** A form with a `CardField`, once Stripe's script is loaded. */
export function FetchedCardForm({ query, unharmed, children }: FetchedCardFormProps) {
  return (
    <Fetched
      query={query}
      label="Loading the card form"
      lines={2}
      failureTitle="We couldn’t load the card form."
      failure={`The form comes from Stripe, our payment provider, and it didn’t load. ${unharmed} Check your internet connection, turn off any ad blocker for this page, and try again.`}
    >
      {(stripe) => <Elements stripe={stripe}>{children}</Elements>}
    </Fetched>
  );
}

/** Stripe's own field inside its `<Elements>`, so that the card number never reaches our server. */
export function CardField() {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <FieldGroup legend="Card details">
      <div className={styles.card}>
        <CardElement options={CARD_OPTIONS} onChange={({ error }) => setProblem(error?.message ?? null)} />
        <output className={styles.problem}>{problem}</output>
      </div>
    </FieldGroup>
  );
}

/** Copies of the values in `ui/tokens.css`, since our style sheets don't apply inside Stripe's frames. */
const CARD_OPTIONS = {
  disableLink: true,
  style: {
    base: { color: COLOURS.ink, fontFamily: '"Courier New", Courier, monospace', fontSize: '17px', lineHeight: '24px' },
    invalid: { color: COLOURS.danger },
  },
} as const;
