import type { ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogBodyProps {
  readonly title: string;
  readonly titleId: string;
  readonly children: ReactNode;
}

/** What stands in a dialog, however it is opened. */
export function DialogBody({ title, titleId, children }: DialogBodyProps) {
  return (
    <div className={styles.body}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </div>
  );
}

/** The buttons at its foot, the safe one first. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
