import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  /** Escape, the backdrop and the close button ask for it; `open` decides. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons, the safe one first. */
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

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A second Escape closes it whatever we say.
      onClose={() => open && onClose()}
      closedby="any"
    >
      {open && (
        <div className={styles.body}>
          <h2 id={titleId}>{title}</h2>
          {children}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
