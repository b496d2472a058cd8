import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { formatPercent } from '../../../domain/money.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ignoreSecondClick } from '../../ui/second-click.ts';
import type { Promo } from './use-promo.ts';
import styles from './promo-field.module.css';
import { Text } from '../../ui/text.tsx';

interface PromoFieldProps {
  readonly promo: Promo;
  readonly field: RefObject<HTMLInputElement | null>;
}

export function PromoField({ promo, field }: PromoFieldProps) {
  const { applied, pending, problem } = promo;
  const asked = useRef(false);
  const isApplied = applied !== null;

  // The focus moves from 'Apply' to 'Remove', which replaces it.
  useEffect(() => {
    if (isApplied && asked.current && document.activeElement === document.body) field.current?.focus();
  }, [isApplied, field]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    asked.current = true;
    promo.apply();
  }

  function remove(): void {
    promo.remove();
    // The pressed button disappears, so the field gets the focus.
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
          value={applied?.code ?? promo.typed}
          onChange={(event) => promo.type(event.target.value)}
          readOnly={applied !== null}
          error={problem ?? undefined}
          announced
        />
        {/* Different keys keep React from reusing one button for the other, which would submit the form. */}
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
        {applied !== null && (
          <Text>{`Promo code applied! ${formatPercent(applied.discount.percentOff)} discount`}</Text>
        )}
      </output>
    </form>
  );
}
