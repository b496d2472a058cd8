import { expect, test } from 'vitest';
import { COUNTRIES, GIFT_COUNTRIES } from '../../../domain/countries.ts';
import { QUESTIONS } from './questions.ts';

function answerTo(words: string): string {
  return QUESTIONS.find(({ question }) => question.includes(words))?.answer ?? '';
}

test('the answer on gifts names every country that gifts go to, and the one on shipping the choice as the list has it', () => {
  for (const code of GIFT_COUNTRIES) expect(answerTo('give it to somebody')).toContain(COUNTRIES[code].name);
  expect(answerTo('Where do you ship')).toContain(`“${COUNTRIES.OTHER.name}”`);
});
