import { type ReactNode, useId } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { DialogBody } from './dialog.tsx';
import styles from './dialog.module.css';

interface PlatformDialogProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A modal dialog for pages without React, opened by buttons with invoker commands. */
export function PlatformDialog({ id, title, children }: PlatformDialogProps) {
  const titleId = useId();
  return (
    <dialog id={id} className={styles.dialog} aria-labelledby={titleId}>
      <DialogBody title={title} titleId={titleId}>
        {children}
      </DialogBody>
    </dialog>
  );
}

interface DialogButtonProps {
  readonly dialog: string;
  readonly variant?: ButtonVariant;
  readonly children: ReactNode;
}

export function DialogOpener({ dialog, variant = 'secondary', children }: DialogButtonProps) {
  return (
    <Button variant={variant} command="show-modal" commandfor={dialog} aria-haspopup="dialog">
      {children}
    </Button>
  );
}

export function DialogCloser({ dialog, variant = 'secondary', children }: DialogButtonProps) {
  return (
    <Button variant={variant} command="close" commandfor={dialog}>
      {children}
    </Button>
  );
}

declare module 'react' {
  // Missing in the type definitions: https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-command
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}
