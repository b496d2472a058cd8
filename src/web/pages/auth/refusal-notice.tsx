import { FailureBoard } from '../../ui/failure-board.tsx';
import { refusal, weaknesses } from './auth-failure.ts';

interface RefusalNoticeProps {
  readonly error: unknown;
  /** What to say when the backend gave no reason of its own. */
  readonly unexpected: string;
}

/** The red banner of the ways in. */
export function RefusalNotice({ error, unexpected }: RefusalNoticeProps) {
  return <FailureBoard text={error === null ? null : [refusal(error, unexpected), ...weaknesses(error)].join(' ')} />;
}
