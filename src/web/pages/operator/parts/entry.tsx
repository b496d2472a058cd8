import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import styles from './console.module.css';

interface EntryProps {
  readonly title: ReactNode;
  readonly notes?: readonly ReactNode[];
  readonly mark?: ReactNode;
  readonly children?: ReactNode;
}

/** What a line of a list says: on the left title and notes, on the right a mark and the buttons. */
export function Entry({ title, notes = [], mark, children }: EntryProps) {
  const typed = mark !== undefined && <span className={styles.typed}>{mark}</span>;
  return (
    <>
      <div className={styles.what}>
        <span className={styles.title}>{title}</span>
        <span className={styles.notes}>
          {notes.map(
            (note, index) =>
              note !== null && (
                <span key={index} className={styles.small}>
                  {note}
                </span>
              ),
          )}
        </span>
      </div>
      {children === undefined ? (
        typed
      ) : (
        <div className={styles.aside}>
          {typed}
          {children}
        </div>
      )}
    </>
  );
}

export function AddressLines({ lines }: { readonly lines: readonly string[] }) {
  return <span className={styles.lines}>{lines.join('\n')}</span>;
}

interface FileLinkProps {
  /** One of the two ids. */
  readonly subscriber?: string;
  readonly subscription?: string;
  readonly children: ReactNode;
}

/** Leads to what is on file of a subscriber, or of one subscription. */
export function FileLink({ children, ...search }: FileLinkProps) {
  return (
    <Link to={CONSOLE_PATHS.subscriber} search={search}>
      {children}
    </Link>
  );
}
