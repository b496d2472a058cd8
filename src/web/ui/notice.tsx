import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import board from './notice-board.module.css';
import styles from './notice.module.css';
import { Button } from './button.tsx';
import { Stack } from './sheet.tsx';
import { Text } from './text.tsx';

export type NoticeTone = 'error' | 'success' | 'info' | 'warning';

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

const MARKS = {
  error: 'Error',
  success: 'Done',
  info: 'Note',
  warning: 'Attention',
} as const satisfies Record<NoticeTone, string>;

/** Screen readers read errors at once, and other notices when they are idle. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <span className={styles.mark} aria-hidden="true">
        {MARKS[tone]}
      </span>
      <div className={styles.text}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {typeof children === 'string' ? <Text>{children}</Text> : children}
      </div>
    </div>
  );
}

export interface BoardNotice {
  readonly tone: NoticeTone;
  readonly text: string;
}

interface NoticeBoardProps {
  readonly notice: BoardNotice | null;
  readonly covered?: boolean;
  /** Whether the page stays where it is. */
  readonly keepsScroll?: boolean;
}

/** Takes the focus, because the button that opened the dialog may be gone. */
export function NoticeBoard({ notice, covered = false, keepsScroll = false }: NoticeBoardProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null && !covered) place.current?.focus({ preventScroll: keepsScroll });
  }, [notice, covered, keepsScroll]);
  if (notice === null) return null;
  return (
    <div ref={place} tabIndex={-1} className={board.board}>
      <Notice tone={notice.tone}>{notice.text}</Notice>
    </div>
  );
}

export function hasNoticeFocus(): boolean {
  return document.activeElement?.classList.contains(board.board ?? '') === true;
}

/** Takes the focus, since it may be far above the pressed button. */
export function FailureBoard({ text }: { readonly text: string | null }) {
  const notice = useMemo((): BoardNotice | null => (text === null ? null : { tone: 'error', text }), [text]);
  return <NoticeBoard notice={notice} />;
}

interface TryAgainProps {
  readonly title?: string | undefined;
  readonly children: string;
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

export function TryAgain({ title, children, busy = false, onRetry }: TryAgainProps) {
  return (
    <Notice tone="error" title={title}>
      <Stack>
        <p>{children}</p>
        <Button fit variant="secondary" busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      </Stack>
    </Notice>
  );
}
