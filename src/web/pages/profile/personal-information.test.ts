import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { refusedNotice } from './personal-information.tsx';

test('if only the new email address is refused, the notice says that the name is saved', () => {
  const taken = new AuthApiError('Too many emails were requested. Please try again in an hour.', 429, 'x');
  expect(refusedNotice(taken)).toEqual({
    tone: 'error',
    text: 'Your name is saved. Your email wasn’t changed. Too many emails were requested. Please try again in an hour.',
  });
  expect(refusedNotice(new AuthRetryableFetchError('', 500))?.text).toContain('wasn’t changed. Please try again.');
  expect(refusedNotice(new AuthRetryableFetchError('', 0))).toBeNull();
});
