import type { ReactNode } from 'react';
import styles from './fold.module.css';

interface FoldProps {
  /** What lies in it, in words enough to leave it shut. */
  readonly summary: string;
  readonly children: ReactNode;
}

/** A sheet folded over: what most readers need not see stands beneath one line, and the browser's own search still finds it. */
export function Fold({ summary, children }: FoldProps) {
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  );
}
