import { CardElement } from '@stripe/react-stripe-js';
import { useState } from 'react';
import { COLOURS } from '../../../domain/colours.ts';
import { FieldGroup } from '../../ui/field.tsx';
import styles from './card-field.module.css';

/** Stripe's own field, inside its `<Elements>`: the card number never reaches us. */
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

/** Style sheets do not reach Stripe's frames; the values are those of `ui/tokens.css`. */
const CARD_OPTIONS = {
  disableLink: true,
  style: {
    base: { color: COLOURS.ink, fontFamily: '"Courier New", Courier, monospace', fontSize: '17px', lineHeight: '24px' },
    invalid: { color: COLOURS.danger },
  },
} as const;
