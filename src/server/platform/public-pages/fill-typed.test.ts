import { expect, test } from 'vitest';
import { TYPED_PLACE } from '../../../contract/public-pages.ts';
import { fillTyped } from './fill-typed.ts';

test('what was typed comes back as text, in every form of the page, and never as markup', () => {
  const form = `<input value="${TYPED_PLACE}">`;
  expect(fillTyped(form + form, 'a@b')).toBe('<input value="a@b"><input value="a@b">');
  expect(fillTyped(form, '"><script>')).toBe('<input value="&#34;&#62;&#60;script&#62;">');
  expect(fillTyped(form, '$&')).toBe('<input value="$&#38;">');
  expect(fillTyped(form, 'x'.repeat(9_000))).toHaveLength(form.length - TYPED_PLACE.length + 255);
});
