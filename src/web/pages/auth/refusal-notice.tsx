import { FailureBoard } from '../../ui/failure-board.tsx';
import { refusal, weaknesses } from './auth-failure.ts';

interface RefusalNoticeProps {
  readonly error: unknown;
  readonly unexpected: string;
}

export function RefusalNotice({ error, unexpected }: RefusalNoticeProps) {
  return <FailureBoard text={error === null ? null : [refusal(error, unexpected), ...weaknesses(error)].join(' ')} />;
}
