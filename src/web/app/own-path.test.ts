import { describe, expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

describe('the way back after sign-in', () => {
  it.each(['/account', '/account/billing', '/shipping?season=season-1', '/payment?season=season-1&address=a'])(
    'leads to a page of ours: %s',
    (next) => expect(ownPath(next)).toBe(next),
  );

  it.each([
    'https://evil.example/account',
    '//evil.example/account',
    '/\\evil.example/account',
    '\\\\evil.example/account',
    '/\t/evil.example/account',
    'javascript:alert(1)',
    'https:evil.example',
    '/%2f%2fevil.example',
    '/account@evil.example',
    '/account/../..//evil.example',
    '/nowhere',
    '',
  ])('never leaves the site: %j', (next) => expect(ownPath(next)).toBeNull());

  it.each(['/signin', '/signup?next=/account', '/reset-password', '/auth/callback'])(
    'does not go in circles: %s',
    (next) => expect(ownPath(next)).toBeNull(),
  );

  it('drops a fragment, which might carry tokens', () => {
    expect(ownPath('/account?success=true#access_token=x')).toBe('/account?success=true');
  });
});
