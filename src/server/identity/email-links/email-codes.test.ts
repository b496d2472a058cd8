import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer, type Browser } from '../../../../test/server/auth-server.ts';
import { interleave } from '../../../../test/load/interleave.ts';
import { rateLimits } from '../../platform/schema.ts';
import { eraseAccount } from '../../account/erasure/erase-account.ts';
import { createUser } from '../users/accounts.ts';
import { accountKey } from '../limits/limits.ts';
import { lockUser } from '../users/queries.ts';

const PASSWORD = 'a murder of quiet crows';
const NEXT_PASSWORD = 'an unkindness of ravens';
let server: AuthServer;
let email: string;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_RATE_LIMIT_FACTOR: '100' });
});
afterAll(() => server.close());
beforeEach(() => {
  email = `person-${randomUUID()}@example.com`;
});

async function user(): Promise<Browser> {
  await createUser(server.ctx, { email, password: PASSWORD, fullName: 'Agatha Mill', confirmed: true });
  const browser = server.browser();
  expect((await browser.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return browser;
}

async function emailedCode(): Promise<unknown> {
  const message = (await server.emails()).findLast(({ recipient }) => recipient === email);
  return message?.data['code'];
}

describe('reauthentication', () => {
  it('emails six digits that PUT /user takes once', async () => {
    const browser = await user();
    expect((await browser.reauthenticate()).error).toBeNull();
    const code = await emailedCode();
    const wrong = await browser.updateUser({ password: NEXT_PASSWORD, nonce: code === '000000' ? '000001' : '000000' });
    expect(wrong.error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
      message: 'Nonce has expired or is invalid',
    });
    expect((await browser.updateUser({ password: NEXT_PASSWORD, nonce: String(code) })).error).toBeNull();
    expect((await browser.updateUser({ password: PASSWORD, nonce: String(code) })).error?.code).toBe(
      'reauthentication_not_valid',
    );
  });

  it('of an account that is being deleted finds no one', async () => {
    const browser = await user();
    const id = (await browser.getUser()).data.user?.id ?? '';
    const { error } = await interleave(server.ctx.db, {
      hold: (tx) => lockUser(tx, id),
      call: () => browser.reauthenticate(),
      meanwhile: (tx) => eraseAccount(server.ctx, tx, id, { retainRow: false }),
    });
    expect(error).toMatchObject({ status: 403, code: 'user_not_found' });
  });

  it('is not spoilt by a stranger who guesses at links', async () => {
    const browser = await user();
    const guesses = { key: accountKey(server.ctx, 'code', email), points: 5_000, expire: Date.now() + 900_000 };
    await server.ctx.db.insert(rateLimits).values(guesses);
    const guess = { type: 'recovery', email, token: '000000' };
    expect(await server.call('POST', '/verify', { body: guess })).toMatchObject({ status: 429 });
    await browser.reauthenticate();
    const nonce = String(await emailedCode());
    expect((await browser.updateUser({ password: NEXT_PASSWORD, nonce })).error).toBeNull();
  });

  it.each([
    [5, undefined],
    [6, 'reauthentication_not_valid'],
  ])('after %i wrong guesses the right code is answered with %s', async (guesses, answer) => {
    const browser = await user();
    await browser.reauthenticate();
    const code = await emailedCode();
    for (let i = 0; i < guesses; i++) await browser.updateUser({ password: NEXT_PASSWORD, nonce: 'guess' });
    expect((await browser.updateUser({ password: NEXT_PASSWORD, nonce: String(code) })).error?.code).toBe(answer);
  });

  it.each([
    [590, undefined],
    [610, 'reauthentication_not_valid'],
  ])('%i seconds after it was mailed the code is answered with %s', async (seconds, answer) => {
    const browser = await user();
    await browser.reauthenticate();
    const nonce = String(await emailedCode());
    server.clock.advance(seconds);
    expect((await browser.updateUser({ password: NEXT_PASSWORD, nonce })).error?.code).toBe(answer);
    server.clock.advance(-seconds);
  });
});

describe('POST /verify', () => {
  it.each([
    [{}, 400, 'validation_failed'],
    [{ type: 'recovery' }, 400, 'validation_failed'],
    [{ type: 'recovery', token_hash: 'none' }, 403, 'otp_expired'],
    [{ type: '__proto__', token_hash: 'none' }, 403, 'otp_expired'],
    [{ type: 'recovery', token: '123456', email: 'nobody@example.com' }, 403, 'otp_expired'],
    [{ type: 'recovery', token: '123456' }, 400, 'validation_failed'],
  ])('answers %j by %i %s', async (body, status, code) => {
    expect(await server.call('POST', '/verify', { body })).toMatchObject({ status, body: { error_code: code } });
  });
});
