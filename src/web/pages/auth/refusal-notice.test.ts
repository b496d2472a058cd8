import { AuthApiError } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { refusal } from './refusal-notice.tsx';

const said = (message: string, code: string) => refusal(new AuthApiError(message, 429, code), 'Please try again.');
const tooSoon = (wait: number) => `For security purposes, you can only request this after ${wait} seconds.`;

test('a refusal of the auth server is shown in plain words', () => {
  expect(said(tooSoon(41), 'over_email_send_rate_limit')).toBe('Please wait 41 seconds, then try again.');
  expect(said(tooSoon(1), 'over_email_send_rate_limit')).toBe('Please wait 1 second, then try again.');
  expect(said('Factor not found', 'mfa_factor_not_found')).toBe(
    'That authenticator app was removed from your account. Reload this page.',
  );
  expect(said('User from sub claim in JWT does not exist', 'user_not_found')).toBe('This account no longer exists.');
  expect(said('Another message.', 'validation_failed')).toBe('Another message.');
  expect(refusal(new Error('x is undefined'), 'Please try again.')).toBe('Please try again.');
});
