import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { Text } from './text.tsx';

export interface FieldTexts {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The problem as a sentence, shown below the field and linked to it. */
  readonly error?: string | undefined;
  readonly optional?: boolean | undefined;
}

export type ControlProps<Element extends 'input' | 'select' | 'textarea'> = FieldTexts &
  Omit<ComponentProps<Element>, 'className' | 'style'>;

interface Announced {
  /** True if a screen reader reads the problem at once, wherever the focus is. */
  readonly announced?: boolean | undefined;
}

/** Spread react-hook-form's `register(…)` into it. All attributes of `<input>` are passed on. */
export function TextField({ label, hint, error, announced, optional, ...input }: ControlProps<'input'> & Announced) {
  return (
    <Field {...{ label, hint, error, announced, optional }} id={input.id}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  );
}

export function TextAreaField({ label, hint, error, optional, ...textarea }: ControlProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error, optional }} id={textarea.id}>
      {(control) => <textarea rows={4} {...textarea} {...control} />}
    </Field>
  );
}

export function SelectField({ label, hint, error, optional, children, ...select }: ControlProps<'select'>) {
  return (
    <Field {...{ label, hint, error, optional }} id={select.id}>
      {(control) => (
        <span className={styles.select}>
          <select {...select} {...control}>
            {children}
          </select>
        </span>
      )}
    </Field>
  );
}

interface FieldProps extends FieldTexts, Announced {
  readonly id: string | undefined;
  readonly children: (control: ControlAttributes) => ReactNode;
}

interface ControlAttributes {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** Links a control to its label, hint and error. */
export function Field({ label, hint, error, announced = false, optional, id, children }: FieldProps) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [error && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={controlId}>
        <Text>{label}</Text>
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({
        id: controlId,
        className: styles.control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint !== undefined && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={errorId} role={announced ? 'alert' : undefined}>
          {error}
        </p>
      )}
    </div>
  );
}

export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

interface FieldGroupProps {
  readonly legend?: string | undefined;
  readonly children: ReactNode;
}

export function FieldGroup({ legend, children }: FieldGroupProps) {
  if (legend === undefined) return <div className={styles.group}>{children}</div>;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}
