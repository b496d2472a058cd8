import { expect, test } from 'vitest';
import { judgeRefusal, nextTryAt, type Refusal } from './smtp-refusals.ts';

const TABLE: readonly (readonly [command: string, answer: string, refusal: Refusal, final: boolean])[] = [
  ['CONN', '', 'unreachable', false],
  ['CONN', '554 5.7.1 Your address is blocked', 'unreachable', false],
  ['CONN', '421 4.3.2 Shutting down', 'unreachable', false],
  ['EHLO', '550 5.7.1 Go away', 'unreachable', false],
  ['STARTTLS', '454 4.7.0 TLS not available', 'unreachable', false],
  ['AUTH PLAIN', '535 5.7.8 Wrong password', 'login', false],
  ['AUTH LOGIN', '454 4.7.0 Temporary authentication failure', 'login', false],
  ['API', '', 'message', false],
  ['MAIL FROM', '553 Sender address rejected', 'sender', false],
  ['MAIL FROM', '550 5.1.7 Bad sender', 'sender', false],
  ['MAIL FROM', '550 5.1.1 No such sender', 'sender', false],
  ['MAIL FROM', '550 5.4.5 Daily sending quota exceeded', 'quota', false],
  ['MAIL FROM', '451 4.3.0 Try again later', 'sender', false],
  ['RCPT TO', '550 5.1.1 No such user', 'recipient', true],
  ['RCPT TO', '550-5.1.1 No such user', 'recipient', true],
  ['RCPT TO', '550 5.1.2 No such domain', 'recipient', true],
  ['RCPT TO', '553 5.1.3 Bad address syntax', 'recipient', true],
  ['RCPT TO', '556 5.1.10 The domain accepts no email', 'recipient', true],
  ['RCPT TO', '550 5.2.1 Mailbox disabled', 'recipient', true],
  ['RCPT TO', '550 5.4.5 Daily sending quota exceeded', 'quota', false],
  ['RCPT TO', '452 4.4.5 Sending too fast', 'quota', false],
  ['RCPT TO', '550 5.1.7 Bad sender', 'sender', false],
  ['RCPT TO', '553 5.1.8 Sender domain does not exist', 'sender', false],
  ['RCPT TO', '554 5.7.1 Relay access denied', 'message', false],
  ['RCPT TO', '550 5.7.26 Not authenticated', 'message', false],
  ['RCPT TO', '552 5.2.2 Mailbox full', 'recipient', false],
  ['RCPT TO', '450 4.7.1 Greylisted', 'recipient', false],
  ['RCPT TO', '451 Try again later', 'recipient', false],
  ['RCPT TO', '550 Relay not permitted', 'message', false],
  ['RCPT TO', '554 Transaction failed', 'message', false],
  ['RCPT TO', '550 5.1.1000 Nonsense', 'message', false],
  ['RCPT TO', '421 4.7.0 Closing', 'unreachable', false],
  ['DATA', '550 5.1.1 No such user', 'recipient', true],
  ['DATA', '554 Message rejected: Email address is not verified', 'message', false],
  ['DATA', '550 5.7.1 Content rejected', 'message', false],
  ['DATA', '550 5.4.5 Daily sending quota exceeded', 'quota', false],
  ['DATA', '550 5.1.7 Bad sender', 'sender', false],
  ['DATA', '552 5.3.4 Message too big', 'message', false],
  ['DATA', '451 4.3.0 Try again later', 'message', false],
  ['DATA', '', 'unreachable', false],
];

test.each(TABLE)('%s answered "%s" is about: %s; final: %s', (command, answer, refusal, final) => {
  expect(judgeRefusal({ command, answer })).toEqual({ refusal, final });
});

const HOUR = 3_600_000;

test('an email that is refused is tried again with growing gaps of a minute to four hours', () => {
  const since = new Date('2026-11-21T00:00:00Z');
  const gapAfter = (ms: number) => {
    const now = new Date(since.getTime() + ms);
    return ((nextTryAt(since, now)?.getTime() ?? Number.NaN) - now.getTime()) / 60_000;
  };
  expect([0, 60_000, 4 * 60_000, HOUR, 4 * HOUR, 48 * HOUR].map(gapAfter)).toEqual([1, 1, 4, 60, 240, 240]);
});

test('an email that was refused for three days is given up, after fewer than thirty tries', () => {
  const since = new Date('2026-11-21T00:00:00Z');
  let [tries, at]: [number, Date | null] = [0, since];
  let last = since;
  for (; at !== null; tries += 1) [last, at] = [at, nextTryAt(since, at)];
  expect(tries).toBeLessThan(30);
  expect(last.getTime() - since.getTime()).toBeGreaterThanOrEqual(72 * HOUR);
  expect(last.getTime() - since.getTime()).toBeLessThan(76 * HOUR);
});
