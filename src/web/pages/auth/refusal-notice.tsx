import { useMemo } from 'react';
import { type BoardNotice, NoticeBoard } from '../../ui/notice-board.tsx';
import { refusal, weaknesses } from './auth-failure.ts';

interface RefusalNoticeProps {
  readonly error: unknown;
  /** What to say when the backend gave no reason of its own. */
  readonly unexpected: string;
}

/** The red banner of the ways in. It takes the focus: the button that was pressed may be a screen's height below it. */
export function RefusalNotice({ error, unexpected }: RefusalNoticeProps) {
  const notice = useMemo((): BoardNotice | null => {
    if (error === null) return null;
    return { tone: 'error', text: [refusal(error, unexpected), ...weaknesses(error)].join(' ') };
  }, [error, unexpected]);
  return <NoticeBoard notice={notice} />;
}
