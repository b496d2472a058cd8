import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../test/builders/operators.ts';
import { addSubscriber } from '../../../test/builders/subscribers.ts';
import type { Shopper } from '../../../test/clients/shopper.ts';
import { terminalOf } from '../../../test/clients/terminal.ts';
import { startShop } from '../../../test/server/shop.ts';
import { OPERATOR_API } from '../../contract/operator/api.ts';
import { PAGE_SIZE } from '../../contract/operator/paging.ts';
import { customerTags, userProfiles } from '../customers/schema.ts';
import { mailingPieces, mailingRuns } from '../fulfilment/schema.ts';
import { emailOutbox } from '../platform/schema.ts';

const shop = await startShop();
const { db } = shop.ctx;
const SEASON = { serviceStart: '2024-05-01', status: 'cancelled' } as const;
const FAILED_EMAILS = PAGE_SIZE + 3;

let clerk: Shopper;
let run: { id: string };

beforeAll(async () => {
  clerk = await hireOperator(shop);
  run = { id: randomUUID() };
  const now = shop.clock.now();
  const dates = { nominalOn: '2024-05-14', handOverOn: '2024-05-14', freezesAt: now, createdAt: now } as const;
  await db.insert(mailingRuns).values({ id: run.id, kind: 'first_letter', state: 'planned', ...dates });
});

async function askForCsv(path: string, token = clerk.accessToken): Promise<Response> {
  return await fetch(shop.siteUrl + path, { headers: { authorization: `Bearer ${token}`, accept: 'text/csv' } });
}

async function linesOf(path: string): Promise<string[]> {
  const answer = await askForCsv(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  return (await answer.text()).trimEnd().split('\r\n');
}

test('every list is also answered as CSV, all pages of it', async () => {
  const email = { kind: 'welcome', data: {}, status: 'failed', createdAt: shop.clock.now() } as const;
  const recipients = Array.from({ length: FAILED_EMAILS }, (_, number) => `reader${number}@example.com`);
  await db
    .insert(emailOutbox)
    .values(recipients.map((recipient) => ({ ...email, id: randomUUID(), dedupeKey: recipient, recipient })));
  const [head, ...rows] = await linesOf('/api/operator/emails?status=failed');
  const { items } = await clerk.call(OPERATOR_API.listEmails, { query: { status: 'failed' } });
  const withoutZones = head?.split(',').map((column) => column.replace(/ \(.*\)$/, ''));
  // The columns are the fields' names in words.
  const inWords = Object.keys(items[0] ?? {}).map((key) => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`));
  expect(withoutZones?.map((column) => column.toLowerCase())).toEqual(inWords.map((words) => words.toLowerCase()));
  expect(rows.map((row) => row.split(',')[2] ?? '').toSorted()).toEqual(recipients.toSorted());
  expect((await linesOf('/api/operator/runs'))[1]).toMatch(/^[\w-]{36},L20240514,first letter,2024-05-14,.*,\{\},0,$/);
});

const WHOLE_LISTS = Object.values(OPERATOR_API).filter(
  ({ method, path, reply }) => method === 'GET' && !path.includes(':') && 'next' in reply.shape,
);

test.each(WHOLE_LISTS.map(({ path }) => path))('dates in the CSV of %s say their time zone', async (path) => {
  // Subscriber lists need a search, trouble lists a state.
  const answers = await Promise.all(['', '?q=reader', '?state=lost'].map((query) => askForCsv(path + query)));
  const [head = ''] = ((await answers.find(({ ok }) => ok)?.text()) ?? '').split('\r\n');
  expect(head).toMatch(/^\w+/);
  const dates = head
    .split(',')
    .filter((column) => /(?:^| )(?:at|on|until|after|(?<!changed )by|from|since|start|through)(?: \(|$)/i.test(column));
  for (const column of dates) expect(column).toMatch(/ \(.*(?:UTC|New York)\)$/);
});

test('of a CSV of mailings the days are New York’s and the times UTC', async () => {
  const [head = '', row = ''] = await linesOf('/api/operator/runs');
  const cells = new Map(head.split(',').map((column, index) => [column, row.split(',')[index]]));
  expect(cells.get('Nominal on (New York)')).toBe('2024-05-14');
  expect(cells.get('Freezes at (UTC)')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('a place that no list has is refused, also where it names what cannot be stored', async () => {
  for (const place of ['\u0000', 'United\u0000States'].map((zone) => Buffer.from(zone).toString('base64url'))) {
    const query = { after: `2026-07-12_${place}` };
    await expect(clerk.call(OPERATOR_API.listPostageRates, { query })).rejects.toMatchObject({ status: 400 });
  }
});

test('a list is CSV behind the same checks, and refuses what the page would', async () => {
  const stranger = await shop.signUp();
  expect((await askForCsv('/api/operator/log', stranger.accessToken)).status).toBe(404);
  expect((await askForCsv('/api/operator/gifts?state=x')).status).toBe(400);
  expect((await askForCsv(`/api/operator/runs/${randomUUID()}/pieces`)).status).toBe(404);
});

test('a field that begins like a formula is escaped in CSV', async () => {
  const names = ['=HYPERLINK(1)', '+1', '-1', '@SUM(A1)'];
  for (const fullName of names) {
    const { userId } = await addSubscriber(db, { ...SEASON, refunded: true });
    await db.update(userProfiles).set({ fullName }).where(eq(userProfiles.id, userId));
    await db.insert(customerTags).values({ userId, tag: userId, operator: 'the test', createdAt: shop.clock.now() });
    const [, row] = await linesOf(`/api/operator/subscriptions?tag=${userId}`);
    expect(row?.split(',')[2]).toBe(`'${fullName}`);
  }
});

test('subscribers whom an open run leaves out are listed with the reason', async () => {
  const refunded = await addSubscriber(db, { ...SEASON, refunded: true });
  const disputed = await addSubscriber(db, { ...SEASON, status: 'active', disputed: true });
  const later = await addSubscriber(db, { serviceStart: '2024-05-20', status: 'active' });
  const due = await addSubscriber(db, SEASON);
  const { plan } = await clerk.call(OPERATOR_API.planRunNow, { params: run });
  const counted = Object.values(plan.excluded).reduce((sum, count) => sum + count, 0);
  const { items } = await clerk.call(OPERATOR_API.listLeftOut, { params: run });
  expect(items).toHaveLength(counted);
  const reasons = new Map(items.map(({ subscriptionId, reason }) => [subscriptionId, reason]));
  expect(reasons.get(refunded.subscriptionId)).toBe('refunded');
  expect(reasons.get(disputed.subscriptionId)).toBe('disputed');
  expect(reasons.get(later.subscriptionId)).toBe('starts_later');
  expect(reasons.has(due.subscriptionId)).toBe(false);
  const query = { reason: 'disputed' } as const;
  const some = await clerk.call(OPERATOR_API.listLeftOut, { params: run, query });
  expect(some).toMatchObject({ items: [{ ...query, email: disputed.email, letter: 1 }], next: null });
  expect(await terminalOf(shop)('list-left-out', '--id', run.id, '--reason', 'disputed')).toContain(disputed.email);
});

test('who has a piece in the run is not left out, and after the hand-over only counts stay', async () => {
  const held = await addSubscriber(db, SEASON);
  await db.update(mailingRuns).set({ reopenedAt: shop.clock.now() }).where(eq(mailingRuns.id, run.id));
  await clerk.call(OPERATOR_API.freezeRunNow, { params: run });
  const { items } = await clerk.call(OPERATOR_API.listLeftOut, { params: run });
  expect(items.map(({ subscriptionId }) => subscriptionId)).not.toContain(held.subscriptionId);
  expect(items.length).toBeGreaterThan(0);
  await db.update(mailingRuns).set({ state: 'handed_over' }).where(eq(mailingRuns.id, run.id));
  await expect(clerk.call(OPERATOR_API.listLeftOut, { params: run })).rejects.toMatchObject({ code: 'wrong_state' });
});

test('addresses that were set aside first are listed first', async () => {
  const pieces = await db.select({ id: mailingPieces.id }).from(mailingPieces).limit(2);
  for (const [minutes, { id }] of pieces.entries()) {
    const updatedAt = new Date(shop.clock.now().getTime() - minutes * 60_000);
    await db.update(mailingPieces).set({ state: 'set_aside', updatedAt }).where(eq(mailingPieces.id, id));
  }
  const { items } = await clerk.call(OPERATOR_API.listTrouble, { query: { state: 'set_aside' } });
  expect(items.map(({ id }) => id)).toEqual(pieces.map(({ id }) => id).toReversed());
});

test('subscribers who are left out come a page at a time, each once', async () => {
  const friday = { id: randomUUID() };
  const now = shop.clock.now();
  const dates = { nominalOn: '2024-05-24', handOverOn: '2024-05-24', freezesAt: now, createdAt: now } as const;
  await db.insert(mailingRuns).values({ id: friday.id, kind: 'friday', state: 'planned', ...dates });
  for (let number = 0; number < PAGE_SIZE + 1; number++) await addSubscriber(db, { ...SEASON, refunded: true });
  const found: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const query = { reason: 'refunded', ...(after !== undefined && { after }) } as const;
    const { items, next } = await clerk.call(OPERATOR_API.listLeftOut, { params: friday, query });
    found.push(...items.map(({ subscriptionId }) => subscriptionId));
    after = next;
  }
  const { plan } = await clerk.call(OPERATOR_API.planRunNow, { params: friday });
  expect(found).toHaveLength(plan.excluded['refunded'] ?? 0);
  expect(new Set(found).size).toBe(found.length);
  expect(found.length).toBeGreaterThan(PAGE_SIZE);
});
