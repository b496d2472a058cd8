import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { upTo } from '../../../../test/load/in-parallel.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { openThePost } from '../../../../test/builders/post-days.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import { RUN_FILE } from '../../../contract/operator/constants.ts';
import { addDays, type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { addBusinessDays } from '../../../domain/holidays.ts';
import { operatorLog } from '../../platform/schema.ts';
import { mailingRuns, reships } from '../../fulfilment/schema.ts';
import { recordFileHashes } from '../../fulfilment/print/files.ts';

const shop = await startShop();
openThePost(shop.clock);
const { db } = shop.ctx;
const SEASON = { serviceStart: '2024-05-01', status: 'cancelled' } as const;

let clerks: readonly [Shopper, Shopper];

beforeAll(async () => {
  clerks = [await hireOperator(shop), await hireOperator(shop)];
});

async function openRun(nominalOn: CalendarDate, freezesAt: Date): Promise<{ id: string }> {
  const id = randomUUID();
  const createdAt = shop.clock.now();
  const dates = { nominalOn, handOverOn: nominalOn, freezesAt, createdAt };
  await db.insert(mailingRuns).values({ id, kind: 'first_letter', state: 'planned', ...dates });
  return { id };
}

/** Two operators act at once. Returns the number of successes and the other's error. */
async function bothAtOnce(action: (clerk: Shopper) => Promise<unknown>) {
  const outcomes = await Promise.allSettled(clerks.map(action));
  return {
    done: outcomes.filter(({ status }) => status === 'fulfilled').length,
    refused: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : [])),
  };
}

async function logOf(subject: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(operatorLog)
    .where(eq(operatorLog.subject, subject))
    .orderBy(operatorLog.createdAt);
  return rows.map(({ action }) => action);
}

describe('a run in the hands of two operators', () => {
  let params: { id: string };

  beforeAll(async () => {
    await addSubscriber(db, { ...SEASON, address: { fullName: 'Łukasz Żółć' } });
    await addSubscriber(db, { ...SEASON, address: { country: 'OTHER', countryName: 'Iceland', fullName: 'Björk' } });
    await addSubscriber(db, { ...SEASON, address: { country: 'OTHER', countryName: 'Malta', fullName: 'Ġorġ' } });
    params = await openRun('2024-05-14', new Date(shop.clock.now().getTime() - 60_000));
  });

  test('is planned and frozen once', async () => {
    const [clerk] = clerks;
    expect((await clerk.call(CONSOLE.planRunNow, { params })).run).toMatchObject({ state: 'planned', due: 3 });
    expect((await bothAtOnce((each) => each.call(CONSOLE.freezeRunNow, { params }))).done).toBe(2);
    const { run } = await clerk.call(CONSOLE.getRun, { params });
    expect(run).toMatchObject({ state: 'frozen', pieces: { frozen: 1, set_aside: 2 } });
    expect(await clerk.call(CONSOLE.getToday)).toMatchObject({ waiting: { setAside: 2 } });
    const todo = await clerk.call(CONSOLE.listRuns, { query: { which: 'todo' } });
    expect(todo).toMatchObject({ items: [{ id: params.id }], next: null });
  });

  test('has each of its addresses decided once', async () => {
    const [clerk] = clerks;
    const { items } = await clerk.call(CONSOLE.listRunPieces, { params, query: { which: 'set_aside' } });
    expect((await clerk.call(CONSOLE.listRunPieces, { params })).items).toHaveLength(1);
    const [one, other] = items.toSorted((a, b) => (a.envelope[0] ?? '').localeCompare(b.envelope[0] ?? ''));
    const send = (each: Shopper) =>
      each.call(CONSOLE.resolveSetAside, { params: { id: one?.id ?? '' }, body: { kind: 'send' } });
    const { done, refused } = await bothAtOnce(send);
    expect([done, refused]).toMatchObject([1, [{ code: 'wrong_state' }]]);
    const left = await clerk.call(CONSOLE.resolveSetAside, { params: { id: other?.id ?? '' }, body: { kind: 'skip' } });
    expect(left).toEqual({ piece: null });
    const body = { kind: 'fix' };
    await expect(clerk.call(CONSOLE.resolveSetAside, { params: { id: one?.id ?? '' }, body })).rejects.toMatchObject({
      status: 400,
      fields: { address: 'Please fill this in.' },
    });
  });

  test('is printed once, and its files are for operators', async () => {
    const [clerk] = clerks;
    expect((await bothAtOnce((each) => each.call(CONSOLE.printRunNow, { params }))).done).toBe(2);
    const { printed } = await clerk.call(CONSOLE.getRun, { params });
    expect(printed).toMatchObject({ newest: { number: 1, lastNumber: 2 }, undispatched: 1, unhashed: 6 });
    expect((await clerk.call(CONSOLE.listRunBatches, { params })).items).toEqual([printed.newest]);
    const { items } = await clerk.call(CONSOLE.listBatchFiles, { params: { ...params, batch: '1' } });
    expect(items.map(({ name }) => name)).toContain('manifest.csv');
    const beyond = { params, query: { after: '99999' } };
    await expect(clerk.call(CONSOLE.listRunBatches, beyond)).rejects.toMatchObject({ code: 'validation_failed' });
    const unprinted = { params: { ...params, batch: '2' } };
    await expect(clerk.call(CONSOLE.listBatchFiles, unprinted)).rejects.toMatchObject({ status: 404 });
    const manifest = await file(clerk, 'manifest.csv');
    expect(manifest.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(manifest.headers.get('content-disposition')).toBe('attachment; filename="manifest.csv"');
    expect(await manifest.text()).toContain('L20240514-01-000002');
    expect((await file(clerk, 'secrets.txt')).status).toBe(404);
    expect((await file(await shop.signUp(), 'manifest.csv')).status).toBe(404);
  });

  test('is taken back once, though both ask: the batch before it stays', async () => {
    const [clerk] = clerks;
    const again = { params, body: { batch: 1 } };
    const { done, refused } = await bothAtOnce((each) => each.call(CONSOLE.undoPrintNow, again));
    expect([done, refused]).toMatchObject([1, [{ status: 409, code: 'wrong_state' }]]);
    await clerk.call(CONSOLE.printRunNow, { params });
    const unseen = { params, body: { batch: 2 } };
    await expect(clerk.call(CONSOLE.undoPrintNow, unseen)).rejects.toMatchObject({ code: 'wrong_state' });
    await recordFileHashes(shop.ctx, { runId: params.id, batch: 1 });
    const stale = { params, body: { newest: 2 } };
    await expect(clerk.call(CONSOLE.handOverRun, stale)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  async function file(user: Shopper, name: string): Promise<Response> {
    const path = RUN_FILE.path.replace(':id', params.id).replace(':batch', '1').replace(':name', name);
    return await fetch(shop.siteUrl + path, { headers: { authorization: `Bearer ${user.accessToken}` } });
  }

  test('is handed over once, and stands in the log once', async () => {
    const [clerk] = clerks;
    await recordFileHashes(shop.ctx, { runId: params.id, batch: 1 });
    const { done, refused } = await bothAtOnce((each) => each.call(CONSOLE.handOverRun, { params, body: {} }));
    expect([done, refused]).toMatchObject([1, [{ status: 409, code: 'wrong_state' }]]);
    expect((await clerk.call(CONSOLE.getRun, { params })).run).toMatchObject({
      state: 'handed_over',
      handedOverOn: newYorkDate(shop.clock.now()),
      pieces: { handed_over: 2 },
    });
    const actions = await logOf(`run:${params.id}`);
    expect(actions.filter((action) => action === 'post_handed_over')).toHaveLength(1);
    expect(actions.filter((action) => action === 'post_frozen')).toHaveLength(1);
  });

  test('has its lost letters reported once, and sent again by the next one', async () => {
    const [clerk] = clerks;
    const { items } = await clerk.call(CONSOLE.listRunPieces, { params });
    expect(items.map(({ code }) => code)).toEqual(['L20240514-01-000001', 'L20240514-01-000002']);
    const ofLost = { id: items[0]?.id ?? '' };
    const listed = async () => (await clerk.call(CONSOLE.listTrouble, { query: { state: 'lost' } })).items;
    await clerk.call(CONSOLE.reportLost, { params: ofLost, body: { reason: 'Last seen at sea.' } });
    expect(await listed()).toMatchObject([{ state: 'lost', reason: 'Last seen at sea.', canReship: true }]);
    expect(await clerk.call(CONSOLE.countTrouble)).toMatchObject({ lost: 1 });
    const again = { params: ofLost, body: { reason: 'Last seen at sea.', sendAgain: 'now' } } as const;
    expect((await bothAtOnce((each) => each.call(CONSOLE.reportLost, again))).done).toBe(1);
    expect(await listed()).toMatchObject([{ state: 'lost', reason: 'Last seen at sea.', canReship: false }]);
    expect(await clerk.call(CONSOLE.countTrouble)).toMatchObject({ lost: 0 });
    const next = await openRun('2024-05-15', shop.clock.now());
    const { plan } = await clerk.call(CONSOLE.planRunNow, { params: next });
    expect(plan.due).toEqual({ 1: 2 });
    expect(await terminalOf(shop)('list-runs')).toContain('L20240515');
  });
});

test('a letter that is asked for again is decided once', async () => {
  const [clerk] = clerks;
  const { subscriptionId } = await addSubscriber(db, { ...SEASON, mailedOn: ['2024-05-02'] });
  const id = randomUUID();
  const request = { subscriptionId, letter: 1, attempt: 2, way: 'now', cause: 'lost', state: 'asked' } as const;
  await db.insert(reships).values({ id, ...request, askedAt: shop.clock.now() });
  expect((await clerk.call(CONSOLE.listReships)).items).toMatchObject([{ id, recipient: 'Ada Quill' }]);
  expect(await clerk.call(CONSOLE.countTrouble)).toMatchObject({ reships: 1, returned: 0, found: 0 });
  const packer = await hireOperator(shop, 'packer');
  expect(await packer.call(CONSOLE.countTrouble)).toMatchObject({ reships: 1 });
  const decide = (each: Shopper) =>
    each.call(CONSOLE.decideReshipRequest, { params: { id }, body: { approve: false } });
  expect((await bothAtOnce(decide)).done).toBe(1);
  const { summary } = await clerk.call(CONSOLE.getSubscription, { params: { id: subscriptionId } });
  expect(summary.lettersMailed).toBe(1);
  const { items: log } = await clerk.call(CONSOLE.listLog, { query: { subscription: subscriptionId } });
  expect(log).toMatchObject([{ action: 'letter_reship_refused' }]);
  expect((await clerk.call(CONSOLE.listReships)).items).toEqual([]);
});

test('open runs come a page at a time, each once, what the post takes first coming first', async () => {
  const days = upTo(PAGE_SIZE + 2).map((later) => addDays('2031-01-06', later));
  for (const day of days) await openRun(day, shop.clock.now());
  const found: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const query = { which: 'coming', ...(after !== undefined && { after }) } as const;
    const { items, next } = await clerks[0].call(CONSOLE.listRuns, { query });
    found.push(...items.map(({ nominalOn }) => nominalOn));
    after = next;
  }
  expect(found.filter((day) => day >= '2031')).toEqual(days);
  const nowhere = { query: { which: 'coming', after: '2031-01-06_nowhere' } } as const;
  await expect(clerks[0].call(CONSOLE.listRuns, nowhere)).rejects.toMatchObject({ code: 'validation_failed' });
  expect(await terminalOf(shop)('list-runs', '--which', 'open')).toContain('More: the same with --after 2031-');
});

test('a run of a day that went by waits for an operator, and what the clock attends to does not', async () => {
  const today = newYorkDate(shop.clock.now());
  const missed = await openRun(addDays(today, -1), shop.clock.now());
  const attended = await openRun(today, shop.clock.now());
  expect(await idsOf('todo')).toContain(missed.id);
  expect(await idsOf('coming')).not.toContain(missed.id);
  expect(await idsOf('coming')).toContain(attended.id);
  expect(await idsOf('todo')).not.toContain(attended.id);
});

async function idsOf(which: 'todo' | 'coming'): Promise<string[]> {
  const { items } = await clerks[0].call(CONSOLE.listRuns, { query: { which } });
  return items.map(({ id }) => id);
}

test('a run whose time has not come is not frozen', async () => {
  const params = await openRun('2024-05-16', new Date(shop.clock.now().getTime() + 3_600_000));
  await expect(clerks[0].call(CONSOLE.freezeRunNow, { params })).rejects.toMatchObject({ code: 'too_early' });
  expect(await logOf(`run:${params.id}`)).toEqual([]);
});

test('a refund names the subscriber’s printed envelopes, in what its question says and in its answer', async () => {
  const [clerk] = clerks;
  const { subscriptionId } = await (await shop.signUp()).buy();
  const tomorrow = addBusinessDays(newYorkDate(shop.clock.now()), 1);
  const run = { params: await openRun(tomorrow, new Date(shop.clock.now().getTime() - 1_000)) };
  await clerk.call(CONSOLE.freezeRunNow, run);
  await clerk.call(CONSOLE.printRunNow, run);
  const params = { id: (await rowOf(shop, subscriptionId)).id };
  const { printed } = await clerk.call(CONSOLE.getSubscription, { params });
  expect(printed).toEqual([expect.stringMatching(/^L\d{8}-01-\d{6}$/)]);
  const body = { note: 'It frightened the dog.' };
  expect(await clerk.call(CONSOLE.refundSubscription, { params, body })).toMatchObject({ printed });
});
