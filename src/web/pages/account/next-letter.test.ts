import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LettersReply } from '../../../contract/letters.ts';
import { Entry } from './next-letter.tsx';

const WINDOW = { earliest: '2026-12-13', latest: '2026-12-16' };

test('a letter in the mail is named by its subscription, even if no other letter follows', () => {
  const letters = { letters: [{ letter: 5, state: 'in_the_post', deliveryWindow: WINDOW }], next: null, held: null };
  const expected = { id: 'two', name: 'Subscription 2', totalLetters: 24, own: null };
  const shown = (isNamed: boolean) =>
    renderToStaticMarkup(createElement(Entry, { expected, letters: letters as unknown as LettersReply, isNamed }));
  expect(shown(true)).toMatch(/^<h3>Subscription 2<\/h3><p>Letter 5 is in the mail/);
  expect(shown(false)).toMatch(/^<p>Letter 5 is in the mail/);
});
