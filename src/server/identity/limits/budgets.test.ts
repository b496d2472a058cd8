import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { rateLimits } from '../../platform/schema.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;

beforeAll(async () => {
  server = await startAuthServer({ TRUSTED_PROXIES: '127.0.0.1', AUTH_AUTOCONFIRM: '0' });
});
afterAll(() => server.close());
afterEach(() => server.resetLimits());

function from(ip: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return server.call('POST', path, { body, headers: { 'X-Forwarded-For': ip, ...headers } });
}

async function enrol(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await from('192.0.2.1', '/signup', { email, password: PASSWORD });
  await server.open(await server.linkTo(email));
  return email;
}

/** Three networks ask for emails to invented addresses until each is refused. */
async function threeNetworks(path: string, body: object): Promise<void> {
  for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const calls = Array.from({ length: 25 }, () => from(ip, path, { ...body, email: `${randomUUID()}@example.com` }));
      statuses.push(...(await Promise.all(calls)).map(({ status }) => status));
      server.clock.advance(301);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  }
}

describe('what three networks spend of emails', () => {
  it('on sending again leaves all others theirs', async () => {
    const email = await enrol();
    await threeNetworks('/resend', { type: 'signup' });
    expect((await from('192.0.2.9', '/recover', { email })).status).toBe(200);
    expect((await from('192.0.2.9', '/resend', { type: 'signup', email: 'new@example.com' })).status).toBe(200);
    const rows = await server.ctx.db.select().from(rateLimits);
    // The owner's own sign-up.
    expect(rows.filter(({ key }) => key === 'email:signup')).toMatchObject([{ points: 1 }]);
  });

  it('on recovery leaves an owner the link to a new password', async () => {
    const email = await enrol();
    await threeNetworks('/recover', {});
    expect((await from('192.0.2.9', '/recover', { email })).status).toBe(200);
    expect(await server.linkTo(email)).toContain('/reset-link?');
  });
});

it('an email of one purpose to not an address delay another’s', async () => {
  const email = `${randomUUID()}@example.com`;
  await from('192.0.2.1', '/signup', { email, password: PASSWORD });
  expect((await from('192.0.2.1', '/recover', { email })).status).toBe(200);
  expect((await from('192.0.2.1', '/resend', { type: 'signup', email })).status).toBe(429);
});

describe('calls of strangers that send no email', () => {
  it('delay neither the sign-up of a newcomer nor what follows', async () => {
    const email = `${randomUUID()}@example.com`;
    expect((await from('192.0.2.1', '/resend', { type: 'signup', email })).status).toBe(200);
    expect((await from('192.0.2.1', '/recover', { email })).status).toBe(200);
    expect((await from('192.0.2.1', '/signup', { email, password: PASSWORD })).status).toBe(200);
    expect((await from('192.0.2.2', '/resend', { type: 'signup', email })).status).toBe(200);
    expect((await from('192.0.2.3', '/recover', { email })).status).toBe(200);
    expect(await emailsTo(email)).toEqual(['confirm-signup', 'confirm-signup', 'recovery']);
  });
});

const emailsTo = async (email: string) =>
  (await server.emails()).filter(({ recipient }) => recipient === email).map(({ kind }) => kind);

/** Each call comes from another network, over a minute after the previous call. */
async function strangersAsk(times: number, path: string, body: object): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) {
    statuses.push((await from(`203.0.113.${i + 1}`, path, body)).status);
    server.clock.advance(61);
  }
  return statuses;
}

describe('the account emails of a day to one address', () => {
  it('are ten at most, and those of one purpose leave recovery its own', async () => {
    const email = await enrol();
    await strangersAsk(6, '/signup', { email, password: PASSWORD });
    await strangersAsk(6, '/resend', { type: 'signup', email });
    const { body } = await enter(email);
    const headers = { authorization: `Bearer ${(body as { access_token: string }).access_token}` };
    const ask = () => server.call('GET', '/reauthenticate', { headers });
    const codes: number[] = [];
    for (let i = 0; i < 5; i++) {
      codes.push((await ask()).status);
      server.clock.advance(61);
    }
    expect(codes).toEqual([200, 200, 200, 429, 429]);
    expect(new Set(await strangersAsk(8, '/recover', { email }))).toEqual(new Set([200]));
    const kinds = await emailsTo(email);
    const asked = kinds.filter((kind) => kind !== 'welcome');
    expect(asked).toHaveLength(10);
    expect(asked.filter((kind) => kind === 'recovery')).toHaveLength(4);
    server.clock.advance(86_400);
    expect((await from('192.0.2.9', '/recover', { email })).status).toBe(200);
    expect((await emailsTo(email)).filter((kind) => kind === 'recovery')).toHaveLength(5);
  });

  it('leave the owner one for a new password when one stranger asks for many', async () => {
    const email = await enrol();
    for (let i = 0; i < 6; i++) {
      await from('198.51.100.7', '/recover', { email });
      server.clock.advance(61);
    }
    expect(await emailsTo(email)).toHaveLength(5);
    expect((await from('192.0.2.9', '/recover', { email })).status).toBe(200);
    expect((await emailsTo(email)).filter((kind) => kind === 'recovery')).toHaveLength(4);
  });

  it('end without a word about whether an address has an account', async () => {
    const [email, unknown] = [await enrol(), `${randomUUID()}@example.com`];
    for (const address of [email, unknown]) {
      expect(await strangersAsk(6, '/recover', { email: address })).toEqual([200, 200, 200, 200, 200, 200]);
    }
  });
});

const enter = (email: string, cookie?: string) =>
  from('192.0.2.11', '/token?grant_type=password', { email, password: PASSWORD }, cookie ? { cookie } : {});
const guess = (email: string, password: string, cookie = '') =>
  from('192.0.2.12', '/token?grant_type=password', { email, password }, { cookie });

async function rememberedBy(email: string): Promise<string> {
  const { headers } = await enter(email);
  const [cookie = ''] = headers.getSetCookie().map((each) => each.split(';')[0]);
  expect(headers.getSetCookie().join()).toMatch(/^device=.*HttpOnly; SameSite=Lax/);
  return cookie;
}

describe('while strangers guess at a password', () => {
  it('a browser that has signed in before gets in, and one that has not waits', async () => {
    const email = await enrol();
    const cookie = await rememberedBy(email);
    for (let count = 0; count < 12; count++) await guess(email, 'a guess');
    expect((await enter(email)).status).toBe(429);
    expect((await enter(email, cookie)).status).toBe(200);
  });

  it('a stolen cookie of it has ten guesses, and those of strangers stay theirs', async () => {
    const email = await enrol();
    const cookie = await rememberedBy(email);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) statuses.push((await guess(email, 'a guess', cookie)).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect((await enter(email)).status).toBe(200);
  });

  it('a cookie for another account, or a changed one, counts as none', async () => {
    const [email, other] = [await enrol(), await enrol()];
    const cookie = await rememberedBy(other);
    for (let count = 0; count < 12; count++) await guess(email, 'a guess');
    expect((await enter(email, cookie)).status).toBe(429);
    expect((await enter(email, `${cookie.slice(0, -4)}AAAA`)).status).toBe(429);
    expect((await enter(email, 'device=nonsense.')).status).toBe(429);
  });

  it('says nothing of the account to those who read it, and is not renewed needlessly', async () => {
    const email = await enrol();
    const cookie = await rememberedBy(email);
    expect(Buffer.from(cookie.slice('device='.length), 'base64url').toString('latin1')).not.toContain(email);
    expect((await enter(email, cookie)).headers.getSetCookie()).toEqual([]);
  });

  it('the owner who is signed in still proves it by the password', async () => {
    const email = await enrol();
    const { body } = await enter(email);
    for (let count = 0; count < 12; count++) await guess(email, 'a guess');
    const headers = { authorization: `Bearer ${(body as { access_token: string }).access_token}` };
    const proved = await from('192.0.2.11', '/reauthenticate', { current_password: PASSWORD }, headers);
    expect(proved.status).toBe(200);
  });
});

it('the keys of counters can be made by no one without the server’s key, and name no network', async () => {
  const email = await enrol();
  await from('192.0.2.12', '/token?grant_type=password', { email, password: 'a guess' });
  const rows = await server.ctx.db.select({ key: rateLimits.key }).from(rateLimits);
  const guessable = createHash('sha256').update(email).digest('base64url');
  const keys = rows.map(({ key }) => key).join();
  for (const name of ['token:', 'password:']) expect(keys).toContain(name);
  for (const plain of [guessable, email, '192.0.2.']) expect(keys).not.toContain(plain);
});
