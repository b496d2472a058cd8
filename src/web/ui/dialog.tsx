import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { isOnBackdrop } from './backdrop.ts';
import type { BoardNotice } from './notice.tsx';

interface DialogProps {
  readonly open: boolean;
  /** Called on Escape, a click on the backdrop and the close button. The dialog closes only when `open` changes. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

export function Dialog({ open, onClose, title, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // `showModal` is a method, so it can't be set in JSX.
  useEffect(() => {
    if (!open) return dialog.current?.close();
    dialog.current?.showModal();
    focusHeading(dialog.current);
  }, [open]);

  // Another question replaced the first, whose button is gone, so the heading takes the focus.
  useEffect(() => {
    if (open && !dialog.current?.contains(document.activeElement)) focusHeading(dialog.current);
  });

  // The dialog stays open during an action, since it shows the result.
  function leave() {
    const isBusy = dialog.current !== null && dialog.current.querySelector('[aria-busy="true"]') !== null;
    if (!isBusy) onClose();
  }

  useEffect(() => {
    const element = dialog.current;
    const closeFromBackdrop = (event: MouseEvent) => {
      if (isOnBackdrop(event)) leave();
    };
    element?.addEventListener('click', closeFromBackdrop);
    return () => element?.removeEventListener('click', closeFromBackdrop);
  });

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // On a second Escape, a browser closes the dialog without asking, unless the key event is prevented.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}
      onClose={() => open && onClose()}
    >
      {open && (
        <DialogBody key={title} title={title} titleId={titleId}>
          <AfterHeading>{children}</AfterHeading>
        </DialogBody>
      )}
    </dialog>
  );
}

/** Shows the heading at once, since a form takes longer to render. */
function AfterHeading({ children }: Pick<DialogProps, 'children'>): ReactNode {
  const isDue = useDeferredValue(true, false);
  return isDue && children;
}

/** Otherwise the browser would focus the first link or field. */
function focusHeading(dialog: HTMLDialogElement | null): void {
  dialog?.querySelector('h2')?.focus();
}

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
      {/* A prerendered dialog opens without script, so HTML itself must name what takes the focus. */}
      <h2 id={titleId} tabIndex={-1} autoFocus>
        {title}
      </h2>
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
    <div className={styles.actions} data-actions>
      <Button variant="secondary" onClick={onNo}>
        {no}
      </Button>
      <Button type={onYes ? 'button' : 'submit'} busy={busy} onClick={onYes}>
        {yes}
      </Button>
    </div>
  );
}
