import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Exact } from './text.tsx';

function shown(text: string): string {
  return renderToStaticMarkup(createElement(Exact, null, text));
}

test('an email address breaks before its @ and its dots, and other exact text nowhere of our choosing', () => {
  expect(shown('ada.quill@example.com')).toBe('<span translate="no">ada<wbr/>.quill<wbr/>@example<wbr/>.com</span>');
  expect(shown('$15.00')).toBe('<span translate="no">$15.00</span>');
});
