import { useState } from 'react';
import { type ControlProps, Field } from './field.tsx';
import styles from './field.module.css';

/** Set `autoComplete` to 'current-password' or 'new-password'. */
export function PasswordField({ label, hint, error, optional, ...input }: Omit<ControlProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, optional }} id={input.id}>
      {(control) => (
        <span className={styles.withToggle}>
          <input {...input} {...control} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
          <button
            type="button"
            className={styles.toggle}
            aria-controls={control.id}
            aria-label={`${shown ? 'Hide' : 'Show'} characters`}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  );
}
