import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { OPERATOR_API } from '../../../src/contract/operator/api.ts';
import { addMonths, newYorkDate } from '../../../src/domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../../src/domain/holidays.ts';
import { nextMailingDays } from '../../../src/domain/mailing-calendar.ts';
import { checkouts, invoices, subscriptions } from '../../../src/server/commerce/schema.ts';
import { mailingPieces } from '../../../src/server/fulfilment/schema.ts';
import { findRunOf, openRun } from '../../../src/server/fulfilment/runs/runs.ts';
import { hireOperator } from '../../builders/operators.ts';
import { runProgram } from '../../server/run-program.ts';
import { startShop } from '../../server/shop.ts';
import { SeededRandom } from '../seeded-random.ts';
import { rowsOf } from './rows.ts';
import { seedShop } from './seed-shop.ts';
import { tellStory } from './story.ts';

const shop = await startShop();
const { db, config } = shop.ctx;
/** Parameters that a list requires. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  search: { q: 'example.com' },
  listTrouble: { state: 'returned' },
};
const codes = new Map([
  [20, 'promo_LETTER20'],
  [50, 'promo_QUARTER50'],
]);
const options = { subscribers: 60, seed: 1957, now: shop.clock.now(), codes };

test('a shop of sixty is seeded once, beside a run that it has, and every list of the console opens', async () => {
  const [nominalOn] = nextMailingDays(addMonths(newYorkDate(options.now), -2), 1);
  if (nominalOn === undefined) throw new Error('Every month has mailing days.');
  await openRun(db, { kind: 'friday', nominalOn }, NO_OVERRIDES, options.now);
  await seedShop(db, config, options);
  const ofThatDay = and(eq(mailingPieces.nominalOn, nominalOn), gt(mailingPieces.letter, 1));
  expect(await db.$count(mailingPieces, ofThatDay)).toBeGreaterThan(0);
  expect(await db.$count(mailingPieces, and(ofThatDay, isNotNull(mailingPieces.runId)))).toBe(0);
  expect(await findRunOf(db, 'friday', nominalOn)).toMatchObject({ state: 'planned' });
  const withoutRun = sql`run_id is not null and not exists (select 1 from mailing_runs r where r.id = run_id)`;
  expect(await db.$count(mailingPieces, withoutRun)).toBe(0);
  expect(await db.$count(subscriptions)).toBe(60);
  expect(await db.$count(checkouts)).toBe(60);
  expect(await db.$count(invoices)).toBeGreaterThan(120);
  expect(await db.$count(checkouts, inArray(checkouts.promotionCodeId, [...codes.values()]))).toBeGreaterThan(0);
  await expect(seedShop(db, config, options)).rejects.toThrow('seeded already');
  const clerk = await hireOperator(shop);
  const lists = Object.entries<Endpoint>(OPERATOR_API).filter(
    ([name, { method, path }]) => method === 'GET' && !path.includes(':') && name !== 'findEnvelope',
  );
  const lengths: Record<string, number> = {};
  for (const [name, call] of lists) {
    const query = QUERIES[name] ?? {};
    const asked = clerk.call(call, { query }).catch((error: Error) => {
      throw new Error(`${name}: ${JSON.stringify(error)}`);
    });
    const reply = (await asked) as { items?: unknown[] };
    lengths[name] = reply.items?.length ?? 0;
  }
  expect(lengths).toMatchObject({ listSubscriptions: 50, listRuns: 50, listRetention: expect.any(Number) as number });
  for (const name of ['listEmails', 'listMoneyMonths', 'listPromotionFigures', 'listCancelAnswers']) {
    expect([name, lengths[name]]).not.toEqual([name, 0]);
  }
  const { items } = await clerk.call(OPERATOR_API.listSubscriptions);
  for (const { id, subscriberId } of items.slice(0, 5)) {
    await clerk.call(OPERATOR_API.getSubscriber, { params: { id: subscriberId } });
    await clerk.call(OPERATOR_API.getSubscription, { params: { id } });
    await clerk.call(OPERATOR_API.listSubscriptionPieces, { params: { id } });
  }
});

test('seeded payments and emails are never of the future, and the newest payments are of today', () => {
  const now = new Date('2026-11-28T14:00:00Z');
  const random = new SeededRandom(1957);
  const around = { runs: { numberIn: () => ({ runId: null, number: null }) }, now, codes };
  const all = Array.from({ length: 2_000 }, (_, index) =>
    rowsOf(tellStory(random, index + 1, newYorkDate(now)), around),
  );
  const made = all.flatMap((rows) => rows.invoices ?? []);
  expect(made.filter(({ createdAt }) => createdAt > now)).toEqual([]);
  expect(made.filter(({ paidAt }) => (paidAt ?? now) > now)).toEqual([]);
  expect(all.flatMap((rows) => rows.emailOutbox ?? []).filter(({ sentAt }) => (sentAt ?? now) > now)).toEqual([]);
  expect(made.filter(({ status }) => status === 'uncollectible').length).toBeGreaterThan(20);
  const newest = made.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), new Date(0));
  expect(newYorkDate(newest)).toBe(newYorkDate(now));
});

test('a deployed shop is not seeded', async () => {
  await expect(seedShop(db, { deployed: true }, options)).rejects.toThrow('A deployed shop is not seeded.');
});

test('beside a shop that is starting the seed says so, with the exit code after which it is run again', async () => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', DATABASE_URL: 'postgres://shop@127.0.0.1:9/shop' };
  const starting = await runProgram('test/load/seed/main.ts', [], { ...shop.settings, ...settings });
  expect(starting).toMatchObject({ code: 75, err: 'The shop does not answer yet.\n' });
});
