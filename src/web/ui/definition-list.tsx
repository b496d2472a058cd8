import type { ReactNode } from 'react';
import styles from './definition-list.module.css';

export interface Definition {
  readonly term: string;
  readonly detail: ReactNode;
  readonly wide?: boolean;
}

interface DefinitionListProps {
  readonly items: readonly (Definition | null)[];
  /**
   * 'form': the term above its value. 'figures': short values, two in a row on a phone. 'ledger': term and value on one
   * ruled line.
   */
  readonly layout?: 'form' | 'figures' | 'ledger';
}

export function DefinitionList({ items, layout = 'form' }: DefinitionListProps) {
  return (
    <dl className={styles.list} data-layout={layout}>
      {items
        .filter((item) => item !== null)
        .map(({ term, detail, wide }) => (
          <div key={term} className={styles.entry} data-wide={wide}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.detail}>{detail}</dd>
          </div>
        ))}
    </dl>
  );
}
