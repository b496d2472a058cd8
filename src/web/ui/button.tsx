import { type ComponentProps, type MouseEvent, useState } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';
import { Text } from './text.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

interface ButtonLook {
  readonly variant?: ButtonVariant;
  /** As wide as its text, even if the column would stretch it. */
  readonly fit?: boolean;
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style'> &
  ButtonLook & {
    /** Ignores presses and announces that it is busy. It stays focusable, so that the focus isn't lost. */
    readonly busy?: boolean;
  };

/** A button that replaces a double-clicked one ignores the second click, which was meant for the first. */
const DOUBLE_CLICK_MS = 500;

export function Button({ variant = 'primary', fit, busy = false, onClick, children, ...rest }: ButtonProps) {
  const [shownAt] = useState(() => performance.now());

  function click(event: MouseEvent<HTMLButtonElement>): void {
    const isSecondOfDoubleClick = event.detail > 1 && performance.now() - shownAt < DOUBLE_CLICK_MS;
    if (busy || isSecondOfDoubleClick) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-variant={variant}
      data-fit={fit}
      onClick={click}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      <Text>{children}</Text>
    </button>
  );
}

type ButtonLinkProps = Omit<ComponentProps<'a'>, 'className' | 'style'> & ButtonLook;

/** The app wraps it once with the router's `createLink(ButtonLink)`. */
export function ButtonLink({ variant = 'primary', fit, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={styles.button} data-variant={variant} data-fit={fit}>
      {children}
    </a>
  );
}
