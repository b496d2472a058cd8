import { useEffect, useMemo, useRef } from 'react';
import { Notice, type NoticeTone } from './notice.tsx';
import styles from './notice-board.module.css';

export interface BoardNotice {
  readonly tone: NoticeTone;
  readonly text: string;
}

interface NoticeBoardProps {
  readonly notice: BoardNotice | null;
  readonly covered?: boolean;
}

/** Takes the focus, because the button that opened the dialog may be gone. */
export function NoticeBoard({ notice, covered = false }: NoticeBoardProps) {
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null && !covered) board.current?.focus();
  }, [notice, covered]);
  if (notice === null) return null;
  return (
    <div ref={board} tabIndex={-1} className={styles.board}>
      <Notice tone={notice.tone}>{notice.text}</Notice>
    </div>
  );
}

/** Takes the focus: the pressed button may be a screen's height below it. */
export function FailureBoard({ text }: { readonly text: string | null }) {
  const notice = useMemo((): BoardNotice | null => (text === null ? null : { tone: 'error', text }), [text]);
  return <NoticeBoard notice={notice} />;
}
