import { describe, expect, test } from 'vitest';
import { PASSWORD_RULES, passwordProblems, passwordStrength, RESET_PASSWORD_MINIMUM } from './password.ts';

test('the floors are 6 at the server, 8 at signup and in the account, 6 at the reset', () => {
  expect(RESET_PASSWORD_MINIMUM).toBe(6);
  expect(Object.values(PASSWORD_RULES).map(({ minimum }) => minimum)).toEqual([8, 8, 6]);
});

describe('each form has its own words', () => {
  test.each([
    ['signup', '1234567', 'Password must be at least 8 characters long.'],
    ['account', '1234567', 'New password must be at least 8 characters long'],
    ['reset', '12345', 'Password must be at least 6 characters long.'],
  ] as const)('%s: too short', (form, password, message) => {
    const longer = `${password}x`;
    expect(passwordProblems(form, { password, confirmPassword: password })).toEqual({ password: message });
    expect(passwordProblems(form, { password: longer, confirmPassword: longer })).toEqual({});
  });

  test.each([
    ['signup', 'Passwords do not match'],
    ['account', 'New passwords do not match'],
    ['reset', 'Passwords do not match.'],
  ] as const)('%s: two different passwords', (form, message) => {
    const problems = passwordProblems(form, { password: 'a dead letter', confirmPassword: 'a live letter' });
    expect(problems).toEqual({ confirmPassword: message });
  });
});

test('a password that is too short is told together with one that does not match', () => {
  expect(passwordProblems('signup', { password: 'short', confirmPassword: 'other' })).toEqual({
    password: 'Password must be at least 8 characters long.',
    confirmPassword: 'Passwords do not match',
  });
});

test('an empty confirmation is asked for, whether or not there is something to confirm', () => {
  for (const password of ['', 'a dead letter']) {
    expect(passwordProblems('signup', { password, confirmPassword: '' })).toMatchObject({
      confirmPassword: 'Retype your password.',
    });
  }
});

test('strength is shown while typing, and six characters are not called enough', () => {
  expect(passwordStrength('reset', '')).toBe('');
  expect(passwordStrength('reset', 'k7#vQ2')).toBe('Too short: add 2 more characters.');
  expect(passwordStrength('signup', 'aaaabbbb')).toMatch(/^Weak/);
  expect(passwordStrength('signup', 'k7#vQ2xw')).toMatch(/^Fair/);
  expect(passwordStrength('account', 'kelp-and-candles-8')).toMatch(/^Strong/);
});
