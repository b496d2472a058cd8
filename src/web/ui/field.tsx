import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface FieldTexts {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The problem, as a sentence; shown and tied to the field while present. */
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

export type ControlProps<Element extends 'input' | 'select' | 'textarea'> = FieldTexts &
  Omit<ComponentProps<Element>, 'className' | 'style'>;

/** Spread react-hook-form's `register(…)` into it; all attributes of `<input>` pass through. */
export function TextField({ label, hint, error, optional, ...input }: ControlProps<'input'>) {
  const wiring = useWiring(input.id, { hint, error });
  return (
    <Field texts={{ label, hint, error, optional: optional ?? false }} wiring={wiring}>
      <input type="text" {...input} {...wiring.control} className={styles.control} />
    </Field>
  );
}

export function TextAreaField({ label, hint, error, optional, ...textarea }: ControlProps<'textarea'>) {
  const wiring = useWiring(textarea.id, { hint, error });
  return (
    <Field texts={{ label, hint, error, optional: optional ?? false }} wiring={wiring}>
      <textarea rows={4} {...textarea} {...wiring.control} className={styles.control} />
    </Field>
  );
}

export function SelectField({ label, hint, error, optional, children, ...select }: ControlProps<'select'>) {
  const wiring = useWiring(select.id, { hint, error });
  return (
    <Field texts={{ label, hint, error, optional: optional ?? false }} wiring={wiring}>
      <span className={styles.select}>
        <select {...select} {...wiring.control} className={styles.control}>
          {children}
        </select>
      </span>
    </Field>
  );
}

export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function FieldGroup({
  legend,
  children,
}: {
  readonly legend?: string | undefined;
  readonly children: ReactNode;
}) {
  if (legend === undefined) return <div className={styles.group}>{children}</div>;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface Wiring {
  readonly hintId: string;
  readonly errorId: string;
  readonly control: {
    readonly id: string;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string | undefined;
  };
}

export function useWiring(id: string | undefined, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>): Wiring {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [error && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
  return {
    hintId,
    errorId,
    control: {
      id: controlId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}

interface FieldProps {
  readonly texts: FieldTexts;
  readonly wiring: Wiring;
  readonly children: ReactNode;
}

export function Field({ texts: { label, hint, error, optional }, wiring, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={wiring.control.id}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children}
      {hint !== undefined && (
        <p className={styles.hint} id={wiring.hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={wiring.errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
