import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { startLob } from '../../../../fakes/lob/lob.ts';
import { startUsps } from '../../../../fakes/usps/usps.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { decodePostalBarcode } from '../../../../test/models/postal-barcode-decoder.ts';
import { barsOnPages, lettersOfBars } from '../../../../test/models/printed-bars.ts';
import { openBeside } from '../../../../test/server/beside.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { storedAddress } from '../../../domain/envelope.ts';
import { freezeRun } from '../../fulfilment/freeze.ts';
import { resolveSetAside } from '../../fulfilment/pieces/set-aside.ts';
import { openRun } from '../../fulfilment/runs/runs.ts';
import { findFile, streamFile } from '../../fulfilment/print/files.ts';
import { printRun } from '../../fulfilment/print/print.ts';
import { mailingPieces, temporaryAddresses } from '../../fulfilment/schema.ts';
import { and, eq } from 'drizzle-orm';
import { addressCheckCounts, addressChecks } from '../checks-schema.ts';
import { type FrozenAddress, shippingAddresses } from '../schema.ts';
import { openAddressChecker } from '../address-checkers/open-checker.ts';
import { keyOf } from './check-address.ts';
import { checkUncheckedAddresses, deleteOldChecks } from './sweep.ts';

const CLIENT = { id: 'the-club', secret: 'a-consumer-secret' };
const usps = await startUsps({ port: 0, client: CLIENT, callsPerHour: 1_000 });
const lob = await startLob({ port: 0, apiKey: 'test_standin0' });
afterAll(() => Promise.all([usps.close(), lob.close()]));
const shop = await startShop({
  settings: {
    ADDRESS_CHECKS: 'usps',
    ADDRESS_CHECKS_PER_HOUR: '40',
    USPS_CLIENT_ID: CLIENT.id,
    USPS_CLIENT_SECRET: CLIENT.secret,
    USPS_API_BASE: usps.url,
    LOB_API_KEY: 'test_standin0',
    LOB_API_BASE: lob.url,
    USPS_MAILER_ID: '123456',
  },
});
const { db } = shop.ctx;
const user = await shop.signUp();

async function ask(changes: object, asTyped = false) {
  return await user.call(API.checkAddressNow, { body: { ...HARBOR_ADDRESS, ...changes, asTyped } });
}

async function outcomes(): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const { outcome, count } of await db.select().from(addressCheckCounts))
    counted[outcome] = (counted[outcome] ?? 0) + count;
  return counted;
}

const NO_DOUBT = { doubt: null, suggestion: null };

describe('an address that is about to be saved', () => {
  test('raises no question for capitals, abbreviations, accents and four more digits', async () => {
    expect(
      await ask({ addressLine1: '14 North Gannet Street.', addressLine2: 'Apartment 3', postalCode: '04614-0001' }),
    ).toEqual(NO_DOUBT);
  });

  test('is suggested as the post writes it, in the lines that differ alone, and is kept as typed when its owner says so', async () => {
    const typed = { addressLine1: '2 Gannet Row', city: 'Wick Harbour' };
    expect(await ask(typed)).toEqual({
      doubt: 'spelling',
      suggestion: { ...HARBOR_ADDRESS, addressLine1: '2 Gannet Row', city: 'Wick Harbor' },
    });
    expect(await ask(typed, true)).toEqual(NO_DOUBT);
    expect(await ask(typed)).toEqual(NO_DOUBT);
    const [row] = await db.select().from(addressChecks).where(eq(addressChecks.verdict, 'deliverable')).limit(1);
    expect(JSON.stringify(row?.suggestion ?? {})).not.toContain(HARBOR_ADDRESS.fullName);
  });

  test.each([
    ['1 Tenement Lane', null, 'unit_missing'],
    ['1 Tenement Lane', 'Apt 100', 'unit_unconfirmed'],
    ['1 Vacant Lot', null, 'undeliverable'],
    ['1 Nowhere Road', null, 'undeliverable'],
  ])('%s, %s is in doubt: %s', async (addressLine1, addressLine2, doubt) => {
    expect(await ask({ addressLine1, addressLine2 })).toEqual({ doubt, suggestion: null });
  });

  test('abroad is asked about nowhere', async () => {
    expect(await ask({ country: 'GB', stateProvince: '', postalCode: 'YO22 4JR', city: 'Nowhere' })).toEqual(NO_DOUBT);
  });

  test('is asked about once for each version', async () => {
    const before = await db.$count(addressChecks);
    const calls = await outcomes();
    for (let time = 0; time < 3; time++) await ask({ addressLine1: '77 Once Road' });
    expect(await db.$count(addressChecks)).toBe(before + 1);
    expect((await outcomes())['deliverable']).toBe((calls['deliverable'] ?? 0) + 1);
  });

  test.each([['drop' as const], [503 as const], ['timeout' as const]])(
    'is saved as it is when the post fails with %s',
    async (status) => {
      await fetch(`${usps.url}/_sandbox/fail`, {
        method: 'POST',
        body: JSON.stringify({ match: 'GET /addresses', status, times: 1 }),
      });
      const began = performance.now();
      expect(await ask({ addressLine1: `8 ${status} Road` })).toEqual(NO_DOUBT);
      expect(performance.now() - began).toBeLessThan(20_000);
      expect((await outcomes())['unanswered']).toBeGreaterThan(0);
      expect(await ask({ addressLine1: `8 ${status} Nowhere Road` })).toMatchObject({ doubt: 'undeliverable' });
    },
  );
});

test('a visitor’s address is asked about before there is an account, as often as a network may, and with half of what an hour allows', async () => {
  const askAsVisitor = async (addressLine1: string) => {
    const answer = await fetch(`${shop.siteUrl}${API.checkVisitorsAddress.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...HARBOR_ADDRESS, addressLine1 }),
    });
    return API.checkVisitorsAddress.reply.parse(await answer.json());
  };
  shop.clock.advance(3_601);
  const before = await outcomes();
  expect(await askAsVisitor('3 Nowhere Road')).toEqual({ doubt: 'undeliverable', suggestion: null });
  const doubts: (string | null)[] = [];
  for (let index = 0; index < 25; index++) doubts.push((await askAsVisitor(`${index} Nowhere Road Visitor`)).doubt);
  expect(doubts.filter((doubt) => doubt === 'undeliverable')).toHaveLength(19);
  expect(((await outcomes())['undeliverable'] ?? 0) - (before['undeliverable'] ?? 0)).toBe(20);
  const subscriber = await shop.signUp();
  const body = { ...HARBOR_ADDRESS, addressLine1: '26 Nowhere Road Subscriber' };
  expect(await subscriber.call(API.checkAddressNow, { body })).toMatchObject({ doubt: 'undeliverable' });
});

test('Lob says the same in its own words', async () => {
  const { config } = shop.ctx;
  const checker = openAddressChecker({ ...config, addressChecks: { ...config.addressChecks, by: 'lob' } });
  const verdictOf = async (addressLine1: string, addressLine2: string | null = null) =>
    (await checker?.check(storedAddress({ ...HARBOR_ADDRESS, addressLine1, addressLine2 }), AbortSignal.timeout(2_000)))
      ?.verdict;
  expect(await verdictOf('1 Gannet Row')).toBe('deliverable');
  expect(await verdictOf('1 Bungalow Way', 'Apt 1')).toBe('deliverable');
  expect(await verdictOf('1 Tenement Lane')).toBe('unit_missing');
  expect(await verdictOf('1 Tenement Lane', 'Apt 100')).toBe('unit_unconfirmed');
  expect(await verdictOf('1 Nowhere Road')).toBe('undeliverable');
  const address = storedAddress({ ...HARBOR_ADDRESS, addressLine1: '77 Gannet Row' });
  expect(await checker?.check(address, AbortSignal.timeout(2_000))).toMatchObject({ deliveryPoint: '77' });
});

test('a shop without a book asks nobody', async () => {
  const { addressChecks: checks } = shop.ctx.config;
  const beside = await openBeside(shop, { addressChecks: { ...checks, by: 'none' } });
  expect(beside.ctx.addressChecker).toBeNull();
  await beside.close();
});

test('no more is asked in an hour than was allowed, and the rest is saved unasked', async () => {
  const before = await outcomes();
  const others = await Promise.all([1, 2, 3].map(() => shop.signUp()));
  for (const other of others) {
    for (let index = 0; index < 15; index++) {
      const body = { ...HARBOR_ADDRESS, addressLine1: `${index} Nowhere Road ${other.userId}` };
      await other.call(API.checkAddressNow, { body });
    }
  }
  const after = await outcomes();
  expect(after['over_limit']).toBeGreaterThan(0);
  expect((after['undeliverable'] ?? 0) - (before['undeliverable'] ?? 0)).toBeLessThan(40);
});

test('what was saved without a form that asks is checked soon after, and what is nobody’s any more is deleted', async () => {
  shop.clock.advance(3_601);
  const address = { ...HARBOR_ADDRESS, addressLine1: '9 Sweeping Street' };
  const newcomer = await shop.signUp();
  const { id } = await newcomer.call(API.createAddress, { body: address });
  for (let sweep = 0; sweep < 3; sweep++) await checkUncheckedAddresses(shop.ctx);
  expect(await db.$count(addressChecks, eq(addressChecks.verdict, 'deliverable'))).toBeGreaterThan(0);
  const { rows } =
    await db.execute(`select count(*)::int as count from address_checks c join shipping_addresses a on a.id = '${id}'
    and c.key = md5(concat_ws(E'\\n', a.address_line_1, coalesce(a.address_line_2, ''), a.city, a.state_province, a.postal_code, a.country))`);
  expect(rows).toEqual([{ count: 1 }]);
  const elsewhere = await sendElsewhere({ ...HARBOR_ADDRESS, addressLine1: '9 Summer House Vacant' });
  await checkUncheckedAddresses(shop.ctx);
  shop.clock.advance(3 * 86_400);
  const needed = 1 + (await db.$count(shippingAddresses));
  await deleteOldChecks(shop.ctx);
  expect(await db.$count(addressChecks)).toBeLessThanOrEqual(needed);
  expect(await db.$count(addressChecks)).toBeGreaterThan(0);
  const ofElsewhere = eq(addressChecks.key, keyOf(elsewhere));
  expect(await db.$count(addressChecks, and(ofElsewhere, eq(addressChecks.verdict, 'undeliverable')))).toBe(1);
  await db.update(temporaryAddresses).set({ withdrawnAt: shop.clock.now() });
  await deleteOldChecks(shop.ctx);
  expect(await db.$count(addressChecks, ofElsewhere)).toBe(0);
});

/** A subscriber's temporary address for letters weeks ahead. */
async function sendElsewhere(address: FrozenAddress): Promise<FrozenAddress> {
  const { subscriptionId } = await addSubscriber(db, { serviceStart: '2032-02-03' });
  const letters = { fromLetter: 5, toLetter: 6 };
  const row = { id: randomUUID(), subscriptionId, ...letters, address, createdAt: shop.clock.now() };
  await db.insert(temporaryAddresses).values(row);
  return address;
}

test('only an undeliverable address is set aside, until an operator lets a letter go there, and a confirmed one has its delivery point in the barcode', async () => {
  const day = '2031-03-04' as const;
  const addresses = ['1 Vacant Lot Override', '1 Tenement Lane Override', '1 Gannet Row'];
  const subscribers = [];
  for (const addressLine1 of addresses) {
    const address = { ...HARBOR_ADDRESS, addressLine1 };
    subscribers.push(await addSubscriber(db, { serviceStart: '2031-03-03', address }));
    const other = await shop.signUp();
    await other.call(API.checkAddressNow, { body: { ...address, fullName: 'Another Name' } });
  }
  const ctx = { ...shop.ctx, clock: { now: () => new Date('2031-03-04T12:00:00Z') } };
  const run = await openRun(db, { kind: 'first_letter', nominalOn: day }, NO_OVERRIDES, ctx.clock.now());
  await freezeRun(ctx, run.id, null);
  const pieces = await Promise.all(
    subscribers.map(
      async ({ subscriptionId }) =>
        (await db.select().from(mailingPieces).where(eq(mailingPieces.subscriptionId, subscriptionId)))[0],
    ),
  );
  expect(pieces.map((piece) => [piece?.state, piece?.reason])).toEqual([
    ['set_aside', 'undeliverable'],
    ['frozen', null],
    ['frozen', null],
  ]);
  expect(pieces.map((piece) => piece?.routing ?? '')).toEqual(['', '', expect.stringMatching(/^04614\d{6}$/)]);
  await printRun(ctx, run.id, 'clerk');
  const envelopes = streamFile(db, run, await findFile(db, run.id, 1, 'letter-01-envelopes.pdf'));
  const printed = barsOnPages((await buffer(envelopes)).toString('latin1')).map(lettersOfBars);
  const routings = printed.map((bars) => decodePostalBarcode(bars ?? '').slice(20));
  expect(routings.toSorted()).toEqual(['04614', pieces[2]?.routing]);
  await resolveSetAside(ctx, pieces[0]?.id ?? '', { kind: 'send' }, 'clerk');
  const [overridden] = await db
    .select()
    .from(addressChecks)
    .where(eq(addressChecks.verdict, 'undeliverable'))
    .orderBy(addressChecks.overriddenAt)
    .limit(1);
  expect(overridden?.overriddenAt).not.toBeNull();
});
