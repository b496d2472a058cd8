import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

export function Disclosure({ summary, children }: { readonly summary: string; readonly children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  );
}
