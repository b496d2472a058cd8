import { type ReactNode, useEffect, useId, useRef } from 'react';
import { DialogActions, DialogBody } from './dialog-body.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  /** Called on Escape, backdrop and close button; `open` decides. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons, the safe one first; a form within brings its own `DialogActions`. */
  readonly actions?: ReactNode;
}

export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // `showModal` is a command, not an attribute: React cannot say it in markup.
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  // One question gave way to the next: the pressed button is gone, so the heading takes the focus.
  useEffect(() => {
    if (open && dialog.current && !dialog.current.contains(document.activeElement)) focusHeading(dialog.current);
  });

  // A pending action answers in the dialog, so it stays open.
  function leave() {
    const isBusy = dialog.current !== null && dialog.current.querySelector('[aria-busy="true"]') !== null;
    if (!isBusy) onClose();
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // A browser closes on the second Escape without asking; only preventing the key stops it.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}
      onClose={() => open && onClose()}
      closedby="any"
    >
      {open && (
        <DialogBody title={title} titleId={titleId}>
          {children}
          {actions !== undefined && <DialogActions>{actions}</DialogActions>}
        </DialogBody>
      )}
    </dialog>
  );
}

function focusHeading(dialog: HTMLDialogElement): void {
  const heading = dialog.querySelector('h2');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}
