import type { ReactNode } from 'react';
import { Button } from './button.tsx';
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

interface DialogChoiceProps {
  readonly yes: string;
  readonly no?: string;
  readonly busy: boolean;
  readonly onNo: () => void;
  /** Absent in a form, which the button sends. */
  readonly onYes?: () => void;
}

/** One thing to do, or not. */
export function DialogChoice({ yes, no = 'Close', busy, onNo, onYes }: DialogChoiceProps) {
  return (
    <DialogActions>
      <Button variant="secondary" onClick={onNo}>
        {no}
      </Button>
      <Button type={onYes ? 'button' : 'submit'} busy={busy} onClick={onYes}>
        {yes}
      </Button>
    </DialogActions>
  );
}
