import { eq, isNull, like } from 'drizzle-orm';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  BAD_ROWS,
  csvOf,
  type FileRow,
  fileRow,
  subscribeElsewhere,
  uploadImport,
} from '../../../../test/builders/import-files.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { countRowsIn, killAfter } from '../../../../test/load/killed-import.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import type { SUBSCRIPTION_WORDS } from '../../../contract/operator/constants.ts';
import { importSample } from '../../../contract/operator/import-sample.ts';
import { addDays, calendarDate, formatDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { billingText, billingWords, nextDate } from '../../../domain/subscription.ts';
import { nextChargeWords } from '../../../domain/next-charge.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { checkouts, subscriptions } from '../../commerce/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { presentDelivery } from '../../fulfilment/delivery-changes/delivery.ts';
import { openRun } from '../../fulfilment/runs/runs.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { users } from '../../identity/schema.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { deleteOldImports } from './delete-old.ts';
import { subscriberImportRows } from './imports-schema.ts';
import { workAtImport } from './work.ts';

const shop = await startShop();
const { db } = shop.ctx;
const operator = terminalOf(shop);
const now = shop.clock.now();
let clerk: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
});

const read = (id: string) => clerk.call(CONSOLE.getImport, { params: { id } });
const work = (id: string) => workAtImport(shop.ctx, id);

async function dryRun(rows: readonly FileRow[], name = 'From the old shop') {
  const id = await uploadImport(clerk, name, csvOf(rows));
  await work(id);
  return id;
}

async function applied(rows: readonly FileRow[]) {
  const id = await dryRun(rows);
  await clerk.call(CONSOLE.applyImport, { params: { id } });
  await work(id);
  return id;
}

async function subscriptionOf(email: string) {
  const [found] = await db
    .select({ row: subscriptions })
    .from(subscriptions)
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .where(eq(userProfiles.email, email));
  return found!.row;
}

async function viewOf(email: string) {
  const { userId } = await subscriptionOf(email);
  return await clerk.call(CONSOLE.viewAsCustomer, { params: { id: userId } });
}

test('the sample file passes the dry run', async () => {
  const id = await uploadImport(clerk, 'Sample', importSample(newYorkDate(now)));
  await work(id);
  expect(await read(id)).toMatchObject({ state: 'checked', rows: 2, ready: 2, refused: 0, withoutStripe: 2 });
});

describe('a file of sixty rows, nine of them bad', () => {
  const rows = Array.from({ length: 60 }, (_, index) => fileRow(index + 1, now));
  const bad = BAD_ROWS.map(([changes, problem], index) => ({ at: 5 + 6 * index, changes, problem }));
  for (const { at, changes } of bad) rows[at] = fileRow(at + 1, now, changes);
  let id: string;

  test('the dry run names each row that it would refuse, by its line, and why, and imports none', async () => {
    id = await dryRun(rows);
    expect(await read(id)).toMatchObject({ state: 'checked', rows: 60, ready: 51, refused: 9, imported: 0 });
    const { items } = await clerk.call(CONSOLE.listImportRows, { params: { id }, query: { state: 'refused' } });
    expect(items).toEqual(
      bad.map(({ at, problem }) =>
        expect.objectContaining({ line: at + 2, problem: expect.stringMatching(problem) as string }),
      ),
    );
    expect(await db.$count(subscriptions)).toBe(0);
  });

  test('killed in the middle and run again, each good row is imported once', async () => {
    await clerk.call(CONSOLE.applyImport, { params: { id } });
    await killAfter(shop, id, 10);
    expect(await countRowsIn(shop, id, 'ready')).toBeGreaterThan(0);
    await Promise.all([work(id), work(id)]);
    expect(await read(id)).toMatchObject({ state: 'applied', ready: 0, refused: 9, imported: 51 });
    expect(await db.$count(subscriptions)).toBe(51);
    expect(await db.$count(userProfiles, like(userProfiles.email, 'moved-%'))).toBe(51);
  });

  test('applied again it changes nothing, and the same file again has every row refused', async () => {
    await expect(clerk.call(CONSOLE.applyImport, { params: { id } })).rejects.toMatchObject({ code: 'wrong_state' });
    await work(id);
    const again = await dryRun(rows);
    expect(await read(again)).toMatchObject({ ready: 0, refused: 60 });
    expect(await db.$count(subscriptions)).toBe(51);
  });

  test('letters go on after those received, and what is paid for elsewhere is mailed and not charged', async () => {
    const monthly = await subscriptionOf('moved-5@example.com');
    const annual = await subscriptionOf('moved-9@example.com');
    expect([monthly.status, annual.status]).toEqual(['cancelled', 'active']);
    const pieces = await db.select().from(mailingPieces).where(eq(mailingPieces.subscriptionId, monthly.id));
    expect(pieces.map(({ letter }) => letter).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    expect(
      pieces.every(({ state, runId, confirmedAt }) => state === 'handed_over' && runId === null && confirmedAt),
    ).toBe(true);
    const { items } = await clerk.call(CONSOLE.listSubscriptions, { query: { letter: '5' } });
    expect(items.map(({ email }) => email).toSorted()).toEqual(
      ['moved-29', 'moved-53', 'moved-5'].map((name) => `${name}@example.com`),
    );
  });

  test('figures count them as imported: not as bought, active, canceled or MRR', async () => {
    const figures = await clerk.call(CONSOLE.getFigures);
    expect(figures).toMatchObject({ active: 0, cancelled: 0, completed: 0, imported: 51 });
    expect(figures.months.at(-1)).toMatchObject({ started: 0, cancelled: 0 });
    expect(figures.funnel.steps.at(-1)).toEqual({ name: 'Paid', visits: 0 });
    expect((await clerk.call(CONSOLE.getWeeks)).last).toMatchObject({ started: 0, cancelled: 0, active: 0 });
    const month = (await clerk.call(CONSOLE.listMoneyMonths)).items.at(-1);
    expect(month).toMatchObject({ mrrCents: 0, newSubscriptions: 0, imported: 0, asked: 0, active: 0 });
    expect((await clerk.call(CONSOLE.listCancellations)).items).toEqual([]);
    expect((await clerk.call(CONSOLE.listChurn)).items).toEqual([]);
    expect((await clerk.call(CONSOLE.listRetention)).items).toEqual([]);
    expect((await clerk.call(CONSOLE.listLifetimeValues)).items).toEqual([]);
    expect((await clerk.call(CONSOLE.listPromotionFigures)).items).toEqual([]);
  });

  test('in lists their status is imported', async () => {
    const count = async (status: (typeof SUBSCRIPTION_WORDS)[number]) =>
      (await clerk.call(CONSOLE.countSubscriptions, { query: { status } })).count;
    expect(await Promise.all((['imported', 'active', 'cancelled', 'ended'] as const).map(count))).toEqual([
      51, 0, 0, 0,
    ]);
    const { items } = await clerk.call(CONSOLE.listSubscriptions, { query: { letter: '5' } });
    expect(items.map(({ status }) => status)).toEqual(['imported', 'imported', 'imported']);
  });

  test('a customer’s page says what another shop did, and offers nothing that needs Stripe', async () => {
    const { id, userId } = await subscriptionOf('moved-5@example.com');
    const params = { id };
    expect(await clerk.call(CONSOLE.getSubscription, { params })).toMatchObject({
      summary: { word: 'imported' },
      stripeSubscriptionId: null,
      paidElsewhereUntil: fileRow(5, now).next_charge,
      resumableUntil: null,
      guarantee: { open: false, lastDay: null },
      paidCents: 0,
    });
    expect((await clerk.call(CONSOLE.listSubscriptionInvoices, { params })).items).toEqual([]);
    expect((await clerk.call(CONSOLE.listPayments)).items).toEqual([]);
    const pieces = (await clerk.call(CONSOLE.listSubscriptionPieces, { params })).items;
    expect(pieces.map(({ mailedElsewhere }) => mailedElsewhere)).toEqual([true, true, true, true, true]);
    const timeline = (await clerk.call(CONSOLE.listSubscriberTimeline, { params: { id: userId } })).items;
    expect(timeline.map(({ words, by }) => `${words.split(':')[0]} by ${by}`).toSorted()).toEqual([
      'Imported by the shop',
      'Signed up by customer',
    ]);
  });

  test('the customers’ own pages say that nothing is charged, and nothing that isn’t so', async () => {
    const monthly = await viewOf('moved-5@example.com');
    expect(monthly.subscriptions).toMatchObject([
      {
        status: 'active',
        paidElsewhere: true,
        chargesEnded: true,
        resumableUntil: null,
        resumableIfCancelled: null,
        toCome: null,
        costCents: 0,
        lettersReceived: 5,
      },
    ]);
    const [own] = monthly.letters;
    expect(own?.calendar.letters.map(({ mailedElsewhere }) => mailedElsewhere).slice(0, 7)).toEqual([
      ...Array.from({ length: 5 }, () => true),
      ...own!.calendar.letters.slice(5, 7).map(() => false),
    ]);
    const [reply] = monthly.subscriptions;
    const shown = { ...reply!, currentPeriodEnd: new Date(reply!.currentPeriodEnd), cancelAt: null, updatedAt: now };
    expect(billingWords(billingText(shown, now))).toBe(
      `No more charges. Ends on ${formatDate(calendarDate(fileRow(5, now).next_charge))}`,
    );
    expect(nextDate(shown, now)?.kind).toBe('expiry');
    expect(nextChargeWords({ ...shown, pastDue: false })).toBeNull();
    expect((await viewOf('moved-9@example.com')).subscriptions).toMatchObject([
      { status: 'active', paidElsewhere: true, costCents: 0, resumableIfCancelled: null },
    ]);
    const { id, userId } = await subscriptionOf('moved-5@example.com');
    expect(await presentDelivery(shop.ctx, userId, id)).toMatchObject({ guarantee: { open: false } });
  });

  test('cancelling at the period’s end, resuming and the guarantee are refused in words', async () => {
    const monthly = await subscriptionOf('moved-5@example.com');
    const annual = await subscriptionOf('moved-9@example.com');
    const body = { note: 'Asked by phone' };
    await expect(clerk.call(CONSOLE.resumeForCustomer, { params: { id: monthly.id }, body })).rejects.toMatchObject({
      code: 'wrong_state',
      message:
        'This subscription can’t be resumed, because Stripe no longer charges it. The customer can subscribe again.',
    });
    for (const { id } of [monthly, annual]) {
      await expect(clerk.call(CONSOLE.cancelForCustomer, { params: { id }, body })).rejects.toMatchObject({
        message: 'We charge nothing for this subscription, so there’s nothing to cancel.',
      });
      await expect(clerk.call(CONSOLE.refundSubscription, { params: { id }, body })).rejects.toMatchObject({
        message: 'Nothing was paid here for this subscription, so nothing can be refunded. Cancel it instead.',
      });
    }
  });

  test('no email goes out until the operator says so; then each gets one invitation', async () => {
    const toThem = like(emailOutbox.recipient, 'moved-%');
    expect(await db.$count(emailOutbox, toThem)).toBe(0);
    await clerk.call(CONSOLE.inviteImport, { params: { id } });
    await Promise.all([work(id), work(id)]);
    expect(await read(id)).toMatchObject({ state: 'applied', invited: 51 });
    await clerk.call(CONSOLE.inviteImport, { params: { id } });
    await work(id);
    expect(await emailCounts(shop, { email: 'moved-5@example.com' })).toEqual({ invitation: 1 });
    expect(await db.$count(emailOutbox, toThem)).toBe(51);
  });

  test('undone, the shop is as it was before', async () => {
    await clerk.call(CONSOLE.undoImport, { params: { id } });
    await work(id);
    expect(await read(id)).toMatchObject({ state: 'undone', undone: 51, imported: 0 });
    expect(await db.$count(subscriptions)).toBe(0);
    expect(await db.$count(checkouts)).toBe(0);
    expect(await db.$count(mailingPieces)).toBe(0);
    expect(await db.$count(users, like(users.email, 'moved-%'))).toBe(0);
  });
});

test('an imported subscription that an operator cancels now gets no more letters', async () => {
  await applied([fileRow(1, now, { email: 'moved-away@example.com', plan: 'annual' })]);
  const { id } = await subscriptionOf('moved-away@example.com');
  await clerk.call(CONSOLE.cancelNow, { params: { id }, body: { refundCents: 0, note: 'Moved away' } });
  expect(await clerk.call(CONSOLE.getSubscription, { params: { id } })).toMatchObject({
    summary: { word: 'ended' },
    nextLetter: null,
  });
  const { items } = await clerk.call(CONSOLE.listCancellations);
  expect(items).toMatchObject([{ id, isImported: true, comment: 'Moved away' }]);
  expect(await clerk.call(CONSOLE.countCancellations)).toEqual({ count: 1 });
  expect((await clerk.call(CONSOLE.listChurn)).items).toEqual([]);
});

test('a subscription at Stripe is taken over as Stripe has it, without an email', async () => {
  const email = 'moved-at-stripe@example.com';
  const ids = await subscribeElsewhere(shop.stripe, email);
  const row = fileRow(2, now, { email, plan: 'monthly', next_charge: '', ...ids });
  const others = [
    fileRow(3, now, { email: 'moved-other@example.com', plan: 'annual', ...ids, stripe_customer_id: 'cus_other' }),
    fileRow(4, now, { email: 'moved-more@example.com', plan: 'monthly', letters_received: '3', ...ids }),
  ];
  const id = await applied([row, ...others]);
  const { items } = await clerk.call(CONSOLE.listImportRows, { params: { id } });
  expect(items.map(({ state, problem }) => [state, problem])).toEqual([
    ['imported', null],
    ['refused', 'stripe_subscription_id: it belongs to another customer at Stripe'],
    ['refused', 'stripe_subscription_id: its paid invoices cover 2 letters, fewer than were received'],
  ]);
  const found = await subscriptionOf(email);
  expect(found).toMatchObject({ status: 'active', stripeSubscriptionId: ids.stripe_subscription_id });
  expect(await db.$count(mailingPieces, eq(mailingPieces.subscriptionId, found.id))).toBe(2);
  expect((await shop.stripe.subscriptions.retrieve(ids.stripe_subscription_id)).cancel_at).not.toBeNull();
  expect(await clerk.call(CONSOLE.getFigures)).toMatchObject({ active: 1, imported: 0 });
  expect((await clerk.call(CONSOLE.getWeeks)).last).toMatchObject({ started: 0, active: 1 });
  const month = (await clerk.call(CONSOLE.listMoneyMonths)).items.at(-1);
  expect(month).toMatchObject({ newSubscriptions: 0, imported: 1, importedCents: 1500, netCents: 1500, active: 1 });
  await clerk.call(CONSOLE.inviteImport, { params: { id } });
  await work(id);
  expect(await emailCounts(shop, { email })).toEqual({ invitation: 1 });
});

test('once a letter of it is in a mailing run, an import cannot be undone', async () => {
  const id = await applied([fileRow(1, now, { email: 'moved-mailed@example.com', plan: 'annual' })]);
  const { id: subscriptionId } = await subscriptionOf('moved-mailed@example.com');
  const run = await openRun(db, { kind: 'first_letter', nominalOn: addDays(newYorkDate(now), 2) }, NO_OVERRIDES, now);
  await db.update(mailingPieces).set({ runId: run.id }).where(eq(mailingPieces.subscriptionId, subscriptionId));
  await expect(clerk.call(CONSOLE.undoImport, { params: { id } })).rejects.toMatchObject({
    message: '1 letter of this import is in a mailing run already, so it can’t be undone.',
  });
  expect(await subscriptionOf('moved-mailed@example.com')).toMatchObject({ id: subscriptionId });
});

test.each([
  ['without a column', 'name,email\r\nAda,ada@example.com', 'address_line_1'],
  ['that is empty', '', 'must name these columns'],
])('a file %s is refused before the dry run, in words', async (_what, text, says) => {
  const { id } = await clerk.call(CONSOLE.startImport, { body: { name: 'Bad' } });
  if (text !== '') await clerk.call(CONSOLE.addImportPart, { params: { id }, body: { part: 1, text } });
  await expect(clerk.call(CONSOLE.checkImport, { params: { id } })).rejects.toMatchObject({
    status: 400,
    fields: { file: expect.stringContaining(says) as string },
  });
});

test('a file that breaks off within quotes fails with the reason', async () => {
  const id = await uploadImport(clerk, 'Broken', `${csvOf([fileRow(1, now)])}"Ada`);
  await work(id);
  expect(await read(id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('isn’t CSV') as string });
});

test('a file of more rows than one import takes fails with the reason, and none of them is stored', async () => {
  const id = await uploadImport(clerk, 'Long', `${csvOf([fileRow(1, now)])}${'x\r\n'.repeat(50_000)}`);
  await work(id);
  expect(await read(id)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('more than 50000') as string,
  });
  expect(await db.$count(subscriberImportRows, eq(subscriberImportRows.importId, id))).toBe(0);
});

test('a terminal makes the dry run of a file, and names the rows it would refuse', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  const file = join(folder, 'subscribers.csv');
  const rows = [fileRow(1, now, { email: 'typed@example.com' }), fileRow(2, now, { plan: 'weekly' })];
  await writeFile(file, csvOf(rows));
  const said = await operator('import-subscribers', file);
  expect(said).toContain('Dry run: 1 rows are ready, 1 of them without a Stripe subscription; 1 would be refused.');
  expect(said).toContain('line 3, moved-2@example.com: plan: must be monthly or annual');
  await rm(folder, { recursive: true });
});

test('two operators who apply an import at once: one does, the other is told', async () => {
  const id = await dryRun([fileRow(1, now, { email: 'moved-once@example.com' })]);
  const both = await Promise.allSettled([1, 2].map(() => clerk.call(CONSOLE.applyImport, { params: { id } })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('after a month nothing of what the file said is left', async () => {
  await deleteOldImports({ ...shop.ctx, clock: { now: () => new Date(now.getTime() + 40 * 86_400_000) } });
  expect(await db.$count(subscriberImportRows)).toBe(
    await db.$count(subscriberImportRows, isNull(subscriberImportRows.email)),
  );
});
