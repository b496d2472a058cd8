import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { businessDaysInWords, FIRST_LETTER_DAYS, FIRST_LETTER_WITHIN } from './first-letter-words.ts';
import { FIRST_LETTER_BUSINESS_DAYS } from './mailing-calendar.ts';

test('the words follow the numbers', () => {
  expect(businessDaysInWords({ earliest: 2, latest: 5 })).toBe('2-5 business days');
  expect(businessDaysInWords({ earliest: 2, latest: 2 })).toBe('2 business days');
  expect(businessDaysInWords({ earliest: 1, latest: 1 })).toBe('1 business day');
  expect(FIRST_LETTER_WITHIN).toBe(businessDaysInWords(FIRST_LETTER_BUSINESS_DAYS));
  expect(FIRST_LETTER_DAYS).toBe('1-3');
});

test('no text writes by hand in how many business days the first letter leaves', () => {
  const byHand = /\b(?:1\s*[-–]\s*3|one\s+to\s+three|(?:in|within)\s+three)\s+business\s+days/i;
  const files = ['src', 'seasons'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const texts = files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  const wrong = texts.filter((name) => byHand.test(withoutReplies(readFileSync(name, 'utf8'))));
  expect(wrong).toEqual([]);
});

/** The support page's own promise has the same numbers. */
function withoutReplies(text: string): string {
  return text.replace(/A person always answers within 1-3\s+business days/, '');
}
