import { useState } from 'react';
import { type ControlProps, Field, useWiring } from './field.tsx';
import styles from './field.module.css';

/** Give `autoComplete`: 'current-password' or 'new-password'. */
export function PasswordField({ label, hint, error, optional, ...input }: Omit<ControlProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const wiring = useWiring(input.id, { hint, error });
  return (
    <Field texts={{ label, hint, error, optional: optional ?? false }} wiring={wiring}>
      <span className={styles.withToggle}>
        <input
          {...input}
          {...wiring.control}
          type={shown ? 'text' : 'password'}
          className={styles.control}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-controls={wiring.control.id}
          aria-label={`${shown ? 'Hide' : 'Show'} characters`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </span>
    </Field>
  );
}
