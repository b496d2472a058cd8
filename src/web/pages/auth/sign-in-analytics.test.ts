import { describe, expect, test } from 'vitest';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { User } from '../../app/session.ts';
import { signInByGoogle, signInByEmail } from './sign-in-analytics.ts';

const JOURNEY = { from: APP_PATHS.signin };

/** A user who signed up on May 1, with the given times of confirmation and last sign-in. */
function userOf(confirmed: string, signedIn: string, provider = 'email'): User {
  return {
    id: 'u-1',
    aud: 'authenticated',
    created_at: '2026-05-01T09:00:00.000Z',
    email_confirmed_at: confirmed,
    last_sign_in_at: signedIn,
    app_metadata: { provider },
    user_metadata: {},
  };
}

const CONFIRMED_NOW = userOf('2026-05-03T12:00:00.000Z', '2026-05-03T12:00:00.040Z');
const KNOWN = userOf('2026-05-01T09:00:00.000Z', '2026-05-03T12:00:00.000Z');

describe('an email link', () => {
  test.each(['signup', 'invite', 'magiclink'])('of the kind %s is a sign-up when it confirmed the account', (link) => {
    expect(signInByEmail(link, CONFIRMED_NOW)).toEqual({ name: 'sign_up', method: 'password' });
  });

  test('is one by Google where a Google account waited for it', () => {
    const user = userOf('2026-05-03T12:00:00.000Z', '2026-05-03T12:00:00.000Z', 'google');
    expect(signInByEmail('signup', user)).toEqual({ name: 'sign_up', method: 'google' });
  });

  test('into an account of old counts as nothing', () => {
    expect(signInByEmail('magiclink', KNOWN)).toBeNull();
  });

  test.each(['email_change', 'recovery', null])('of the kind %s counts as nothing', (link) => {
    expect(signInByEmail(link, CONFIRMED_NOW)).toBeNull();
  });
});

describe('coming back from Google', () => {
  test('is a sign-in into an account of old, and a sign-up where the account began by it', () => {
    expect(signInByGoogle(JOURNEY, null, KNOWN)).toEqual({ name: 'login', method: 'google' });
    expect(signInByGoogle(JOURNEY, null, CONFIRMED_NOW)).toEqual({ name: 'sign_up', method: 'google' });
  });

  test('counts for no one who did not set out from here', () => {
    expect(signInByGoogle(null, null, KNOWN)).toBeNull();
  });

  test('counts for no one whom an email link brought, whatever journey was broken off before', () => {
    expect(signInByGoogle(JOURNEY, 'signup', CONFIRMED_NOW)).toBeNull();
  });
});
