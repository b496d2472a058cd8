import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SupportPage } from './support-page.tsx';
import { TermsPage } from './terms-page.tsx';

const supportEmail = 'a@example.com';
const support = createElement(SupportPage, { supportEmail, responseTime: 'Soon', responseAtLatest: 'Soon.' });
const terms = createElement(TermsPage, { supportEmail, seller: ['Farrow & Pike LLC'], governingLaw: null });

function linesOf(page: Parameters<typeof renderToStaticMarkup>[0]): string[] {
  const html = renderToStaticMarkup(page).replaceAll(/<\/(p|h1|h2|dt|dd|li)>/g, '\n');
  return html.replaceAll(/<[^>]*>/g, '').split('\n');
}

test.each([
  ['Support', support],
  ['Terms', terms],
])(
  '%s says how a refund is claimed, where a late joiner starts, how large a letter is, and what customs charge',
  (_name, page) => {
    const words = linesOf(page).join(' ');
    for (const said of [
      'We refund the card you paid with; banks usually take 5-10 business days.',
      'Everyone starts with letter 1, whenever they subscribe.',
      '#10 business envelope, about 9.5 × 4.1 inches',
      'PO box',
      'customs normally charge nothing',
    ]) {
      expect(words).toContain(said);
    }
  },
);

test('Support names the browsers that the shop is tested with', () => {
  expect(linesOf(support).join(' ')).toContain('Firefox ESR; Safari 16.4 and later');
});

test.each([
  ['Support', support],
  ['Terms', terms],
])('on %s a space follows each sentence', (_name, page) => {
  for (const line of linesOf(page)) expect(line).not.toMatch(/[a-z][.!?:;][A-Z“]/);
});
