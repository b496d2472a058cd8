import type { ReactNode } from 'react';
import styles from './by-session.module.css';

// Both are in the page, and `html[data-session]` decides which is shown. So one document serves everybody, from memory.

export function WhenSignedIn({ children }: { readonly children: ReactNode }) {
  return <span className={styles.signedIn}>{children}</span>;
}

export function WhenSignedOut({ children }: { readonly children: ReactNode }) {
  return <span className={styles.signedOut}>{children}</span>;
}
