import { randomBytes, randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuthServer, type AuthServer } from '../../../../test/server/auth-server.ts';
import { auditLog, users } from '../schema.ts';
import { rateLimits } from '../../platform/schema.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AuthError } from '../auth-error.ts';
import { makeRefreshToken, parseRefreshToken } from '../session/refresh-tokens.ts';
import { ownerWords } from '../users/owner-words.ts';
import { requireStrongPassword } from '../passwords/passwords.ts';
import { callerKey } from './limits.ts';
import { issueToken } from '../users/one-time-tokens.ts';
import { facts } from '../../../../seasons/one/facts.ts';

const PASSWORD = 'a murder of quiet crows';
let server: AuthServer;

beforeAll(async () => {
  server = await startAuthServer({ TRUSTED_PROXIES: '127.0.0.1', AUTH_AUTOCONFIRM: '0' });
});
afterAll(() => server.close());

function from(ip: string, path: string, body: unknown) {
  return server.call('POST', path, { body, headers: { 'X-Forwarded-For': ip } });
}
const tryToJoin = (ip: string) => from(ip, '/signup', { email: 'six', password: PASSWORD });
const guess = (ip: string, email: string) => from(ip, '/token?grant_type=password', { email, password: 'a guess' });
const refresh = (ip: string, token: string) => from(ip, '/token?grant_type=refresh_token', { refresh_token: token });
const forged = (sessionId: string = randomUUID()) => makeRefreshToken(sessionId, 0, randomBytes(32));

describe('guesses', () => {
  it.each(['known@example.com', 'unknown@example.com'])(
    'of one password are compared ten times in a quarter of an hour, from however many addresses (%s)',
    async (email) => {
      await from('198.51.100.200', '/signup', { email: 'known@example.com', password: PASSWORD });
      const guesses = Array.from({ length: 60 }, (_, i) => guess(`198.51.100.${i % 30}`, email));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 400)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(50);
      expect(await guess('198.51.100.201', email)).toMatchObject({
        status: 429,
        body: { error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
      });
    },
  );

  it('are never more than ten in any quarter of an hour, also across the border of two', async () => {
    const email = 'border@example.com';
    const compared = async (guesses: number) => {
      const statuses = await Promise.all(Array.from({ length: guesses }, () => guess('198.51.100.202', email)));
      return statuses.filter(({ status }) => status === 400).length;
    };
    expect(await compared(1)).toBe(1);
    server.clock.advance(14 * 60);
    expect(await compared(20)).toBe(9);
    server.clock.advance(14 * 60);
    expect(await compared(20)).toBe(0);
    server.clock.advance(60);
    expect(await compared(20)).toBe(10);
  });

  it('of others keep an owner out only until the password is reset', async () => {
    const email = 'besieged@example.com';
    await from('192.0.2.10', '/signup', { email, password: PASSWORD });
    await server.open(await server.linkTo(email));
    await Promise.all(Array.from({ length: 30 }, (_, i) => guess(`198.51.100.${i}`, email)));
    const enter = (password: string) => from('192.0.2.11', '/token?grant_type=password', { email, password });
    expect((await enter(PASSWORD)).status).toBe(429);
    server.clock.advance(60);
    expect((await from('192.0.2.11', '/recover', { email })).status).toBe(200);
    const { hash } = await server.open(await server.linkTo(email));
    const token = new URLSearchParams(hash.slice(1)).get('access_token');
    const headers = { Authorization: `Bearer ${token}` };
    const changed = await server.call('PUT', '/user', { body: { password: 'a quieter murder of crows' }, headers });
    expect(changed.status).toBe(200);
    expect((await enter('a quieter murder of crows')).status).toBe(200);
  });

  it('of many passwords from one address end at 150 in five minutes, and what comes from there then counts against no account', async () => {
    const guesses = Array.from({ length: 160 }, (_, i) => guess('203.0.113.1', `person${i}@example.com`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    for (let i = 0; i < 20; i++) expect((await guess('203.0.113.1', 'spared@example.com')).status).toBe(429);
    expect((await guess('198.51.100.203', 'spared@example.com')).status).toBe(400);
  });

  it('count for a whole IPv6 network', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => tryToJoin(`2001:db8:1:2::${i + 1}`)));
    expect((await tryToJoin('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await tryToJoin('2001:db8:1:3::1')).status).toBe(400);
  });

  it('that were right do not count', async () => {
    await server.resetLimits();
    await from('192.0.2.1', '/signup', { email: 'owner@example.com', password: PASSWORD });
    const right = () =>
      from('192.0.2.2', '/token?grant_type=password', { email: 'owner@example.com', password: PASSWORD });
    for (let i = 0; i < 15; i++) expect((await right()).body).toMatchObject({ error_code: 'email_not_confirmed' });
  });

  it('leave their trace in the log, without what was guessed', async () => {
    const rows = await server.ctx.db.select().from(auditLog);
    expect(rows.filter(({ action, succeeded }) => action === 'login' && !succeeded).length).toBeGreaterThan(10);
    expect(JSON.stringify(rows)).not.toContain('a guess');
  });
});

async function pressFrom(ip: string, url: string) {
  const sent = { method: 'POST', headers: { 'X-Forwarded-For': ip }, redirect: 'manual' } as const;
  const { status, headers } = await fetch(url, sent);
  return { status, location: headers.get('location') };
}

it('links opened too often from one place lead to their page, and are not used up', async () => {
  const email = 'patient@example.com';
  await from('192.0.2.50', '/signup', { email, password: PASSWORD });
  const link = await server.linkTo(email);
  const dead = () => pressFrom('192.0.2.51', `${server.siteUrl}/confirm-email?token=none`);
  await Promise.all(Array.from({ length: 30 }, dead));
  expect(await pressFrom('192.0.2.51', link)).toEqual({
    status: 303,
    location: expect.stringMatching(`^${server.ctx.config.siteUrl}/#error=.*over_request_rate_limit`) as string,
  });
  expect((await pressFrom('192.0.2.52', link)).location).toContain('#access_token=');
});

describe('email', () => {
  it.each(['first@example.com', 'known@example.com'])(
    'goes to one address once a minute, the one who it is (%s)',
    async (email) => {
      await server.resetLimits();
      await from('192.0.2.3', '/signup', { email, password: PASSWORD });
      const again = await from('192.0.2.4', '/signup', { email, password: PASSWORD });
      expect(again).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } });
      expect((again.body as { msg: string }).msg).toMatch(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      );
    },
  );
});

describe('the emails of a change of address', () => {
  it('go to the new address once a minute, from however many accounts, and to no one’s knowledge', async () => {
    const victim = 'victim@example.com';
    const emailsTo = async (email: string) =>
      (await server.emails()).filter(({ recipient, kind }) => recipient === email && kind.startsWith('email-change-'));
    const accounts = ['mover1@example.com', 'mover2@example.com', 'mover3@example.com'];
    for (const [i, email] of accounts.entries()) {
      await from(`192.0.2.${20 + i}`, '/signup', { email, password: PASSWORD });
      await server.open(await server.linkTo(email));
    }
    const isMover = inArray(users.email, accounts);
    for (const { id } of await server.ctx.db.update(users).set({ newEmail: victim }).where(isMover).returning()) {
      const order = {
        userId: id,
        purpose: 'email_change_new',
        email: victim,
        payload: {},
        lifetimeSeconds: 3600,
      } as const;
      await server.ctx.db.transaction((tx) => issueToken(tx, order, server.clock.now()));
    }
    await server.resetLimits();
    const askAll = () =>
      Promise.all(accounts.map((email, i) => from(`192.0.2.${30 + i}`, '/resend', { type: 'email_change', email })));
    expect((await askAll()).map(({ status, body }) => ({ status, body }))).toEqual(
      accounts.map(() => ({ status: 200, body: {} })),
    );
    expect(await emailsTo(victim)).toHaveLength(1);
    const [budget] = await server.ctx.db.select().from(rateLimits).where(eq(rateLimits.key, 'email:email_change'));
    expect(budget?.points).toBe(1);
    server.clock.advance(61);
    await askAll();
    expect(await emailsTo(victim)).toHaveLength(2);
  });
});

describe('refresh tokens that no one was given', () => {
  it('count against the one who sends them, in one row, and sign no one out', async () => {
    await server.resetLimits();
    const email = 'refreshed@example.com';
    await from('192.0.2.40', '/signup', { email, password: PASSWORD });
    const arrived = new URLSearchParams((await server.open(await server.linkTo(email))).hash.slice(1));
    const token = arrived.get('refresh_token') ?? '';
    const sessionId = parseRefreshToken(token)?.sessionId;
    await server.resetLimits();
    const sent = Array.from({ length: 180 }, (_, i) => refresh('192.0.2.41', forged(i % 2 ? undefined : sessionId)));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(150);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect(await server.ctx.db.select().from(rateLimits)).toMatchObject([
      { key: callerKey(server.ctx, 'token', '192.0.2.41') },
    ]);
    for (const ip of ['192.0.2.41', '192.0.2.42']) expect((await refresh(ip, token)).status).toBe(200);
  });
});

describe('a new password', () => {
  it('is refused as weak when it is among the 3,000 most common, whatever its case (one in fifty is tried)', async () => {
    const { config } = server.ctx;
    const common = dictionary['passwords-common']
      .slice(0, 3000)
      .filter((_, place) => place % 50 === 0)
      .flatMap((password) => [
        password,
        password.toUpperCase(),
        `${password.slice(0, 1).toUpperCase()}${password.slice(1)}`,
      ]);
    const accepted: string[] = [];
    for (const password of common) {
      if (await isAccepted(requireStrongPassword(config, password, []))) accepted.push(password);
    }
    expect(accepted).toEqual([]);
  });

  it('is refused when it is little more than the owner’s address', async () => {
    const personal = ['agathamill@example.com', 'agathamill'];
    expect(await isAccepted(requireStrongPassword(server.ctx.config, 'agathamill', personal))).toBe(false);
  });

  it.each(['miriamhalloran', 'Halloran-Miriam', 'halloran1', 'miriam1957', 'Miriam Halloran', 'MÍRIAM.HALLORAN!'])(
    'is refused when it is %s, for Miriam Halloran',
    async (password) => {
      const owner = { email: 'post@example.com', userMetadata: { full_name: 'Míriam Halloran' } };
      expect(await isAccepted(requireStrongPassword(server.ctx.config, password, ownerWords(owner)))).toBe(false);
    },
  );

  it.each(['miriam and the heron', 'halloran-lantern-41'])(
    'is taken when it only has the name in it: %s',
    async (password) => {
      const owner = { email: 'post@example.com', userMetadata: { full_name: 'Miriam Halloran' } };
      expect(await isAccepted(requireStrongPassword(server.ctx.config, password, ownerWords(owner)))).toBe(true);
    },
  );

  it.each([
    'deadletterclub',
    'WickHarbor',
    'odile farrow',
    'Wick-Harbor-99',
    '2026-wick-harbor',
    'wick_harbor_19570413',
    'w.i.c.k.h.a.r.b.o.r',
    'W1ckH@rb0r!2026',
    'D3ad L3tt3r Club',
    'mrsvane mrsvane',
    'Mrs. Vane + Miss Farrow',
    'the-dead-letter-club-the-dead-letter-club',
    'robrah kciw 11',
    'club of dead letters',
    'postmistress Odile!',
    'Augustus-Thorne-007',
    'ILoveWickHarbor',
    'password-wick-harbor',
    'wickharbor-summer-2026',
    'wick-harbor-crow',
    'Öd\u00edle F\u00e0rrow',
  ])('is refused when it is little more than words of the house: %s', async (password) => {
    expect(await isAccepted(requireStrongPassword(server.ctx.config, password, []))).toBe(false);
  });

  it('is refused when it is little more than a name out of the season', async () => {
    const accepted: string[] = [];
    for (const { name } of [...facts.people, ...facts.places]) {
      for (const password of [`${name}-1957`, `99 ${name}`, `${name} ${name}`, `${name.replaceAll(' ', '-')}!!!!!`])
        if (await isAccepted(requireStrongPassword(server.ctx.config, password, []))) accepted.push(password);
    }
    expect(accepted).toEqual([]);
  });

  it.each([
    'miriam wick harbor 12',
    'Halloran-Halloran-Halloran',
    'h4ll0r4n m1r14m',
    'halloran 19570413',
    'narollah-mairim',
    'miriam loves odile',
    'wren1926-wren1926',
  ])('is refused when it is little more than words of the owner and the house: %s', async (password) => {
    const owner = { email: 'wren@example.com', userMetadata: { full_name: 'Miriam Halloran' } };
    expect(await isAccepted(requireStrongPassword(server.ctx.config, password, ownerWords(owner)))).toBe(false);
  });

  it.each([
    'harbor walnut piano fog',
    'a-harbor-under-fog-1957',
    'odile-lantern-41',
    'Mrs. Vane paid for nine cannery whistles',
    'q7$kQ2p9-odile',
    'letter x7k2q9',
    'odile🦉🐦🦅🦆🐝🐞🦋',
    '🦉🐦🦅🦆🐝🐞🦋🐌',
  ])('is taken when there is enough beside a word of the house: %s', async (password) => {
    expect(await isAccepted(requireStrongPassword(server.ctx.config, password, []))).toBe(true);
  });

  it.each([
    'a murder of quiet crows',
    'crow-lamp-7',
    'q7$kQ2p9',
    'correct horse battery',
    // The longest that a form takes.
    'correct horse battery staple '.repeat(10).slice(0, 256),
    'Søren ved havet',
    '死者の手紙を読む',
  ])('is taken when it is %s', async (password) => {
    expect(await isAccepted(requireStrongPassword(server.ctx.config, password, []))).toBe(true);
  });

  it('is refused below eight characters, whatever they are: trying everything is too quick', async () => {
    const fewCharacters = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 7 }),
      fc.string({ unit: fc.constantFrom('🦉', '🐦‍⬛', 'q', '7', '$', '手', 'ﷺ'), maxLength: 7 }),
      fc.string({ unit: fc.constant('e\u0301'), maxLength: 7 }),
    );
    await fc.assert(
      fc.asyncProperty(fewCharacters, async (password) => {
        fc.pre(Array.from(password.normalize('NFC')).length < 8);
        expect(await isAccepted(requireStrongPassword(server.ctx.config, password, []))).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  it.each(['x7$kQ2', 'x7$kQ2p', '🦉🐦🦅🦆'])(
    'that is too short to be hard to guess is refused as such: %s',
    async (password) => {
      await expect(requireStrongPassword(server.ctx.config, password, [])).rejects.toMatchObject({
        code: 'weak_password',
        message: 'This password is short and easy to guess. Choose a longer one.',
        weakPasswordReasons: ['length'],
      });
    },
  );

  it('gives its reason to auth-js', async () => {
    await server.resetLimits();
    const { error } = await server.browser().signUp({ email: 'weak@example.com', password: 'letmein1' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['pwned'] });
  });
});

async function isAccepted(check: Promise<void>): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if (error instanceof AuthError && error.code === 'weak_password') return false;
    throw error;
  }
}
