import type { ReactNode } from 'react';
import styles from './ui-page.module.css';

export function Specimens({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className={styles.specimens} aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
