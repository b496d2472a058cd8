import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Promo } from './use-promo.ts';
import styles from './promo-field.module.css';

/** rules/checkout 30: a code is applied, locks the field, and can be removed again. */
export function PromoField({ promo }: { readonly promo: Promo }) {
  const { applied, pending, problem } = promo;
  const [typed, setTyped] = useState(promo.code ?? '');
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    promo.apply(typed);
  }

  function remove(): void {
    setTyped('');
    promo.remove();
    // The pressed button goes, and would take the focus along.
    field.current?.focus();
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.line}>
        <TextField
          ref={field}
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
        {/* Each its own element: one that became the other under a click would send the form. */}
        {applied === null ? (
          <Button key="apply" type="submit" variant="secondary" busy={pending} onClick={ignoreSecondClick}>
            Apply
          </Button>
        ) : (
          <Button key="remove" variant="secondary" onClick={remove}>
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

/** Of a double click on 'Remove' the second one lands on 'Apply', which stands in its place by then. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}
