import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer, type Browser } from '../../../../test/server/auth-server.ts';
import { auditLog, sessions, users } from '../schema.ts';
import { hash } from '@node-rs/argon2';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;
let email: string;
let accounts = 0;

beforeAll(async () => {
  server = await startAuthServer({ AUTH_RATE_LIMIT_FACTOR: '100' });
});
afterAll(() => server.close());
beforeEach(async () => {
  email = `person${++accounts}@example.com`;
  await server.browser().signUp({ email, password: PASSWORD });
});

async function signedIn(): Promise<Browser> {
  const browser = server.browser();
  const { error } = await browser.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  return browser;
}

async function tokensOf(browser: Browser) {
  const { data } = await browser.getSession();
  if (!data.session) throw new Error('nobody is signed in');
  return data.session;
}

function refreshWith(token: unknown) {
  return server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } });
}

describe('sign-in by password', () => {
  it('opens a new session each time, with the claims of the contract', async () => {
    const first = await tokensOf(await signedIn());
    const second = await tokensOf(await signedIn());
    const claims = decodeJwt(first.access_token);
    expect(claims).toMatchObject({
      iss: server.url,
      sub: first.user.id,
      aud: 'authenticated',
      email,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) as number }],
      is_anonymous: false,
    });
    expect(claims['session_id']).not.toBe(decodeJwt(second.access_token)['session_id']);
    expect(first.expires_in).toBe(3600);
    expect(first.expires_at).toBe(claims.exp);
  });

  it('has one answer for a wrong password, an unknown address and an account without a password', async () => {
    await server.ctx.db.update(users).set({ passwordHash: null }).where(eq(users.email, email));
    for (const [who, password] of [
      [email, PASSWORD],
      ['nobody@example.com', PASSWORD],
      [email, ''],
    ]) {
      const answer = await server.call('POST', '/token?grant_type=password', { body: { email: who, password } });
      expect(answer).toMatchObject({
        status: 400,
        body: { error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
      });
    }
  });

  it('takes the password in composed and decomposed letters alike', async () => {
    const address = `composed-${email}`;
    await server.browser().signUp({ email: address, password: 'caf\u00e9 noir at nine' });
    const { error } = await server
      .browser()
      .signInWithPassword({ email: address, password: 'cafe\u0301 noir at nine' });
    expect(error).toBeNull();
  });

  it('replaces a weaker hash with one of today at the next sign-in', async () => {
    const weak = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1 });
    await server.ctx.db.update(users).set({ passwordHash: weak }).where(eq(users.email, email));
    await signedIn();
    const [row] = await server.ctx.db.select().from(users).where(eq(users.email, email));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signedIn();
  });

  it('opens nothing with a password that is replaced while it is being compared', async () => {
    const browser = await signedIn();
    const old = Array.from({ length: 12 }, () => server.browser().signInWithPassword({ email, password: PASSWORD }));
    const changed = await browser.updateUser({ password: 'a parliament of loud owls', current_password: PASSWORD });
    expect(changed.error).toBeNull();
    for (const { error } of await Promise.all(old)) expect([undefined, 'invalid_credentials']).toContain(error?.code);
    const open = await server.ctx.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, changed.data.user?.id ?? ''));
    expect(open.map(({ id }) => id)).toEqual([decodeJwt((await tokensOf(browser)).access_token)['session_id']]);
  });

  it('refuses someone who is banned, once the password is right', async () => {
    const bannedUntil = new Date(server.clock.now().getTime() + 60_000);
    await server.ctx.db.update(users).set({ bannedUntil }).where(eq(users.email, email));
    const { error } = await server.browser().signInWithPassword({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 400, code: 'user_banned' });
  });

  it.each([
    ['/token', {}, 'invalid_credentials', 'unsupported_grant_type'],
    ['/token?grant_type=password', { password: 'x' }, 'validation_failed', 'missing email or phone'],
    [
      '/token?grant_type=refresh_token',
      { refresh_token: 'nonsense' },
      'validation_failed',
      'Refresh token is not valid',
    ],
    ['/token?grant_type=refresh_token', {}, 'validation_failed', 'Refresh token is not valid'],
  ])('answers %s with %j by 400 %s', async (path, body, code, message) => {
    expect(await server.call('POST', path, { body })).toMatchObject({
      status: 400,
      body: { error_code: code, msg: message },
    });
  });
});

describe('refresh', () => {
  it('gives a new pair, and auth-js keeps it', async () => {
    const browser = await signedIn();
    const before = await tokensOf(browser);
    const { data, error } = await browser.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(before.refresh_token);
    expect((await browser.getUser()).error).toBeNull();
  });

  it('gives the same active token to all of 50 tabs that ask at once', async () => {
    const { refresh_token: token } = await tokensOf(await signedIn());
    const answers = await Promise.all(Array.from({ length: 50 }, () => refreshWith(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    const tokens = new Set(answers.map(({ body }) => (body as { refresh_token: string }).refresh_token));
    expect(tokens.size).toBe(1);
  });

  it('answers the direct parent with the active token for a minute, in case the answer was lost', async () => {
    const { refresh_token: parent } = await tokensOf(await signedIn());
    const active = await refreshWith(parent);
    server.clock.advance(55);
    const again = await refreshWith(parent);
    expect(again.body).toMatchObject({ refresh_token: (active.body as { refresh_token: string }).refresh_token });
  });

  it('ends the whole session when an old token turns up after its window', async () => {
    const browser = await signedIn();
    const { refresh_token: stolen } = await tokensOf(browser);
    await browser.refreshSession();
    server.clock.advance(61);
    const theft = await refreshWith(stolen);
    expect(theft).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' },
    });
    const { refresh_token: active, access_token: access } = await tokensOf(browser);
    expect(await refreshWith(active)).toMatchObject({ status: 400, body: { error_code: 'session_not_found' } });
    const user = await server.call('GET', '/user', { headers: { Authorization: `Bearer ${access}` } });
    expect(user).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    const log = await server.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'token_revoked'));
    expect(log.length).toBeGreaterThan(0);
    const emails = (await server.emails()).filter(
      ({ kind, recipient }) => kind === 'session-ended' && recipient === email,
    );
    expect(emails).toHaveLength(1);
  });

  it('allows a grandparent only within the reuse seconds', async () => {
    const { refresh_token: grandparent } = await tokensOf(await signedIn());
    const parent = (await refreshWith(grandparent)).body as { refresh_token: string };
    await refreshWith(parent.refresh_token);
    expect((await refreshWith(grandparent)).status).toBe(200);
    server.clock.advance(11);
    expect((await refreshWith(grandparent)).body).toMatchObject({ error_code: 'refresh_token_already_used' });
  });

  it('does not take a token with a forged counter', async () => {
    const { refresh_token: token } = await tokensOf(await signedIn());
    const bytes = Buffer.from(token, 'base64url');
    bytes.writeUInt32BE(7, 17);
    expect(await refreshWith(bytes.toString('base64url'))).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    });
    expect((await refreshWith(token)).status).toBe(200);
  });

  it('ends a session that no one used for sixty days', async () => {
    const { refresh_token: token } = await tokensOf(await signedIn());
    server.clock.advance(61 * 24 * 3600);
    expect(await refreshWith(token)).toMatchObject({ status: 400, body: { error_code: 'session_expired' } });
    server.clock.advance(-61 * 24 * 3600);
  });

  it('ends a session after 180 days, however often it is used', async () => {
    const browser = await signedIn();
    for (let visits = 0; visits < 3; visits++) {
      server.clock.advance(59 * 24 * 3600);
      expect((await browser.refreshSession()).error).toBeNull();
    }
    server.clock.advance(3 * 24 * 3600);
    expect((await browser.refreshSession()).error).toMatchObject({ code: 'session_expired' });
    server.clock.advance(-180 * 24 * 3600);
  });

  it('keeps no one’s refresh key readable in the database', async () => {
    await signedIn();
    const rows = await server.ctx.db.select().from(sessions);
    for (const { refreshKey } of rows) expect(server.ctx.keys.open(refreshKey)).toHaveLength(32);
  });
});

describe('sign-out', () => {
  it('ends every session of the user by default', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    expect((await here.signOut()).error).toBeNull();
    expect((await there.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('ends this session alone with scope local', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const { access_token: access } = await tokensOf(here);
    await here.signOut({ scope: 'local' });
    const user = await server.call('GET', '/user', { headers: { Authorization: `Bearer ${access}` } });
    expect(user).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    expect((await there.getUser()).error).toBeNull();
  });

  it('ends all but this session with scope others', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    await here.signOut({ scope: 'others' });
    expect((await here.getUser()).error).toBeNull();
    expect((await there.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('answers 204 with an empty body, and 400 to an unknown scope', async () => {
    const headers = { Authorization: `Bearer ${(await tokensOf(await signedIn())).access_token}` };
    expect(await server.call('POST', '/logout?scope=universe', { headers })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    });
    expect(await server.call('POST', '/logout?scope=', { headers })).toMatchObject({ status: 204, body: '' });
  });
});
