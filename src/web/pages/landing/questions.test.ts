import { expect, test } from 'vitest';
import { COUNTRIES, GIFT_COUNTRIES } from '../../../domain/countries.ts';
import { QUESTIONS } from './questions.ts';

function answerTo(words: string): string {
  return QUESTIONS.find(({ question }) => question.includes(words))?.answer ?? '';
}

test('the answer on gifts names every country that gifts go to, and the one on shipping the choice as the list has it', () => {
  for (const code of GIFT_COUNTRIES) expect(answerTo('give it as a gift')).toContain(COUNTRIES[code].name);
  expect(answerTo('Where do you ship')).toContain(`“${COUNTRIES.OTHER.name}”`);
});

test('the answer on gifts claims no secret, which the email tells, and no email, which the giver may do without', () => {
  const answer = answerTo('give it as a gift');
  expect(answer).toContain('we email the recipient, unless you’d rather tell them yourself.');
  expect(answer).not.toMatch(/not say what/);
});

test('the answer on renewal says when the charges end, and denies no charge that comes', () => {
  expect(answerTo('renew')).toMatch(
    /^The monthly plan is charged each month until twelve months are paid; then it ends automatically\./,
  );
});

test('a mover is sent to the profile, and whoever misses a letter to "It hasn’t arrived"', () => {
  expect(answerTo('moving')).toContain('under Profile');
  expect(answerTo('late')).toContain('“It hasn’t arrived”');
});
