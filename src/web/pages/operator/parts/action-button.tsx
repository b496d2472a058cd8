import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { DialogChoice } from '../../../ui/dialog-body.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/sheet.tsx';
import { CONSOLE_KEY } from './console-queries.ts';
import { useShowNotice } from './action-board.tsx';

interface Outcome<Result> {
  readonly onClose?: (() => void) | undefined;
  readonly onDone?: ((result: Result) => void) | undefined;
  readonly said?: string | ((result: Result) => string) | undefined;
}

/** Marks all console data stale, after a failure above all: another operator may have been quicker. */
export function useOperatorMutation<Input, Result>(
  mutation: (input: Input) => Promise<Result>,
  { onClose, onDone, said }: Outcome<Result> = {},
) {
  const queryClient = useQueryClient();
  const showNotice = useShowNotice();
  const isShown = useIsShown();
  return useMutation({
    mutationFn: mutation,
    onSuccess: (result) => {
      // Closed first: the open dialog would hold the focus that the notice takes.
      if (onClose !== undefined) flushSync(onClose);
      onDone?.(result);
      if (said !== undefined) showNotice({ tone: 'success', text: typeof said === 'string' ? said : said(result) });
    },
    onSettled: async (_result, error) => {
      const fresh = queryClient.invalidateQueries({ queryKey: CONSOLE_KEY });
      if (error === null) return await fresh;
      void fresh.then(() =>
        // After the refetch: an outdated button or dialog disappears together with its refusal.
        notifyManager.schedule(() => {
          if (!isShown.current) showNotice({ tone: 'error', text: error.message });
        }),
      );
    },
  });
}

function useIsShown() {
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

interface NamedButtonProps {
  readonly label: string;
  readonly about?: string | undefined;
  readonly variant?: ButtonVariant;
  readonly disabled?: boolean;
}

interface ActionButtonProps<Result> extends NamedButtonProps, Pick<Outcome<Result>, 'onDone' | 'said'> {
  readonly mutation: () => Promise<Result>;
}

export function ActionButton<Result>({ mutation, onDone, said, ...button }: ActionButtonProps<Result>) {
  return <WorkButton {...button} work={useOperatorMutation(mutation, { onDone, said })} />;
}

export function RequestButton({ request, ...button }: NamedButtonProps & { readonly request: () => Promise<unknown> }) {
  return <WorkButton {...button} work={useMutation({ mutationFn: request })} />;
}

interface WorkButtonProps extends NamedButtonProps {
  readonly work: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutate: (input: undefined) => void;
  };
}

function WorkButton({ label, about, variant = 'secondary', disabled = false, work }: WorkButtonProps) {
  return (
    <>
      <Button
        variant={variant}
        busy={work.isPending}
        disabled={disabled}
        aria-label={nameOf(label, about)}
        onClick={() => work.mutate(undefined)}
      >
        {label}
      </Button>
      {work.error && <Notice tone="error">{work.error.message}</Notice>}
    </>
  );
}

function nameOf(label: string, about: string | undefined): string | undefined {
  return about === undefined ? undefined : `${label}: ${about}`;
}

interface ConfirmButtonProps extends NamedButtonProps {
  readonly title: string;
  readonly children: (close: () => void) => ReactNode;
}

export function ConfirmButton({ label, about, title, variant = 'secondary', disabled, children }: ConfirmButtonProps) {
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

interface QuestionProps<Result> extends Pick<Outcome<Result>, 'onDone' | 'said'> {
  readonly children: ReactNode;
  readonly yes: string;
  readonly mutation: () => Promise<Result>;
  readonly onClose: () => void;
}

export function Question<Result>({ children, yes, mutation, onClose, onDone, said }: QuestionProps<Result>) {
  const doing = useOperatorMutation(mutation, { onClose, onDone, said });
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

type QuestionButtonProps<Result> = Omit<ConfirmButtonProps, 'children'> & Omit<QuestionProps<Result>, 'onClose'>;

/** A button that asks before it does anything. */
export function QuestionButton<Result>({
  yes,
  mutation,
  onDone,
  said,
  children,
  ...button
}: QuestionButtonProps<Result>) {
  return (
    <ConfirmButton {...button}>
      {(close) => (
        <Question {...{ yes, mutation, onDone, said }} onClose={close}>
          {children}
        </Question>
      )}
    </ConfirmButton>
  );
}
