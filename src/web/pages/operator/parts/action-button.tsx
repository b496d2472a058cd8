import { notifyManager, type Query, useMutation } from '@tanstack/react-query';
import { type ComponentProps, createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { Dialog, DialogChoice } from '../../../ui/dialog.tsx';
import { type BoardNotice, Notice, NoticeBoard } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/sheet.tsx';
import styles from './action-board.module.css';
import { queryClient } from '../../../app/queries.ts';

const ShowNotice = createContext<(notice: BoardNotice) => void>(() => {});

/** The place on the page where results of its actions are shown. */
export function ActionBoard({ children }: { readonly children: ReactNode }) {
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  return (
    <ShowNotice value={setNotice}>
      {notice !== null && (
        <div className={styles.result}>
          <NoticeBoard notice={notice} keepsScroll />
          <Button variant="quiet" onClick={() => setNotice(null)}>
            Close
          </Button>
        </div>
      )}
      {children}
    </ShowNotice>
  );
}

interface Outcome<Result> {
  readonly onClose?: (() => void) | undefined;
  readonly onDone?: ((result: Result) => void) | undefined;
  /** A text is shown after success. */
  readonly said?: string | ((result: Result) => string | BoardNotice) | undefined;
}

/** Marks all console data stale, even after a failure, since another operator may have been faster. */
export function useOperatorMutation<Input, Result>(
  mutation: (input: Input) => Promise<Result>,
  { onClose, onDone, said }: Outcome<Result> = {},
) {
  const showNotice = use(ShowNotice);
  const isShown = useIsShown();
  const attempts = useRef(0);
  return useMutation({
    mutationFn: (input: Input) => {
      attempts.current += 1;
      return mutation(input);
    },
    onSuccess: (result) => {
      // Close the dialog first, since it would keep the focus that the notice takes.
      if (onClose !== undefined) flushSync(onClose);
      onDone?.(result);
      const notice = typeof said === 'function' ? said(result) : said;
      if (notice !== undefined) showNotice(typeof notice === 'string' ? { tone: 'success', text: notice } : notice);
    },
    onSettled: async (_result, error) => {
      const fresh = queryClient.invalidateQueries({ predicate: isConsoleData });
      if (error === null) return await fresh;
      const attempt = attempts.current;
      void fresh.then(() =>
        // After fetching again, an outdated button or dialog disappears together with its error.
        notifyManager.schedule(() => {
          if (!isShown.current && attempt === attempts.current) showNotice({ tone: 'error', text: error.message });
        }),
      );
    },
  });
}

function isConsoleData({ queryKey: [path] }: Query): boolean {
  return String(path).startsWith('/api/operator/');
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
  readonly variant?: ButtonVariant | undefined;
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

function WorkButton({ work, ...button }: WorkButtonProps) {
  return (
    <>
      <NamedButton {...button} busy={work.isPending} onClick={() => work.mutate(undefined)} />
      {work.error && <Notice tone="error">{work.error.message}</Notice>}
    </>
  );
}

function NamedButton(props: NamedButtonProps & Omit<ComponentProps<typeof Button>, keyof NamedButtonProps>) {
  const { label, about, variant = 'secondary', ...button } = props;
  return (
    <Button {...button} variant={variant} aria-label={about === undefined ? undefined : `${label}: ${about}`}>
      {label}
    </Button>
  );
}

interface ConfirmButtonProps extends NamedButtonProps {
  readonly title: string;
  readonly children: (close: () => void) => ReactNode;
}

export function ConfirmButton({ title, children, ...button }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <NamedButton {...button} onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={close} title={title}>
        {children(close)}
      </Dialog>
    </>
  );
}

interface QuestionProps<Result> extends Pick<Outcome<Result>, 'onDone' | 'said'> {
  readonly children: ReactNode;
  readonly yes: string;
  /** Says what takes long. */
  readonly working?: string;
  readonly mutation: () => Promise<Result>;
  readonly onClose: () => void;
}

export function Question<Result>(props: QuestionProps<Result>) {
  const { children, yes, working, mutation, onClose, onDone, said } = props;
  const doing = useOperatorMutation(mutation, { onClose, onDone, said });
  return (
    <Stack>
      {doing.isError && <Notice tone="error">{doing.error.message}</Notice>}
      {children}
      {working !== undefined && <output>{doing.isPending && working}</output>}
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

export type QuestionButtonProps<Result> = Omit<ConfirmButtonProps, 'children' | 'disabled'> &
  Omit<QuestionProps<Result>, 'onClose'>;

/** A button that asks for confirmation first. */
export function QuestionButton<Result>({ label, about, variant, title, ...question }: QuestionButtonProps<Result>) {
  return (
    <ConfirmButton {...{ label, about, variant, title }}>
      {(close) => <Question {...question} onClose={close} />}
    </ConfirmButton>
  );
}
