import { type ReactNode, useEffect, useId, useRef } from 'react';
import { DialogActions, DialogBody } from './dialog-body.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  /** Escape, the backdrop and the close button ask for it; `open` decides. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons, the safe one first; a form within brings its own `DialogActions`. */
  readonly actions?: ReactNode;
}

/** The platform's modal dialog: it keeps the focus, gives it back, and closes on Escape. In the app only. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // `showModal` is a command, not an attribute: React cannot say it in markup.
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  // One question gave way to the next, and the button that was pressed with it: the heading says what is asked now.
  useEffect(() => {
    if (open && dialog.current && !dialog.current.contains(document.activeElement)) focusHeading(dialog.current);
  });

  // What is under way is answered here: closed before, it would have nowhere to say what came of it.
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
      // Of a second Escape the browser would only tell afterwards; the key itself can be kept from it every time.
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
