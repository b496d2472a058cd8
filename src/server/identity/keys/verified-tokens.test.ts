import { expect, test } from 'vitest';
import { VerifiedTokens } from './verified-tokens.ts';

const NOON = new Date('2026-11-20T17:00:00Z');
const LATER = new Date('2026-11-20T18:00:00Z');

test('a token that was good is known until it expires, to the second', () => {
  const tokens = new VerifiedTokens();
  tokens.add('good', { sub: 'ada', exp: LATER.getTime() / 1000 });
  expect(tokens.find('good', NOON)).toMatchObject({ sub: 'ada' });
  expect(tokens.find('good', new Date(LATER.getTime() - 1))).toMatchObject({ sub: 'ada' });
  expect(tokens.find('good', LATER)).toBeUndefined();
  expect(tokens.find('good', NOON)).toBeUndefined();
});

test('a token without an end does not expire, and one that was never added is not known', () => {
  const tokens = new VerifiedTokens();
  tokens.add('service', { role: 'service_role' });
  expect(tokens.find('service', LATER)).toMatchObject({ role: 'service_role' });
  expect(tokens.find('servicf', LATER)).toBeUndefined();
});

test('it holds no more than a thousand: the oldest goes first', () => {
  const tokens = new VerifiedTokens();
  for (let number = 0; number <= 1_000; number++) tokens.add(`token ${number}`, { sub: String(number) });
  expect(tokens.find('token 0', NOON)).toBeUndefined();
  expect(tokens.find('token 1', NOON)).toMatchObject({ sub: '1' });
  expect(tokens.find('token 1000', NOON)).toMatchObject({ sub: '1000' });
});

test('of a token it holds what callers read, from the first answer on, and neither metadata nor more', () => {
  const tokens = new VerifiedTokens();
  const read = { iss: 'us', sub: 'ada', aud: 'authenticated', role: 'authenticated', exp: LATER.getTime() / 1000 };
  const session = { email: 'ada@example.com', session_id: 'one', aal: 'aal1', second_step: 'owed' };
  const more = { user_metadata: { tale: 'x'.repeat(4_000) }, app_metadata: {}, amr: [], iat: 1, phone: '' };
  expect(tokens.add('good', { ...read, ...session, ...more })).toEqual({ ...read, ...session });
  expect(tokens.find('good', NOON)).toEqual({ ...read, ...session });
});
