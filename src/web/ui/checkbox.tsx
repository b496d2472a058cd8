import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type'> & {
  readonly label: string;
  readonly hint?: ReactNode;
};

export function CheckboxField({ label, hint, ...input }: CheckboxProps) {
  const generatedId = useId();
  const id = input.id ?? generatedId;
  const hintId = `${id}-hint`;
  return (
    <div className={styles.checkbox}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={styles.box}
        aria-describedby={hint === undefined ? undefined : hintId}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

type ChoiceProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type'> & {
  readonly label: string;
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
};

export function Choice({ label, aside, hint, ...input }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input {...input} type="radio" className={styles.radio} />
      <span className={styles.choiceLabel}>{label}</span>
      {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      {hint !== undefined && <span className={styles.choiceHint}>{hint}</span>}
    </label>
  );
}
