import * as fc from 'fast-check';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { inParallel, upTo } from '../../../test/load/in-parallel.ts';
import { openFulfilment } from '../../../test/server/fulfilment.ts';
import { HARBOR_ADDRESS } from '../../../test/builders/addresses.ts';
import { addSubscriber, payInvoice } from '../../../test/builders/subscribers.ts';
import { addressDoubt, storedAddress } from '../../domain/envelope.ts';
import { rewriteAddress } from '../customers/addresses/queries.ts';
import { deliveryHolds, mailingEvents, mailingExclusions, temporaryAddresses, mailingPieces } from './schema.ts';
import { type FrozenAddress } from '../customers/schema.ts';
import { listTemporaryAddresses } from './calendar/queries.ts';
import { insertTemporaryAddress, setShippingAddress } from './delivery-changes/queries.ts';

const fulfilment = await openFulfilment('2026-11-09T15:00:00Z');
const { db } = fulfilment;
afterAll(() => fulfilment.close());

const READY = { serviceStart: '2026-10-01', mailedOn: ['2026-10-05'] } as const;
/** The freeze instant of Friday, November 13: two business days before it, with Veterans Day between. */
const FREEZE = '2026-11-10T05:00:00Z';

async function piecesOf(subscriptionId: string) {
  return await db
    .select()
    .from(mailingPieces)
    .where(and(eq(mailingPieces.subscriptionId, subscriptionId), isNotNull(mailingPieces.runId)));
}

async function pieceOf(subscriptionId: string) {
  const [piece] = await piecesOf(subscriptionId);
  return piece;
}

test('a run is not frozen before its time', async () => {
  const run = await fulfilment.friday('2027-02-12');
  await expect(fulfilment.freeze(run.id)).rejects.toMatchObject({ code: 'too_early' });
});

describe('the freeze of Friday, November 13', () => {
  test('copies the address as it stood at the freeze instant, however late it runs', async () => {
    const [before, after, moved, away] = await Promise.all([1, 2, 3, 4].map(() => addSubscriber(db, READY)));
    if (!before || !after || !moved || !away) throw new Error('Four readers were asked for.');
    const change = (subscriber: typeof before, street: string, at: string) =>
      rewriteAddress(
        db,
        subscriber.addressId,
        storedAddress({ ...HARBOR_ADDRESS, addressLine1: street }),
        new Date(at),
      );
    await change(before, '2 In Time', '2026-11-10T04:59:59Z');
    await change(after, '3 Too Late', FREEZE);
    await change(after, '4 Later Still', '2026-11-10T06:00:00Z');
    await db.transaction((tx) =>
      setShippingAddress(tx, moved.subscriptionId, before.addressId, new Date('2026-11-10T05:30:00Z')),
    );
    await db.insert(temporaryAddresses).values({
      id: sql`gen_random_uuid()`,
      subscriptionId: away.subscriptionId,
      fromLetter: 2,
      toLetter: 3,
      address: { ...HARBOR_ADDRESS, addressLine1: 'The Lighthouse' },
      createdAt: new Date('2026-11-09T00:00:00Z'),
    });
    fulfilment.now = new Date('2026-11-10T12:00:00Z');
    await fulfilment.freeze((await fulfilment.friday('2026-11-13')).id);
    const streets = await Promise.all(
      [before, after, moved, away].map(
        async ({ subscriptionId }) => (await pieceOf(subscriptionId))?.address.addressLine1,
      ),
    );
    expect(streets).toEqual(['2 In Time', '1 Gannet Row', '1 Gannet Row', 'The Lighthouse']);
  });

  test('frozen again it is as it was', async () => {
    const run = await fulfilment.friday('2026-11-13');
    const before = await db.select().from(mailingPieces).orderBy(mailingPieces.id);
    await fulfilment.freeze(run.id);
    expect(await db.select().from(mailingPieces).orderBy(mailingPieces.id)).toEqual(before);
  });
});

describe('in the run of November 27', () => {
  test('pieces are numbered by letter, country and postal code; who gets nothing is noted with the reason', async () => {
    fulfilment.now = new Date('2026-11-23T15:00:00Z');
    const mailedOn = ['2026-10-05', '2026-10-23', '2026-11-13'] as const;
    const third = await addSubscriber(db, {
      ...READY,
      paid: 2,
      mailedOn: mailedOn.slice(0, 2),
      address: { postalCode: '99999' },
    });
    const fourth = await addSubscriber(db, { ...READY, paid: 2, mailedOn, address: { postalCode: '00001' } });
    const french = await addSubscriber(db, {
      ...READY,
      paid: 2,
      mailedOn: mailedOn.slice(0, 2),
      address: { country: 'FR', postalCode: '75001' },
    });
    const elsewhere = await addSubscriber(db, {
      ...READY,
      paid: 2,
      mailedOn: mailedOn.slice(0, 2),
      address: { country: 'OTHER', countryName: 'Iceland' },
    });
    const late = await addSubscriber(db, { ...READY, mailedOn: mailedOn.slice(0, 2) });
    const held = await addSubscriber(db, { ...READY, paid: 2, mailedOn: mailedOn.slice(0, 2) });
    const disputed = await addSubscriber(db, { ...READY, paid: 2, disputed: true, mailedOn: mailedOn.slice(0, 2) });
    const over = await addSubscriber(db, { ...READY, status: 'cancelled', mailedOn: mailedOn.slice(0, 2) });
    await db.insert(deliveryHolds).values({
      id: sql`gen_random_uuid()`,
      subscriptionId: held.subscriptionId,
      fromLetter: 3,
      resumeOn: '2026-12-20',
      createdAt: new Date('2026-11-20T00:00:00Z'),
    });
    fulfilment.now = new Date('2026-11-25T05:00:00Z');
    const run = await fulfilment.friday('2026-11-27');
    await fulfilment.freeze(run.id);
    const found = await Promise.all(
      [third, french, fourth, elsewhere, late].map(({ subscriptionId }) => pieceOf(subscriptionId)),
    );
    expect(found.map((piece) => [piece?.letter, piece?.state, piece?.reason])).toEqual([
      [3, 'frozen', null],
      [3, 'frozen', null],
      [4, 'frozen', null],
      [3, 'set_aside', 'other_country'],
      [3, 'waiting', null],
    ]);
    const numbers = found.slice(0, 3).map((piece) => piece?.number ?? 0);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(found.slice(3).map((piece) => piece?.number)).toEqual([null, null]);
    const excluded = await db.select().from(mailingExclusions).where(eq(mailingExclusions.runId, run.id));
    const reasonFor = ({ subscriptionId }: typeof held) =>
      excluded.find((row) => row.subscriptionId === subscriptionId)?.reason;
    expect([reasonFor(held), reasonFor(disputed), reasonFor(over)]).toEqual(['on_hold', 'disputed', undefined]);
    const events = await db.select().from(mailingEvents).where(eq(mailingEvents.runId, run.id));
    expect(events.map(({ event }) => event)).toEqual(['set_aside', 'frozen']);
  });

  test('an address from which a letter came back is set aside until someone has looked at it', async () => {
    const subscriber = await addSubscriber(db, {
      ...READY,
      paid: 3,
      mailedOn: ['2026-10-05', '2026-10-23', '2026-11-13'],
    });
    await db
      .update(mailingPieces)
      .set({ state: 'returned' })
      .where(eq(mailingPieces.subscriptionId, subscriber.subscriptionId));
    fulfilment.now = new Date('2026-12-10T12:00:00Z');
    await fulfilment.freeze((await fulfilment.friday('2026-12-11')).id);
    expect(await pieceOf(subscriber.subscriptionId)).toMatchObject({
      letter: 4,
      state: 'set_aside',
      reason: 'returned_before',
    });
  });
});

test('what the statement doubts about an address is what the rules doubt', async () => {
  const odd = fc.constantFrom(
    'Ada Quill',
    'Łukasz',
    '王小明',
    '王小明 Wang',
    'ул. Ленина 5',
    'Αθήνα',
    'ひらがな',
    'عادة',
    'Ada 🕯',
    ' ',
    '한국',
    'O’Neill & Søn',
    'Ὀδυσσεύς',
    'नमस्ते',
    'a\u200Bb',
    'Ke\u02BBe O\u02BCMalley',
    'Sto\uFB03n\u2122',
    '12\u2153',
  );
  const code = fc.constantFrom(
    '04614',
    '0461',
    '04614-1234',
    'K1A 0B1',
    'SW1A 1AA',
    '1012 JS',
    '100-0001',
    '018956',
    'none',
  );
  const addresses: fc.Arbitrary<FrozenAddress> = fc.record({
    fullName: odd,
    addressLine1: odd,
    addressLine2: fc.option(odd),
    city: odd,
    stateProvince: odd,
    postalCode: code,
    country: fc.constantFrom('US', 'CA', 'GB', 'NL', 'JP', 'SG', 'DE', 'OTHER', 'KR'),
    countryName: fc.constant('Somewhere'),
  });
  const sample = fc.sample(addresses, { numRuns: 150, seed: 1957 });
  const subscribers = [];
  for (const address of sample) subscribers.push(await addSubscriber(db, { serviceStart: '2027-01-04', address }));
  fulfilment.now = new Date('2027-01-05T12:00:00Z');
  const run = await fulfilment.firstLetters('2027-01-05');
  await fulfilment.freeze(run.id);
  for (const [index, { subscriptionId }] of subscribers.entries()) {
    const address = sample[index] ?? HARBOR_ADDRESS;
    const reason = (await pieceOf(subscriptionId))?.reason ?? null;
    expect({ address, reason }).toEqual({ address, reason: addressDoubt(storedAddress(address)) });
  }
});

test('a payment until the freeze counts', async () => {
  const mailedOn = ['2026-10-05', '2026-10-23'] as const;
  const subscriber = await addSubscriber(db, { ...READY, mailedOn });
  await payInvoice(db, subscriber.subscriptionId, fulfilment.now);
  fulfilment.now = new Date('2027-01-06T12:00:00Z');
  await fulfilment.freeze((await fulfilment.friday('2027-01-08')).id);
  expect(await pieceOf(subscriber.subscriptionId)).toMatchObject({ letter: 3, state: 'frozen' });
});

test('of two temporary addresses of one instant the one that counts is the one shown as the newer', async () => {
  const createdAt = new Date('2027-01-02T00:00:00Z');
  const subscribers = await inParallel(upTo(6), 3, async () => {
    const { subscriptionId } = await addSubscriber(db, { ...READY, paid: 12, mailedOn: ['2026-10-05', '2026-11-13'] });
    for (const addressLine1 of ['The Lighthouse', 'The Ferry House']) {
      const address = { ...HARBOR_ADDRESS, addressLine1 };
      await insertTemporaryAddress(db, { subscriptionId, fromLetter: 3, toLetter: 3, address, createdAt });
    }
    return subscriptionId;
  });
  fulfilment.now = new Date('2027-01-20T12:00:00Z');
  await fulfilment.freeze((await fulfilment.friday('2027-01-22')).id);
  for (const subscriptionId of subscribers) {
    const newest = (await listTemporaryAddresses(db, subscriptionId)).at(-1);
    expect((await pieceOf(subscriptionId))?.address).toEqual(newest?.address);
  }
});
