import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publicFacts } from '../../../../seasons/two/public.ts';
import { shelve } from '../../../../seasons/shelf.ts';
import { queuedEmails } from '../../../../test/clients/mailbox.ts';
import { PASSWORD } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { deleteAccount, getOwnData } from '../../../contract/own-data.ts';
import { FORM_PATHS } from '../../../contract/site-paths.ts';
import { readFigures } from '../../operator/figures/figures.ts';
import { unsubscribeUrlOf } from '../../platform/outbox/list-unsubscribe.ts';
import { emailOutbox, rateLimits } from '../../platform/schema.ts';
import { seasonWaits } from '../schema.ts';
import { deleteOldSeasonWaits, notifySeasonWaits } from './notify-season-waits.ts';

const shop = await startShop({ settings: { AUTH_RATE_LIMIT_FACTOR: '1' } });
const { db } = shop.ctx;
const season = { ...publicFacts, id: 'season-98', name: 'Season 98', title: 'Season Ninety-Eight' };

let takeDown = () => undefined as void;
beforeEach(async () => {
  takeDown = shelve(season);
  await db.delete(rateLimits);
  await db.delete(seasonWaits);
  await db.delete(emailOutbox);
});
afterEach(() => takeDown());

/** From now on the season can be bought. */
function openSeason(): void {
  takeDown();
  takeDown = shelve({ ...season, available: true });
}

async function submit(target: string, fields: Record<string, string> = {}): Promise<string | null> {
  const url = new URL(target, shop.siteUrl);
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  expect(answer.status).toBe(303);
  return answer.headers.get('location');
}

const ask = async (email: string, id = season.id) => await submit(FORM_PATHS.seasonWait, { email, season: id });

/** The status of a refusal; 303 where there was none. */
async function statusOf(email: string, id = season.id): Promise<number> {
  const body = new URLSearchParams({ email, season: id });
  const url = new URL(FORM_PATHS.seasonWait, shop.siteUrl);
  return (await fetch(url, { method: 'POST', body, redirect: 'manual' })).status;
}

async function linksTo(email: string): Promise<string[]> {
  const emails = await queuedEmails(shop.ctx, { recipient: email });
  return emails.flatMap(({ kind, data }) => (kind === 'season-wait' ? [String(data['waitUrl'])] : []));
}

async function waiting(email: string): Promise<void> {
  await ask(email);
  const [link = ''] = await linksTo(email);
  expect(await submit(link)).toBe(FORM_PATHS.waitConfirmed);
}

const someone = () => `${randomUUID()}@example.com`;
const opened = async (email: string) =>
  (await queuedEmails(shop.ctx, { recipient: email })).filter(({ kind }) => kind === 'season-open');

test('an address is on the list once it was confirmed from its mailbox, and not before', async () => {
  const email = someone();
  expect(await ask(` ${email.toUpperCase()} `)).toBe(FORM_PATHS.waitAsked);
  expect(await db.$count(seasonWaits)).toBe(0);
  const [link = ''] = await linksTo(email);
  expect(link).not.toContain(email);
  const page = await fetch(link, { headers: { accept: 'text/html' } });
  expect([page.status, await db.$count(seasonWaits)]).toEqual([200, 0]);
  for (let times = 0; times < 2; times += 1) expect(await submit(link)).toBe(FORM_PATHS.waitConfirmed);
  expect(await db.select().from(seasonWaits)).toMatchObject([{ email, seasonId: season.id, notifiedAt: null }]);
});

test('the answer is the same for an address that waits, one with an account, one asked for too often and one unknown, and takes as long', async () => {
  const [known, user] = [someone(), await shop.signUp()];
  await waiting(known);
  const often = someone();
  for (let times = 0; times < 2; times += 1) await ask(often);
  const answers = [];
  for (const email of [known, user.email, often, someone()]) {
    const began = performance.now();
    const location = await ask(email);
    answers.push([location, Math.floor((performance.now() - began) / 500)]);
  }
  expect(new Set(answers.map(String))).toEqual(new Set([`${FORM_PATHS.waitAsked},1`]));
  expect(await linksTo(often)).toHaveLength(2);
});

test('a link that was changed, is older than seven days or was made for something else puts nobody on the list', async () => {
  const email = someone();
  await ask(email);
  const [link = ''] = await linksTo(email);
  const other = unsubscribeUrlOf(shop.ctx, 'season-wait', email) ?? '';
  const foreign = `${FORM_PATHS.waitConfirm}?token=${new URL(other).searchParams.get('token')}`;
  for (const bad of [link.slice(0, -5), foreign, FORM_PATHS.waitConfirm])
    expect(await submit(bad)).toBe(FORM_PATHS.waitExpired);
  shop.clock.advance(7 * 86_400);
  expect(await submit(link)).toBe(FORM_PATHS.waitExpired);
  expect(await db.$count(seasonWaits)).toBe(0);
});

test('what is no address, no season or a season that can be bought is refused, and so is the eleventh address of a network', async () => {
  const unstorable = ['a\u0000b@example.com', 'a\u007fb@example.com'];
  for (const email of ['', 'nobody', 'a@b', `${'x'.repeat(250)}@example.com`, ...unstorable])
    expect(await statusOf(email)).toBe(422);
  for (const id of ['', 'season-404', 'season-1']) expect(await statusOf(someone(), id)).toBe(422);
  const answers = await Promise.all(Array.from({ length: 11 }, () => statusOf(someone())));
  expect(answers.toSorted((one, other) => one - other)).toEqual([...Array.from({ length: 10 }, () => 303), 429]);
});

test('when the season opens, each who waits for it is told exactly once, and nobody who waits for another', async () => {
  const [email, other] = [someone(), someone()];
  await waiting(email);
  await db
    .insert(seasonWaits)
    .values({ id: randomUUID(), seasonId: 'season-2', email: other, confirmedAt: new Date() });
  await notifySeasonWaits(shop.ctx);
  expect(await opened(email)).toEqual([]);
  openSeason();
  await Promise.all(Array.from({ length: 4 }, () => notifySeasonWaits(shop.ctx)));
  expect(await opened(email)).toMatchObject([{ data: { story: season.story } }]);
  expect(await opened(other)).toEqual([]);
});

test('a thousand are told in any hour, and the rest after it', async () => {
  const rows = Array.from({ length: 1_150 }, (_, index) => ({
    id: randomUUID(),
    seasonId: season.id,
    email: `${index}@many.example`,
    confirmedAt: shop.clock.now(),
  }));
  await db.insert(seasonWaits).values(rows);
  openSeason();
  const count = async () => await db.$count(emailOutbox, eq(emailOutbox.kind, 'season-open'));
  for (const [minutes, expected] of [
    [0, 1_000],
    [50, 1_000],
    [15, 1_150],
  ] as const) {
    shop.clock.advance(minutes * 60);
    await Promise.all([notifySeasonWaits(shop.ctx), notifySeasonWaits(shop.ctx)]);
    expect(await count()).toBe(expected);
  }
  shop.clock.advance(31 * 86_400);
  await deleteOldSeasonWaits(shop.ctx);
  expect(await db.$count(seasonWaits)).toBe(0);
});

test('the link of any such email takes the address off the list', async () => {
  const [leaving, staying] = [someone(), someone()];
  await waiting(leaving);
  await waiting(staying);
  const url = unsubscribeUrlOf(shop.ctx, 'season-wait', leaving) ?? '';
  expect(
    (await fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).status,
  ).toBe(200);
  openSeason();
  await notifySeasonWaits(shop.ctx);
  expect([(await opened(leaving)).length, (await opened(staying)).length]).toEqual([0, 1]);
});

test('an account’s own data names the seasons its address waits for, its erasure deletes them, and the console counts', async () => {
  const user = await shop.signUp();
  await waiting(user.email);
  expect((await readFigures(shop.ctx, 30)).seasonsAwaited).toEqual([{ seasonId: season.id, waiting: 1, notified: 0 }]);
  await user.signInAgain();
  expect((await user.call(getOwnData)).seasonsAwaited).toMatchObject([{ seasonId: season.id, notifiedAt: null }]);
  await user.call(deleteAccount, { body: { password: PASSWORD } });
  expect(await db.$count(seasonWaits)).toBe(0);
});
