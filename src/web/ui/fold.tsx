import type { ReactNode } from 'react';
import styles from './fold.module.css';

export function Fold({ summary, children }: { readonly summary: string; readonly children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  );
}
