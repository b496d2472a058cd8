import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { DialogChoice } from '../../ui/dialog-body.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { CONSOLE_KEY } from './console-queries.ts';

/** Something that an operator does: afterwards nothing that the console shows is taken for fresh. */
export function useDeed<Input, Result>(deed: (input: Input) => Promise<Result>, onDone?: (result: Result) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: async (result) => {
      onDone?.(result);
      await queryClient.invalidateQueries({ queryKey: CONSOLE_KEY });
    },
  });
}

interface DeedButtonProps<Result> {
  readonly label: string;
  /** Which of several, for whoever hears the button alone. */
  readonly about?: string;
  readonly deed: () => Promise<Result>;
  readonly onDone?: (result: Result) => void;
  readonly variant?: ButtonVariant;
  readonly disabled?: boolean;
}

/** Done at once: what can be done again, or taken back. */
export function DeedButton<Result>({
  label,
  about,
  deed,
  onDone,
  variant = 'secondary',
  disabled = false,
}: DeedButtonProps<Result>) {
  const doing = useDeed(deed, onDone);
  return (
    <>
      <Button
        variant={variant}
        busy={doing.isPending}
        disabled={disabled}
        aria-label={nameOf(label, about)}
        onClick={() => doing.mutate(undefined)}
      >
        {label}
      </Button>
      {doing.isError && <Notice tone="error">{doing.error.message}</Notice>}
    </>
  );
}

function nameOf(label: string, about: string | undefined): string | undefined {
  return about === undefined ? undefined : `${label}: ${about}`;
}

interface AskingButtonProps {
  readonly label: string;
  /** Which of several, for whoever hears the button alone. */
  readonly about?: string;
  readonly title: string;
  readonly variant?: ButtonVariant;
  readonly disabled?: boolean;
  /** What stands in the dialog; it closes itself by the function it is given. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that asks before it does anything. */
export function AskingButton({ label, about, title, variant = 'secondary', disabled, children }: AskingButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant={variant}
        disabled={disabled ?? false}
        aria-label={nameOf(label, about)}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={title}>
        {children(close)}
      </Dialog>
    </>
  );
}

interface QuestionProps<Result> {
  readonly children: ReactNode;
  readonly yes: string;
  readonly deed: () => Promise<Result>;
  readonly onClose: () => void;
  readonly onDone?: (result: Result) => void;
}

/** What cannot be taken back, said once more, and the two buttons. */
export function Question<Result>({ children, yes, deed, onClose, onDone }: QuestionProps<Result>) {
  const doing = useDeed(deed, (result: Result) => {
    // Closed first: the notice takes the focus, which the dialog would keep, or take back.
    flushSync(onClose);
    onDone?.(result);
  });
  return (
    <Stack>
      {doing.isError && <Notice tone="error">{doing.error.message}</Notice>}
      {children}
      <DialogChoice
        yes={yes}
        no="Not now"
        busy={doing.isPending}
        onNo={onClose}
        onYes={() => doing.mutate(undefined)}
      />
    </Stack>
  );
}
