import type { EmailAlarm } from '../../../../contract/operator/emails.ts';
import { counted, timeInWords } from '../parts/words.ts';

const PROBLEMS = {
  unreachable: "hasn't answered",
  login: 'refuses our password',
  sender: 'refuses our sender',
  quota: 'says that our quota is used up',
  message: 'refuses our emails',
} as const satisfies Record<EmailAlarm['refusal'], string>;

export function alarmInWords({ refusal, since, waiting }: EmailAlarm, now = new Date()): string {
  const emails = `${counted(waiting, 'email')} ${waiting === 1 ? 'is' : 'are'} waiting`;
  return `Our mail server ${PROBLEMS[refusal]} since ${timeInWords(since, now)}: ${emails}`;
}
