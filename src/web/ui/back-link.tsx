import type { ComponentProps } from 'react';
import styles from './back-link.module.css';

/** A link to the previous step. The arrow is drawn, because our fonts lack one. */
export function BackLink({ children, ...rest }: Omit<ComponentProps<'a'>, 'className' | 'style'>) {
  return (
    <a {...rest}>
      <svg className={styles.arrow} viewBox="0 0 18 12" aria-hidden="true" focusable="false">
        <path fill="none" stroke="currentColor" strokeWidth="1.75" d="M18 6H2M7 1 2 6l5 5" />
      </svg>
      {children}
    </a>
  );
}
