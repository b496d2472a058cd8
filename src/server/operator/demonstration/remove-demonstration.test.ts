import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { giveAnnouncedGift } from '../../../../test/builders/gifts.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { claimGift, listGifts } from '../../../contract/gifts.ts';
import { addDays, newYorkDate } from '../../../domain/calendar-date.ts';
import { users } from '../../identity/schema.ts';
import { disputes } from '../../commerce/billing-schema.ts';
import { operatorLog } from '../../platform/schema.ts';
import { deliveryHolds, reships, mailingPieces } from '../../fulfilment/schema.ts';
import { gifts, subscriptions } from '../../commerce/schema.ts';
import { seedDemo } from './seed-demonstration.ts';
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';

const shop = await startShop();
const { db } = shop.ctx;
let customer: Shopper;
let friend: Shopper;

beforeAll(async () => {
  customer = await shop.signUp();
  friend = await shop.signUp();
  await customer.buy();
});

const operator = terminalOf(shop);
const remove = () => operator('remove-demonstration');

async function signInAs(email: string): Promise<Shopper> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  const account = new Shopper(shop.siteUrl, shop.payer, user?.id ?? '', email, '');
  await account.signInAgain();
  return account;
}

async function subscriptionIdOf({ userId }: Shopper): Promise<string> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return row?.id ?? '';
}

/** Stores the rows of a hold, a reship and a dispute. */
async function addTrouble(subscriptionId: string): Promise<void> {
  const now = shop.clock.now();
  const day = newYorkDate(now);
  await db
    .insert(deliveryHolds)
    .values({ id: randomUUID(), subscriptionId, fromLetter: 9, resumeOn: addDays(day, 60), createdAt: now });
  await db.insert(reships).values({
    id: randomUUID(),
    subscriptionId,
    letter: 1,
    attempt: 2,
    way: 'now',
    cause: 'lost',
    state: 'asked',
    askedAt: now,
  });
  await db.insert(disputes).values({
    stripeDisputeId: 'dp_trial',
    subscriptionId,
    amountCents: 1500,
    reason: 'fraudulent',
    status: 'lost',
    createdAt: now,
    readAt: now,
  });
}

/** Histories that only grow, counters, and the runs, which belong to the whole shop. */
const NOT_COMPARED = new Set([
  'auth.audit_log',
  'public.rate_limits',
  'public.mailing_events',
  'public.mailing_runs',
  'public.operator_log',
  'public.webhook_events',
]);

/** Every row of every table, as PostgreSQL writes it. */
async function everything(): Promise<Record<string, unknown>> {
  await shop.sandbox.webhooksDelivered();
  const { rows: tables } = await db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' order by 1, 2`);
  const found: Record<string, unknown> = {};
  for (const { schema, name } of tables) {
    if (NOT_COMPARED.has(`${schema}.${name}`)) continue;
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const { rows } = await db.execute(sql`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`);
    found[`${schema}.${name}`] = rows;
  }
  return found;
}

test('where there are none, nothing is done and nothing written down', async () => {
  expect(await remove()).toBe('There are no demonstration people here.');
  expect(await db.select().from(operatorLog)).toEqual([]);
});

test('they go with everything that hangs on them, and nothing else has changed', async () => {
  const before = await everything();
  await seedDemo(shop.ctx);
  const subscriber = await signInAs('reader@deadletter.example');
  const monthly = await signInAs('monthly@deadletter.example');
  await signInAs('operator@deadletter.example');
  const { gift, token } = await giveAnnouncedGift(shop, subscriber);
  await friend.call(claimGift, { body: { token } });
  const annual = await signInAs('annual@deadletter.example');
  const params = { id: await subscriptionIdOf(annual) };
  const elsewhere = { fromLetter: 15, toLetter: 16, address: HARBOR_ADDRESS };
  await annual.call(API.sendElsewhere, { params, body: elsewhere });
  await annual.call(API.changeDelivery, { params, body: { ...HARBOR_ADDRESS, addressLine1: '9 Rope Walk' } });
  await addTrouble(params.id);
  await operator('refund-subscription', '--id', await subscriptionIdOf(monthly), '--note', 'a trial');
  await shop.sandbox.webhooksDelivered();
  expect((await friend.call(listGifts)).received.map(({ id }) => id)).toEqual([gift.id]);

  const said = await remove();
  expect(said).toContain(`Demonstration people taken away: ${DEMO_USERS.length}. With them went:`);
  expect(said).toMatch(/^ {2}6\s+subscriptions$/m);
  expect(said).toMatch(/^ {2}1\s+gifts$/m);
  expect(said).toMatch(/^ {2}9\s+addresses$/m);
  expect(said).toMatch(/^ {2}4\s+sessions$/m);
  expect(said).toMatch(/^ {2}1\s+authenticator apps$/m);
  expect(await everything()).toEqual(before);
  expect((await friend.call(listGifts)).received).toEqual([]);
});

test('it is written down, and what operators did to theirs stays written', async () => {
  const log = await db.select().from(operatorLog).orderBy(asc(operatorLog.createdAt), asc(operatorLog.action));
  expect(log.map(({ action }) => action).toSorted()).toEqual(['grant', 'refund', 'remove_demonstration']);
  expect(log.find(({ action }) => action === 'remove_demonstration')).toMatchObject({
    operator: 'Odile, at a terminal',
    detail: { users: DEMO_USERS.length, subscriptions: 6, gifts: 1 },
  });
});

test('a second time there is nothing left to do', async () => {
  expect(await remove()).toBe('There are no demonstration people here.');
});

test('nothing is asked of Stripe: what they bought stays in the sandbox', async () => {
  const { rows } = await db.execute(sql`select 1 from pgboss.job where name = 'delete-customer'`);
  expect(rows).toEqual([]);
  const { data } = await shop.stripe.customers.list({ email: 'annual@deadletter.example' });
  expect(data).toHaveLength(1);
});

test('a gift from a real user that one of them claimed goes back to its giver', async () => {
  await seedDemo(shop.ctx);
  const { gift, token } = await giveAnnouncedGift(shop, customer);
  const claimer = await signInAs('new@deadletter.example');
  await claimer.call(claimGift, { body: { token } });
  await remove();
  expect(await db.select().from(gifts).where(eq(gifts.id, gift.id))).toMatchObject([
    { userId: customer.userId, claimedBy: null, claimedAt: null, recipientEmail: 'wendell@example.com' },
  ]);
});

test('one that was erased before goes too, with the rest of what they bought', async () => {
  await seedDemo(shop.ctx);
  const cancelled = await signInAs('cancelled@deadletter.example');
  await operator('refund-subscription', '--id', await subscriptionIdOf(cancelled), '--note', 'a trial');
  await shop.sandbox.webhooksDelivered();
  await cancelled.call(API.deleteAccount, { body: { password: DEMO_PASSWORD } });
  expect(await db.select().from(users).where(eq(users.id, cancelled.userId))).toHaveLength(1);
  await remove();
  expect(await db.select().from(users).where(eq(users.id, cancelled.userId))).toEqual([]);
});

test('printed letters of theirs are taken back first; those of others stay on the pile', async () => {
  // Tuesday, March 2, 2027, noon in New York: the first letters of those who paid on Monday.
  shop.clock.advance((Date.parse('2027-03-02T17:00:00Z') - shop.clock.now().getTime()) / 1_000);
  const run = 'L20270302';
  const others = await addSubscriber(db, { serviceStart: '2027-03-01' });
  const theirs = await addSubscriber(db, { serviceStart: '2027-03-01' });
  await db.update(users).set({ demonstration: true }).where(eq(users.id, theirs.userId));
  await operator('open-run-ahead', '--kind', 'first_letter', '--nominal-on', '2027-03-02');
  for (const step of ['freeze-run-now', 'print-run-now']) await operator(step, '--id', run);
  await expect(remove()).rejects.toThrow(
    'Letters of demonstration people are printed in L20270302: undo the print there (`npm run operator -- undo-print-now`)',
  );
  expect(await db.select().from(users).where(eq(users.id, theirs.userId))).toHaveLength(1);
  await operator('undo-print-now', '--id', run, '--batch', '1');
  expect(await remove()).toMatch(/^ {2}1\s+letters$/m);
  const stateOf = async ({ subscriptionId }: typeof others) =>
    (await db.select().from(mailingPieces).where(eq(mailingPieces.subscriptionId, subscriptionId))).map(
      ({ state }) => state,
    );
  expect([await stateOf(theirs), await stateOf(others)]).toEqual([[], ['frozen']]);
  await operator('print-run-now', '--id', run);
  expect(await operator('list-batch-files', '--id', run, '--batch', '1')).toContain('letter-01-labels.pdf');
});
