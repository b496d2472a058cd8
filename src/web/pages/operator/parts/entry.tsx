import type { ReactNode } from 'react';
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
        {notes.map(
          (note, index) =>
            note !== null && (
              <span key={index} className={styles.small}>
                {note}
              </span>
            ),
        )}
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
