import { expect, test } from 'vitest';
import { endingWords, endsEarly, heardWords, paidLettersWords, willHearWords } from './gift-words.ts';

const ANNOUNCED = {
  state: 'notified',
  announcedAt: '2026-11-25T16:00:00Z',
  announcedTo: 'ruth@example.com',
  recipientEmail: 'ruth@example.com',
  notifyRecipient: true,
  mayAnnounce: true,
} as const;
const MOVED = { ...ANNOUNCED, state: 'scheduled', mayAnnounce: false } as const;

function heard(changes: Partial<Parameters<typeof heardWords>[0]> = {}): string {
  return heardWords({ ...ANNOUNCED, ...changes }, 'November 25, 2026');
}

test('the giver’s card says to whom the announcement went, and which address has heard nothing yet', () => {
  expect(heard()).toBe('By email to ruth@example.com, on November 25, 2026');
  expect(heard({ announcedTo: null })).toBe('By email, on November 25, 2026');
  expect(heard({ recipientEmail: 'calloway@example.com' })).toBe(
    'By email to ruth@example.com, on November 25, 2026. ' +
      'We haven’t emailed calloway@example.com yet: press “Send the email again”.',
  );
});

test('before it is announced, the card says on which day that happens; after the start date, that it isn’t sent yet', () => {
  const gift = { notifyRecipient: true, recipientEmail: 'ruth@example.com', startDate: '2026-11-26' };
  expect(willHearWords(gift, '2026-11-26')).toBe('By email to ruth@example.com, on the start date');
  expect(willHearWords(gift, '2026-11-27')).toBe('By email to ruth@example.com, not sent yet');
  expect(willHearWords({ ...gift, notifyRecipient: false }, '2026-11-26')).toBe('You tell them yourself');
});

test('the card of an announced gift whose start has moved says both: what was told, and that another email follows', () => {
  const follows =
    'The email we sent the recipient has the old dates. We’ll email the new ones to ruth@example.com on the start date.';
  expect(heard(MOVED)).toBe(`By email to ruth@example.com, on November 25, 2026. ${follows}`);
  expect(heard({ ...MOVED, announcedTo: null })).toBe(`By email, on November 25, 2026. ${follows}`);
  const corrected = heard({ ...MOVED, recipientEmail: 'calloway@example.com' });
  expect(corrected).toContain('By email to ruth@example.com, on November 25, 2026.');
  expect(corrected).toContain('to calloway@example.com on the start date.');
  expect(heard({ ...MOVED, notifyRecipient: false })).toContain('press “Send the email again” to send the new ones.');
});

test('who was given a gift that ends early is told which letters still come, and that the story stops', () => {
  expect([24, 2].map((totalLetters) => endsEarly({ totalLetters }))).toEqual([false, true]);
  expect(endingWords({ toCome: { first: 1, last: 2 } })).toBe(
    'Letters 1 and 2 are still to come. After that, no more letters follow.',
  );
  expect(endingWords({ toCome: { first: 2, last: 2 } })).toContain('Letter 2 is still to come.');
  expect(endingWords({ toCome: null })).toBe('We mail no more letters of this gift.');
});

test('before canceling, the giver reads which paid letters still go out, or that all of them have been mailed', () => {
  const gift = { recipientName: 'Ruth', totalLetters: 24 };
  expect(paidLettersWords(gift, undefined)).toBe('Letters you’ve paid for still go to Ruth.');
  expect(paidLettersWords(gift, { first: 3, last: 4 })).toBe(
    'Letters 3 and 4 are paid for and still go to Ruth. After that, no more letters follow.',
  );
  expect(paidLettersWords(gift, { first: 24, last: 24 })).toContain('Then Ruth will have the whole season.');
  expect(paidLettersWords(gift, null)).toBe(
    'Every letter you paid for has been mailed. After you cancel, no more letters follow.',
  );
});
