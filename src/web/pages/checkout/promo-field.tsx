import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Promo } from './use-promo.ts';
import styles from './promo-field.module.css';

const FIELD = 'promoCode';

/** SPEC §5, §8: a code is applied, locks the field, and can be removed again. */
export function PromoField({ promo }: { readonly promo: Promo }) {
  const { applied, pending, problem } = promo;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get(FIELD);
    promo.apply(typeof typed === 'string' ? typed : '');
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.line}>
        <TextField
          key={applied?.code ?? 'open'}
          label="Promo code"
          name={FIELD}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={promo.code}
          readOnly={applied !== null}
          error={problem ?? undefined}
        />
        {applied === null ? (
          <Button type="submit" variant="secondary" busy={pending}>
            Apply
          </Button>
        ) : (
          <Button variant="secondary" onClick={promo.remove}>
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
