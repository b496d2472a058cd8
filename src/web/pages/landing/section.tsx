import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** A typed line above the title. */
  readonly kicker: string;
  readonly lead?: ReactNode;
  readonly ground?: 'manila' | 'paper' | 'desk';
  /** 'beside': the heading keeps a column of its own where there is room. */
  readonly layout?: 'above' | 'beside';
  readonly children: ReactNode;
}

/** A stretch of the landing page on one ground, with its heading. `id` is its anchor. */
export function Section({ id, title, kicker, lead, ground = 'manila', layout = 'above', children }: SectionProps) {
  return (
    <section id={id} className={styles.section} data-ground={ground} aria-labelledby={`${id}-title`}>
      <div className={styles.inner} data-layout={layout}>
        <header className={styles.head}>
          <p className={styles.kicker}>{kicker}</p>
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
      </div>
    </section>
  );
}
