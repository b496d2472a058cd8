import { expect, test } from 'vitest';
import { alarmInWords } from './alarm-words.ts';

const NOW = new Date('2026-11-21T20:00:00Z');

test.each([
  ['sender', '2026-11-21T19:02:00Z', 212, 'Our mail server refuses our sender since 14:02: 212 emails are waiting'],
  ['login', '2026-11-21T05:00:00Z', 2, 'Our mail server refuses our password since 00:00: 2 emails are waiting'],
  [
    'quota',
    '2026-11-20T19:02:00Z',
    1,
    'Our mail server says that our quota is used up since Nov 20, 14:02: 1 email is waiting',
  ],
  [
    'unreachable',
    '2026-11-21T19:02:00Z',
    1200,
    "Our mail server hasn't answered since 14:02: 1,200 emails are waiting",
  ],
  ['message', '2026-11-21T19:02:00Z', 3, 'Our mail server refuses our emails since 14:02: 3 emails are waiting'],
] as const)('an alarm about %s since %s with %i emails is said in one sentence', (refusal, since, waiting, words) => {
  expect(alarmInWords({ refusal, since, waiting }, NOW)).toBe(words);
});
