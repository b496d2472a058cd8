import type { ReactNode } from 'react';
import styles from './fold.module.css';

interface FoldProps {
  readonly summary: string;
  readonly children: ReactNode;
}

export function Fold({ summary, children }: FoldProps) {
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  );
}
