import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer, type Browser } from '../../../../test/server/auth-server.ts';
import { interleave } from '../../../../test/load/interleave.ts';
import { rateLimits } from '../../platform/schema.ts';
import { callerKey } from '../limits/limits.ts';
import { sessions, users } from '../schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { lockUser } from '../users/queries.ts';

const PASSWORD = 'a murder of quiet crows';
const NEXT_PASSWORD = 'a parliament of loud owls';
const THIEVES_PASSWORD = 'an unkindness of ravens';
let server: AuthServer;
let owner: Browser;
let thief: Browser;
let email: string;
let accounts = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_RATE_LIMIT_FACTOR: '100' });
});
afterAll(() => server.close());
beforeEach(async () => {
  email = `person${++accounts}@example.com`;
  owner = server.browser();
  thief = server.browser();
  await owner.signUp({ email, password: PASSWORD });
  await thief.signInWithPassword({ email, password: PASSWORD });
});

async function accessOf(browser: Browser): Promise<string> {
  return (await browser.getSession()).data.session?.access_token ?? '';
}

async function countedCalls(): Promise<number> {
  const [row] = await server.ctx.db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, callerKey(server.ctx, 'account', '127.0.0.1')));
  return row?.points ?? 0;
}

/** Sends a request's headers and waits until the server has read them; `release` sends the body and reads the answer. */
async function withheld(access: string, body: object): Promise<{ release(): Promise<unknown> }> {
  const before = await countedCalls();
  const headers = { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' };
  const call = request(`${server.url}/user`, { method: 'PUT', headers });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.flushHeaders();
  await expect.poll(countedCalls).toBe(before + 1);
  return {
    async release() {
      call.end(JSON.stringify(body));
      const [answer] = await answered;
      return { status: answer.statusCode, body: await json(answer) };
    },
  };
}

const theft = { password: THIEVES_PASSWORD, current_password: PASSWORD };

async function staysWithOwner(password: string): Promise<void> {
  expect((await owner.getUser()).error).toBeNull();
  expect((await server.browser().signInWithPassword({ email, password })).error).toBeNull();
}

describe('a user put out while their body was on its way', () => {
  it('cannot set a password after the owner has', async () => {
    const held = await withheld(await accessOf(thief), theft);
    expect((await owner.updateUser({ password: NEXT_PASSWORD, current_password: PASSWORD })).error).toBeNull();
    expect(await held.release()).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    await staysWithOwner(NEXT_PASSWORD);
  });

  it('cannot set one after the owner has turned two-step verification on', async () => {
    const held = await withheld(await accessOf(thief), theft);
    const { data } = await owner.mfa.enroll({ factorType: 'totp' });
    if (data?.type !== 'totp') throw new Error('no factor');
    const code = new TOTP({ secret: data.totp.secret }).generate({ timestamp: server.clock.now().getTime() });
    expect((await owner.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
    expect(await held.release()).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    await staysWithOwner(PASSWORD);
  });
});

/** Makes a call that gets as far as the account's lock, and lets `meanwhile` happen before it gets the lock. */
async function interleaveAtAccount(
  call: () => ReturnType<AuthServer['call']>,
  meanwhile: (tx: Transaction) => Promise<unknown>,
) {
  const userId = decodeJwt(await accessOf(owner)).sub ?? '';
  return await interleave(server.ctx.db, { hold: (tx) => lockUser(tx, userId), call, meanwhile });
}

async function changePassword() {
  const headers = { Authorization: `Bearer ${await accessOf(thief)}` };
  return await server.call('PUT', '/user', { body: theft, headers });
}

describe('what is looked at again under the account’s lock', () => {
  const callsOfThief: [string, string, string, object | undefined][] = [
    ['a change of metadata', 'PUT', '/user', { data: { shelf: 4 } }],
    ['the beginning of a factor', 'POST', '/factors', { factor_type: 'totp' }],
    ['the end of a factor', 'DELETE', '/factors/:factor', undefined],
    ['the end of a way in', 'DELETE', '/user/identities/:identity', undefined],
  ];

  it.each(callsOfThief)('is the session, for %s', async (_what, method, path, body) => {
    const { data: factor } = await owner.mfa.enroll({ factorType: 'totp' });
    const [identity] = (await owner.getUserIdentities()).data?.identities ?? [];
    const place = path.replace(':factor', factor?.id ?? '').replace(':identity', identity?.identity_id ?? '');
    const access = await accessOf(thief);
    const sessionId = decodeJwt(access)['session_id'] as string;
    const answer = await interleaveAtAccount(
      () => server.call(method, place, { ...(body && { body }), headers: { Authorization: `Bearer ${access}` } }),
      (tx) => tx.delete(sessions).where(eq(sessions.id, sessionId)),
    );
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  });

  it('is the level of a session whose factor is verified meanwhile', async () => {
    const { data } = await owner.mfa.enroll({ factorType: 'totp' });
    const factorId = data?.id ?? '';
    const headers = { Authorization: `Bearer ${await accessOf(thief)}` };
    const answer = await interleaveAtAccount(
      () => server.call('DELETE', `/factors/${factorId}`, { headers }),
      (tx) => tx.execute(sql`update auth.mfa_factors set status = 'verified' where id = ${factorId}`),
    );
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } });
  });

  it('is the second factor', async () => {
    const { data } = await owner.mfa.enroll({ factorType: 'totp' });
    const answer = await interleaveAtAccount(changePassword, (tx) =>
      tx.execute(sql`update auth.mfa_factors set status = 'verified' where id = ${data?.id}`),
    );
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'insufficient_aal' } });
  });

  it('is the password that was proved', async () => {
    const answer = await interleaveAtAccount(changePassword, (tx) =>
      tx.update(users).set({ passwordHash: 'another' }).where(eq(users.email, email)),
    );
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'current_password_invalid' } });
  });
});

describe('sessions ended from several sides at once', () => {
  it('never make two calls wait for each other', async () => {
    const browsers = [owner, thief, ...Array.from({ length: 4 }, () => server.browser())];
    for (const browser of browsers.slice(2)) await browser.signInWithPassword({ email, password: PASSWORD });
    const access = await Promise.all(browsers.map(accessOf));
    const tokens = await Promise.all(
      browsers.map(async (browser) => (await browser.getSession()).data.session?.refresh_token),
    );
    const calls = access.flatMap((token, i) => {
      const headers = { Authorization: `Bearer ${token}` };
      const password = `${THIEVES_PASSWORD} ${i}`;
      return [
        server.call('PUT', '/user', { headers, body: { password, current_password: PASSWORD } }),
        server.call('POST', `/logout?scope=${i % 2 ? 'others' : 'local'}`, { headers }),
        server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: tokens[i] } }),
      ];
    });
    for (const { status } of await Promise.all(calls)) expect(status).toBeLessThan(500);
  });
});
