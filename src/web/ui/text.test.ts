import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Exact, WholeRanges } from './text.tsx';

function shown(text: string): string {
  return renderToStaticMarkup(createElement(Exact, null, text));
}

test('an email address breaks before its @ and its dots, and other exact text nowhere of our choosing', () => {
  expect(shown('ada.quill@example.com')).toBe('<span translate="no">ada<wbr/>.quill<wbr/>@example<wbr/>.com</span>');
  expect(shown('$15.00')).toBe('<span translate="no">$15.00</span>');
});

test('a line does not end inside a range of days', () => {
  const html = renderToStaticMarkup(createElement(WholeRanges, null, 'within 1-3 business days'));
  expect(html).toMatch(/^within <span class="[^"]+">1-3<\/span> business days$/);
});
