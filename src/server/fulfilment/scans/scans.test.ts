import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addBarcodedRun, type BarcodedPiece, imbOf } from '../../../../test/builders/barcoded-run.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { openBeside } from '../../../../test/server/beside.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { startUsps } from '../../../../fakes/usps/usps.ts';
import { getLetters } from '../../../contract/letters.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { addDays, newYorkDate } from '../../../domain/calendar-date.ts';
import { mailingScans, unreadableScans } from '../scans-schema.ts';
import { lookForScans } from './watch.ts';

const LOGIN = 'usps:a-feed-of-scans-alone';
const shop = await startShop({ settings: { USPS_SCANS_LOGIN: LOGIN, USPS_RETURN_CODES: '099' }, logLevel: 'info' });
const { db } = shop.ctx;
const today = () => newYorkDate(shop.clock.now());

const SEEN = {
  scanDatetime: `${addDays(today(), -1)}T08:15:00`,
  scanEventCode: '918',
  scanFacilityCity: 'PORTLAND',
  scanFacilityState: 'ME',
  machineId: '0401',
  scanLocaleKey: '040',
};

async function send(body: unknown, login = LOGIN, siteUrl = shop.siteUrl): Promise<Response> {
  return await fetch(`${siteUrl}/webhooks/usps`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function deliver(...events: readonly unknown[]): Promise<unknown> {
  const answer = await send({ msgGrpId: randomUUID(), events });
  expect(answer.status).toBe(200);
  return await answer.json();
}

let serial = 100;
/** A letter with a barcode that was handed over some days ago. */
async function addPiece(daysAgo: number, subscriptionId: string = randomUUID()): Promise<BarcodedPiece> {
  const handedOverOn = addDays(today(), -daysAgo);
  const [piece] = await addBarcodedRun(db, {
    handedOverOn,
    firstSerial: serial,
    subscriptionIds: [subscriptionId],
    letter: 1,
  });
  if (piece === undefined) throw new Error('The run has no piece.');
  serial += 1;
  return piece;
}

let clerk: Shopper;
beforeAll(async () => {
  clerk = await hireOperator(shop);
});

async function watched(state: 'quiet' | 'coming_back') {
  return (await clerk.call(CONSOLE.listTrouble, { query: { state } })).items;
}

describe('the feed of scans', () => {
  test('is nothing at all to a shop without a login for it', async () => {
    const beside = await openBeside(shop, { scans: { login: null, returnCodes: [] } });
    expect((await send({ events: [] }, LOGIN, beside.siteUrl)).status).toBe(404);
    await beside.close();
  });

  test('opens to its login alone, and tires of wrong ones', async () => {
    const answer = await send({ events: [] }, 'usps:a-guess-as-long-as-it');
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="scans", charset="UTF-8"',
    ]);
    expect((await fetch(`${shop.siteUrl}/webhooks/usps`, { method: 'POST' })).status).toBe(401);
    expect(shop.log.filter((line) => line.includes('"security":"invalid_signature"'))).toHaveLength(2);
    expect(shop.log.join('')).not.toContain('a-guess-as-long');
    const beside = await openBeside(shop, { auth: { ...shop.ctx.config.auth, rateLimitFactor: 1 } });
    const answers = [];
    for (let guess = 0; guess < 21; guess++) {
      answers.push((await send('', `usps:guess-number-${String(guess).padStart(8, '0')}`, beside.siteUrl)).status);
    }
    expect(answers.at(-1)).toBe(429);
    await beside.close();
  });

  test.each([
    ['no JSON', '{', 400],
    ['no list', { events: {} }, 400],
    ['nothing', null, 400],
    ['more than ten thousand events', { events: Array.from({ length: 10_001 }, () => ({})) }, 413],
    ['more than sixteen megabytes', ' '.repeat(16 * 1024 * 1024 + 1), 413],
  ])('refuses a message with %s', async (_what, body, status) => {
    expect((await send(body)).status).toBe(status);
  });

  test('stores an event once, however often and in whatever order it comes', async () => {
    const imb = imbOf(serial++);
    const events = ['01', '02', '03'].map((scanEventCode) => ({ ...SEEN, imb, scanEventCode }));
    expect(await deliver(...events, ...events)).toEqual({ received: 6, added: 3, unreadable: 0 });
    expect(await deliver(...events.toReversed())).toEqual({ received: 3, added: 0, unreadable: 0 });
    expect(await deliver({ ...events[0], machineId: '0402' })).toMatchObject({ added: 1 });
  });

  test('keeps what it does not know, and never loses a message for one event', async () => {
    const before = await db.$count(mailingScans);
    const unknown = { ...SEEN, imb: imbOf(7, '123456'), scanEventCode: 'NEW', mailPhase: 'A phase of next year' };
    const broken = [
      {},
      null,
      'scan',
      { ...SEEN },
      { ...SEEN, imb: '57379777234994544928' },
      { ...SEEN, imb: imbOf(8), scanDatetime: '2026-02-30T10:00:00' },
      { ...SEEN, imb: imbOf(8), scanDatetime: 'yesterday', note: '\u0000' },
    ];
    expect(
      await deliver(...broken, unknown, { ...unknown, imb: imbOf(9, '123456'), scanFacilityCity: 'NUL\u0000TOWN' }),
    ).toEqual({
      received: 9,
      added: 2,
      unreadable: 7,
    });
    expect(await db.$count(mailingScans)).toBe(before + 2);
    expect(await db.$count(unreadableScans)).toBe(7);
    await deliver(...broken);
    expect(await db.$count(unreadableScans)).toBe(7);
  });

  test('reads a barcode by its parts, and a time that names its distance from Greenwich', async () => {
    const piece = await addPiece(3);
    await deliver({
      imb_mid: piece.imb.slice(5, 14),
      imb_serial_number: piece.imb.slice(14, 20),
      imb_stid: '310',
      scan_datetime: `${addDays(today(), -1)}T02:30:00Z`,
      scan_event_code: '1',
      scan_facility_city: 'Boston',
      scan_facility_state: 'MA',
    });
    const [shown] = (await clerk.call(CONSOLE.listSubscriptionPieces, { params: { id: await subscriptionOf(piece) } }))
      .items;
    expect(shown?.lastSeen).toEqual({ city: 'Boston', state: 'MA', on: addDays(today(), -2) });
  });
});

const twenty = () => Array.from({ length: 20 }, () => randomUUID());

async function townSeen(piece: BarcodedPiece) {
  const { items } = await clerk.call(CONSOLE.listSubscriptionPieces, { params: { id: await subscriptionOf(piece) } });
  return items[0]?.lastSeen?.city;
}

/** Stores a subscription and assigns the piece to it. */
async function subscriptionOf(piece: BarcodedPiece): Promise<string> {
  const { subscriptionId } = await addSubscriber(db, { serviceStart: '2026-10-01' });
  await db.execute(`update mailing_pieces set subscription_id = '${subscriptionId}' where id = '${piece.id}'`);
  return subscriptionId;
}

describe('a letter that the post has seen', () => {
  test('is told to its subscriber and to operators, and neither counts as come nor changes its state', async () => {
    const user = await shop.signUp();
    const bought = await user.buy();
    const { id } = await rowOf(shop, bought.subscriptionId);
    const piece = await addPiece(1, id);
    const earlier = {
      ...SEEN,
      imb: piece.imb,
      scanDatetime: `${today()}T01:00:00`,
      scanFacilityCity: 'BOSTON',
      scanFacilityState: 'MA',
    };
    const later = { ...SEEN, imb: piece.imb, scanDatetime: `${today()}T06:00:00` };
    await deliver(later, earlier);
    const { letters } = await user.call(getLetters, { params: { id } });
    expect(letters[0]).toMatchObject({
      state: 'in_the_post',
      lastSeen: { city: 'PORTLAND', state: 'ME', on: today() },
    });
    const [shown] = (await clerk.call(CONSOLE.listSubscriptionPieces, { params: { id } })).items;
    expect(shown).toMatchObject({ state: 'handed_over', confirmedAt: null, lastSeen: { city: 'PORTLAND' } });
  });

  test('is not mistaken for an older one that had its serial', async () => {
    const old = await addPiece(200);
    const reused = serial - 1;
    const [newer] = await addBarcodedRun(db, {
      handedOverOn: addDays(today(), -4),
      firstSerial: reused,
      subscriptionIds: [randomUUID()],
    });
    await deliver(
      { ...SEEN, imb: old.imb },
      { ...SEEN, imb: old.imb, scanDatetime: `${addDays(today(), -195)}T10:00:00`, scanFacilityCity: 'BANGOR' },
    );
    expect(newer && (await townSeen(newer))).toBe('PORTLAND');
    expect(await townSeen(old)).toBe('BANGOR');
  });
});

describe('the nightly look', () => {
  test('finds letters that have gone quiet beyond their window, and lets go of those that are seen or have come', async () => {
    const [never, long, lately, near, young] = [
      await addPiece(20),
      await addPiece(21),
      await addPiece(22),
      await addPiece(23),
      await addPiece(7),
    ];
    await deliver(
      { ...SEEN, imb: long.imb, scanDatetime: `${addDays(today(), -15)}T10:00:00` },
      { ...SEEN, imb: lately.imb },
      {
        ...SEEN,
        imb: near.imb,
        scanDatetime: `${addDays(today(), -18)}T10:00:00`,
        mailPhase: 'Phase 3c - Destination Delivery',
      },
    );
    await lookForScans(shop.ctx);
    const quiet = (await watched('quiet')).map(({ id }) => id);
    expect(quiet).toEqual(expect.arrayContaining([never.id, long.id]));
    for (const { id } of [lately, near, young]) expect(quiet).not.toContain(id);
    expect((await clerk.call(CONSOLE.getToday)).waiting.quiet).toBe(quiet.length);
    await deliver({ ...SEEN, imb: never.imb });
    await lookForScans(shop.ctx);
    expect((await watched('quiet')).map(({ id }) => id)).not.toContain(never.id);
    await clerk.call(CONSOLE.reportLost, { params: { id: long.id }, body: {} });
    expect((await watched('quiet')).map(({ id }) => id)).not.toContain(long.id);
  });

  test('counts what was seen of each run, and says where too little was', async () => {
    const [earlier, later] = [addDays(today(), -6), addDays(today(), -5)];
    const silent = await addBarcodedRun(db, { handedOverOn: earlier, firstSerial: 5_000, subscriptionIds: twenty() });
    const heard = await addBarcodedRun(db, { handedOverOn: later, firstSerial: 5_100, subscriptionIds: twenty() });
    await deliver({ ...SEEN, imb: silent[0]?.imb }, ...heard.slice(0, 15).map(({ imb }) => ({ ...SEEN, imb })));
    await lookForScans(shop.ctx);
    const { items } = await clerk.call(CONSOLE.listSightings, {});
    expect(items.filter(({ pieces }) => pieces === 20)).toMatchObject([
      { seen: 15, unseen: false, run: { nominalOn: addDays(today(), -5) } },
      { seen: 1, unseen: true },
    ]);
  });
});

test('a letter that the post sends back is listed at once, and stays with the post until an operator reports it', async () => {
  const [byCode, byPhase] = [await addPiece(8), await addPiece(9)];
  await deliver(
    { ...SEEN, imb: byCode.imb, scanEventCode: '099' },
    { ...SEEN, imb: byPhase.imb, mailPhase: 'Return to Sender' },
  );
  const listed = await watched('coming_back');
  expect(listed.map(({ id }) => id).toSorted()).toEqual([byCode.id, byPhase.id].toSorted());
  expect(listed).toMatchObject([{ state: 'handed_over' }, { state: 'handed_over' }]);
  await clerk.call(CONSOLE.reportReturned, { params: { id: byCode.id }, body: {} });
  await lookForScans(shop.ctx);
  expect((await watched('coming_back')).map(({ id }) => id)).toEqual([byPhase.id]);
  expect((await clerk.call(CONSOLE.getToday)).waiting.comingBack).toBe(1);
});

test('the stand-in for the post sends its scans through repeats, disorder, lost answers and wrong logins', async () => {
  const usps = await startUsps({
    port: 0,
    client: { id: 'a', secret: 'b' },
    feed: { url: `${shop.siteUrl}/webhooks/usps`, login: LOGIN },
  });
  const ask = (path: string, body: object) =>
    fetch(`${usps.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const before = await db.$count(mailingScans);
  const to = { city: 'Portland', state: 'ME', zip: '04101' };
  const handedIn = Array.from({ length: 40 }, (_, index) => ({ imb: imbOf(80_000 + index), to }));
  const { scans } = (await (await ask('letters', { letters: handedIn })).json()) as { scans: number };
  for (const kind of ['repeat', 'out_of_order', 'wrong_signature', 'lost_answer'])
    await ask('feed-fail', { kind, times: 1 });
  for (const hours of [12, 24, 48]) await ask('clock', { hours });
  await usps.scansDelivered();
  expect(scans).toBeGreaterThan(90);
  expect(await db.$count(mailingScans)).toBe(before + scans);
  await usps.close();
});
