import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly kicker: string;
  readonly lead?: ReactNode;
  readonly ground?: 'manila' | 'paper' | 'desk';
  readonly layout?: 'above' | 'beside';
  readonly children: ReactNode;
}

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
