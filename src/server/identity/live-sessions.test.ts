import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openBeside } from '../../../test/server/beside.ts';
import { callAuth, PASSWORD, type SessionReply, type Shopper } from '../../../test/clients/shopper.ts';
import { eventNames } from '../../../test/clients/server-sent-events.ts';
import { terminalOf } from '../../../test/clients/terminal.ts';
import { startShop } from '../../../test/server/shop.ts';
import { API } from '../../contract/api.ts';
import { ACCOUNT_CHANGES_PATH } from '../../contract/site-paths.ts';
import { ChangeFeed } from '../platform/feed.ts';
import { LiveSessions } from './live-sessions.ts';

const shop = await startShop({ settings: { AUTH_RATE_LIMIT_FACTOR: '100' } });
const other = await openBeside(shop);
const terminal = terminalOf(shop);
const feed = new ChangeFeed(shop.ctx.config.databaseUrl, pino({ level: 'silent' }));
afterAll(async () => {
  await feed.close();
  await other.close();
});

/** A notification takes milliseconds; a busy machine may take longer. Without one, a token works for an hour. */
const SOON_MS = 30_000;

type Tokens = SessionReply & { readonly refresh_token: string };

async function signIn({ email }: Shopper): Promise<Tokens> {
  return await callAuth(shop.siteUrl, '/token?grant_type=password', { email, password: PASSWORD });
}

async function statusOf(siteUrl: string, token: string): Promise<number> {
  const answer = await fetch(siteUrl + API.getAccount.path, { headers: { authorization: `Bearer ${token}` } });
  await answer.text();
  return answer.status;
}

async function refusedEverywhere(token: string): Promise<void> {
  for (const siteUrl of [shop.siteUrl, other.siteUrl]) {
    await expect.poll(() => statusOf(siteUrl, token), { interval: 20, timeout: SOON_MS }).toBe(401);
  }
}

async function changePassword(token: string): Promise<void> {
  const answer = await fetch(`${shop.siteUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'a parliament of loud owls' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function logOut(scope: string, token: string): Promise<void> {
  await fetch(`${shop.siteUrl}/auth/v1/logout?scope=${scope}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
}

const ENDS: readonly (readonly [string, (user: Shopper, ended: Tokens) => Promise<unknown>])[] = [
  ['signs out', (_user, { access_token: token }) => logOut('local', token)],
  ['is signed out from another device', (user) => logOut('others', user.accessToken)],
  ['loses the session to a new password', (user) => changePassword(user.accessToken)],
  ['is shut out', (user) => terminal('ban', '--id', user.email, '--note', 'For the test.')],
  ['is erased', (user) => user.call(API.deleteAccount, { body: { password: PASSWORD } })],
];

test.each(ENDS)('who %s soon reads nothing more, in any process', async (_how, end) => {
  const user = await shop.signUp();
  const ended = await signIn(user);
  for (const siteUrl of [shop.siteUrl, other.siteUrl]) expect(await statusOf(siteUrl, ended.access_token)).toBe(200);
  await end(user, ended);
  await refusedEverywhere(ended.access_token);
});

test('a session that is over by the clock is refused, though its token is not', async () => {
  const user = await shop.signUp();
  await terminal('grant', user.email);
  const { refresh_token: refreshToken } = await signIn(user);
  shop.clock.advance(12 * 3600 - 60);
  const late = await callAuth<Tokens>(shop.siteUrl, '/token?grant_type=refresh_token', { refresh_token: refreshToken });
  expect(await statusOf(shop.siteUrl, late.access_token)).toBe(200);
  shop.clock.advance(60);
  expect(await statusOf(shop.siteUrl, late.access_token)).toBe(401);
});

test('a stream of changes ends with its session', async () => {
  const user = await shop.signUp();
  const { access_token: token } = await signIn(user);
  const answer = await fetch(other.siteUrl + ACCOUNT_CHANGES_PATH, { headers: { authorization: `Bearer ${token}` } });
  const names: string[] = [];
  for await (const name of eventNames(answer.body)) {
    names.push(name);
    if (name === 'listening') await logOut('local', token);
  }
  expect(names).toEqual(['listening']);
});

test('what is known of a session spares the question, until it is forgotten for want of room', async () => {
  const live = new LiveSessions(feed);
  const [now, later] = [new Date(), new Date(Date.now() + 1e9)];
  let asked = 0;
  const findEnd = () => Promise.resolve(++asked > 0 ? later : null);
  const first = randomUUID();
  await live.isLive(first, now, findEnd);
  await live.isLive(first, now, findEnd);
  expect(asked).toBe(1);
  for (let count = 0; count < 50_000; count++) await live.isLive(randomUUID(), now, findEnd);
  await live.isLive(first, now, findEnd);
  expect(asked).toBe(50_002);
});

test('while the feed is cut off, the database is asked each time', async () => {
  const nowhere = new ChangeFeed('postgres://nobody@127.0.0.1:1/nothing', pino({ level: 'silent' }));
  const live = new LiveSessions(nowhere);
  const ends = [new Date(Date.now() + 1e9), null];
  const findEnd = () => Promise.resolve(ends.shift() ?? null);
  const id = randomUUID();
  expect(await live.isLive(id, new Date(), findEnd)).toBe(true);
  expect(await live.isLive(id, new Date(), findEnd)).toBe(false);
  await nowhere.close();
});
