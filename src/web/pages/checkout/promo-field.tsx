import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Promo } from './use-promo.ts';
import styles from './promo-field.module.css';

/** rules/checkout 30: a code is applied, locks the field, and can be removed again. */
export function PromoField({ promo }: { readonly promo: Promo }) {
  const { applied, pending, problem } = promo;
  const [typed, setTyped] = useState(promo.code ?? '');

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    promo.apply(typed);
  }

  function remove(): void {
    setTyped('');
    promo.remove();
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.line}>
        <TextField
          label="Promo code"
          name="promoCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={applied?.code ?? typed}
          onChange={(event) => setTyped(event.target.value)}
          readOnly={applied !== null}
          error={problem ?? undefined}
        />
        {applied === null ? (
          <Button type="submit" variant="secondary" busy={pending}>
            Apply
          </Button>
        ) : (
          <Button variant="secondary" onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      <output className={styles.applied}>
        {applied !== null && `Promo code applied! ${applied.discount.percentOff}% discount`}
      </output>
    </form>
  );
}
