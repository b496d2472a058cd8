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
        <DialogBody title={title} titleId={titleId} actions={actions}>
          {children}
        </DialogBody>
      )}
    </dialog>
  );
}

interface StaticDialogProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** The same on a page without React: a button with `command="show-modal"` and `commandfor={id}` opens it. */
export function StaticDialog({ id, title, children, actions }: StaticDialogProps) {
  const titleId = `${id}-title`;
  return (
    <dialog id={id} className={styles.dialog} closedby="any" aria-labelledby={titleId}>
      <DialogBody title={title} titleId={titleId} actions={actions}>
        {children}
      </DialogBody>
    </dialog>
  );
}

interface DialogBodyProps {
  readonly title: string;
  readonly titleId: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

function DialogBody({ title, titleId, children, actions }: DialogBodyProps) {
  return (
    <div className={styles.body}>
      <h2 id={titleId}>{title}</h2>
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
