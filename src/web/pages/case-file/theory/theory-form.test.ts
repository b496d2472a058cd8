import { expect, test } from 'vitest';
import { stateWords } from './theory-form.tsx';

const SAVED_AT = '2026-11-29T12:00:00Z';

test('a theory is called saved only if the last save succeeded', () => {
  expect(stateWords({ isPending: true, isError: false }, SAVED_AT, true)).toBe('Saving');
  expect(stateWords({ isPending: false, isError: true }, SAVED_AT, true)).toBe('');
  expect(stateWords({ isPending: false, isError: false }, SAVED_AT, true)).toBe('Saved.');
});
