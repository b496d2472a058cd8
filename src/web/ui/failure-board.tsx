import { useMemo } from 'react';
import { type BoardNotice, NoticeBoard } from './notice-board.tsx';

/** Takes the focus: the pressed button may be a screen's height below it. */
export function FailureBoard({ text }: { readonly text: string | null }) {
  const notice = useMemo((): BoardNotice | null => (text === null ? null : { tone: 'error', text }), [text]);
  return <NoticeBoard notice={notice} />;
}
