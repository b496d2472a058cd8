import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { OPERATOR_API } from '../../../src/contract/operator/api.ts';
import { addDays, addMonths, newYorkDate } from '../../../src/domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../../src/domain/holidays.ts';
import { handOverDay, nextMailingDays } from '../../../src/domain/mailing-calendar.ts';
import { checkouts, invoices, subscriptions } from '../../../src/server/commerce/schema.ts';
import { mailingPieces, mailingRuns } from '../../../src/server/fulfilment/schema.ts';
import { findRunOf, openRun } from '../../../src/server/fulfilment/runs/runs.ts';
import { HARBOR_ADDRESS } from '../../builders/addresses.ts';
import { rowOf } from '../../builders/months.ts';
import { hireOperator } from '../../builders/operators.ts';
import { runProgram } from '../../server/run-program.ts';
import { startShop } from '../../server/shop.ts';
import { SeededRandom } from '../seeded-random.ts';
import { rowsOf } from './rows.ts';
import { seedShop } from './seed-shop.ts';
import { tellStory } from './story.ts';

const shop = await startShop();
const other = await startShop();
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

test('letters of a day whose run the shop has frozen join that run, and every figure counts them', async () => {
  const { db: rows, config: settings } = other.ctx;
  const user = await other.signUp();
  const { subscriptionId: stripeId } = await user.buy();
  const { id: subscriptionId } = await rowOf(other, stripeId);
  const today = newYorkDate(options.now);
  const nominalOn = nextMailingDays(addDays(today, -20), 2).findLast((day) => handOverDay(day) < today) ?? today;
  const { id: runId } = await openRun(rows, { kind: 'friday', nominalOn }, NO_OVERRIDES, options.now);
  await rows.update(mailingRuns).set({ state: 'frozen', frozenAt: options.now }).where(eq(mailingRuns.id, runId));
  const waiting = {
    id: randomUUID(),
    subscriptionId,
    runId,
    letter: 2,
    attempt: 1,
    state: 'frozen',
    number: 1,
  } as const;
  const times = { createdAt: options.now, updatedAt: options.now };
  await rows.insert(mailingPieces).values({ ...waiting, nominalOn, address: HARBOR_ADDRESS, country: 'US', ...times });
  await seedShop(rows, settings, { ...options, subscribers: 200 });
  const isMailed = and(eq(mailingPieces.runId, runId), isNotNull(mailingPieces.handedOverOn));
  const joined = await rows.$count(mailingPieces, isMailed);
  expect(joined).toBeGreaterThan(0);
  const clerk = await hireOperator(other);
  const { run } = await clerk.call(OPERATOR_API.getRun, { params: { id: runId } });
  expect(run).toMatchObject({ state: 'printed', toPrint: 1 });
  const { items: batches } = await clerk.call(OPERATOR_API.listRunBatches, { params: { id: runId } });
  expect(batches).toMatchObject([{ number: 1, firstNumber: 1, lastNumber: joined }]);
  const [own] = await rows.select().from(mailingPieces).where(eq(mailingPieces.id, waiting.id));
  expect(own?.number).toBe(joined + 1);
  const mailedSince = (day: string) => rows.$count(mailingPieces, sql`handed_over_on >= ${day}`);
  const weeks = await clerk.call(OPERATOR_API.getWeeks);
  expect(weeks.last.lettersMailed).toBe(await mailedSince(addDays(today, -6)));
  const { months } = await clerk.call(OPERATOR_API.getFigures);
  const mailed = months.map(({ month, lettersMailed: letters }) => ({ month, letters }));
  expect(mailed.at(-1)?.letters).toBe(await mailedSince(`${today.slice(0, 7)}-01`));
  const { items: costs } = await clerk.call(OPERATOR_API.listLetterCosts);
  expect(costs.map(({ month, letters }) => ({ month, letters }))).toEqual(mailed);
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

const NOWHERE = { DATA_DIR: '/nonexistent', DATABASE_URL: '' };

test.each([
  ['test/load/seed/main.ts', []],
  ['launch/operator.ts', ['seed']],
])('%s prints its usage without a shop', async (program, args) => {
  const help = await runProgram(program, [...args, '--help'], NOWHERE);
  expect(help).toEqual({ code: 0, err: '', out: expect.stringContaining('--subscribers  a whole number') as string });
});

test.each([
  ['test/load/seed/main.ts', [], '--subscribers  a whole number from 1'],
  ['launch/backup.ts', ['restore'], 'Say backup [FILE]'],
  ['src/server/commerce/payments-setup.ts', [], 'It reads SITE_URL'],
])('%s answers an unknown option in one sentence, followed by its usage', async (program, args, usage) => {
  const wrong = await runProgram(program, [...args, '--wrong'], { ...shop.settings, ...NOWHERE });
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(wrong.err).toMatch(/^Unknown option '--wrong'\.\n/);
  expect(wrong.err).toContain(usage);
  expect(wrong.err).not.toContain('    at ');
});

test('beside a shop that is starting the seed says so, with the exit code after which it is run again', async () => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', DATABASE_URL: 'postgres://shop@127.0.0.1:9/shop' };
  const starting = await runProgram('test/load/seed/main.ts', [], { ...shop.settings, ...settings });
  expect(starting).toMatchObject({ code: 75, err: 'The shop does not answer yet.\n' });
});
