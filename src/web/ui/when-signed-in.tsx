import type { ReactNode } from 'react';
import styles from './when-signed-in.module.css';

// CSS for `html[data-session]` decides which is shown, so that one document in memory fits all visitors.

export function WhenSignedIn({ children }: { readonly children: ReactNode }) {
  return <span className={styles.signedIn}>{children}</span>;
}

export function WhenSignedOut({ children }: { readonly children: ReactNode }) {
  return <span className={styles.signedOut}>{children}</span>;
}
