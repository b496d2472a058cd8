import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style'> & {
  readonly variant?: ButtonVariant;
  /** Something is under way: the button waits, disabled, and says so. */
  readonly busy?: boolean;
};

/** A button that does something here. `type` is 'button' unless said otherwise, so that no form is sent by accident. */
export function Button({ variant = 'primary', busy = false, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-variant={variant}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

type ButtonLinkProps = Omit<ComponentProps<'a'>, 'className' | 'style'> & { readonly variant?: ButtonVariant };

/** A link that looks like a button. In the app wrap it once with the router's `createLink(ButtonLink)`. */
export function ButtonLink({ variant = 'primary', children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={styles.button} data-variant={variant}>
      {children}
    </a>
  );
}
