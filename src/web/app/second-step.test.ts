import type { Factor, Session } from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { awaitsSecondStep } from './second-step.ts';

function session(aal: 'aal1' | 'aal2', ...statuses: Factor['status'][]): Session {
  return sessionWith({ aal }, ...statuses);
}

function sessionWith(claims: object, ...statuses: Factor['status'][]): Session {
  const payload = Buffer.from(JSON.stringify({ ...claims, user_metadata: { full_name: 'Łucja 王 ÿ?' } }));
  const factors = statuses.map((status) => ({ status }));
  return { access_token: `e30.${payload.toString('base64url')}.c2ln`, user: { factors } } as unknown as Session;
}

it('a session waits for the second step while the account has a verified factor that it has not passed', () => {
  expect(awaitsSecondStep(session('aal1', 'verified'))).toBe(true);
  expect(awaitsSecondStep(session('aal1', 'unverified', 'verified'))).toBe(true);
});

it('a session waits when its token says so, whatever the browser has kept of the account', () => {
  expect(awaitsSecondStep(sessionWith({ aal: 'aal1', second_step: 'owed' }))).toBe(true);
});

it('a session that has passed it waits for nothing', () => {
  expect(awaitsSecondStep(session('aal2', 'verified'))).toBe(false);
});

it('a factor that was begun and not finished is no second step', () => {
  expect(awaitsSecondStep(session('aal1', 'unverified'))).toBe(false);
  expect(awaitsSecondStep(session('aal1'))).toBe(false);
});
