import { type ReactNode, useId } from 'react';
import styles from './titled-section.module.css';

export function TitledSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {children}
    </section>
  );
}

export function Entries({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.entries}>{children}</ul>;
}

interface EntryProps {
  readonly name: string;
  readonly note: string;
  readonly action?: ReactNode;
}

export function Entry({ name, note, action }: EntryProps) {
  return (
    <li className={styles.entry}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.note}>{note}</p>
      </div>
      {action}
    </li>
  );
}
