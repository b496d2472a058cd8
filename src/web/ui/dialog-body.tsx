import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { BoardNotice } from './notice-board.tsx';
import styles from './dialog.module.css';

/** What stands in a dialog is given: how to close it, and how to say what came of it. */
export interface DialogContentProps {
  readonly onClose: () => void;
  readonly onDone: (notice: BoardNotice) => void;
}

interface DialogBodyProps {
  readonly title: string;
  readonly titleId: string;
  readonly children: ReactNode;
}

export function DialogBody({ title, titleId, children }: DialogBodyProps) {
  return (
    <div className={styles.body}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </div>
  );
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

interface DialogChoiceProps {
  readonly yes: string;
  readonly no?: string;
  readonly busy: boolean;
  readonly onNo: () => void;
  readonly onYes?: () => void;
}

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
