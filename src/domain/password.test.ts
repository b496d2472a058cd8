import { describe, expect, test } from 'vitest';
import { PASSWORD_RULES, passwordProblem, SERVER_PASSWORD_MINIMUM } from './password.ts';

test('the floors are 6 at the server, 8 at signup and in the account, 6 at the reset', () => {
  expect(SERVER_PASSWORD_MINIMUM).toBe(6);
  expect(Object.values(PASSWORD_RULES).map(({ minimum }) => minimum)).toEqual([8, 8, 6]);
});

describe('each form has its own words', () => {
  test.each([
    ['signup', '1234567', 'Password must be at least 8 characters long.'],
    ['account', '1234567', 'New password must be at least 8 characters long'],
    ['reset', '12345', 'Password must be at least 6 characters long.'],
  ] as const)('%s: too short', (form, password, message) => {
    expect(passwordProblem(form, password, password)).toBe(message);
    expect(passwordProblem(form, `${password}x`, `${password}x`)).toBeNull();
  });

  test.each([
    ['signup', 'Passwords do not match'],
    ['account', 'New passwords do not match'],
    ['reset', 'Passwords do not match.'],
  ] as const)('%s: two different passwords', (form, message) => {
    expect(passwordProblem(form, 'a dead letter', 'a live letter')).toBe(message);
  });
});
