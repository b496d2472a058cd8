import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { queuedEmails } from '../../../../test/clients/mailbox.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { openThePost } from '../../../../test/builders/post-days.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { getAccount } from '../../../contract/account.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { moveAddress } from '../../../contract/subscriptions.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { addBusinessDays } from '../../../domain/holidays.ts';
import { letterCodeAddress } from '../../../domain/letter-code.ts';
import { digitsOf } from '../barcodes/piece-barcodes.ts';
import { withCodes } from '../codes/codes.ts';
import { readPieces } from '../pieces/pieces.ts';
import { recordFileHashes } from '../print/files.ts';
import { findBatch } from '../print/print.ts';
import { mailingPieces, mailingRuns } from '../schema.ts';

const shop = await startShop({ settings: { LETTER_CODES: '1', USPS_MAILER_ID: '123456' } });
openThePost(shop.clock);
const { db } = shop.ctx;

let clerk: Shopper;
let subscriber: Shopper;
let runId: string;
/** Codes that identify the same envelope. */
let marks: Record<'code' | 'scanned' | 'above' | 'barcode', string>;

beforeAll(async () => {
  clerk = await hireOperator(shop);
  subscriber = await shop.signUp();
  await subscriber.buy();
  const tomorrow = addBusinessDays(newYorkDate(shop.clock.now()), 1);
  runId = await openRun(tomorrow);
  const params = { id: runId };
  await clerk.call(CONSOLE.freezeRunNow, { params });
  await clerk.call(CONSOLE.printRunNow, { params });
  await recordFileHashes(shop.ctx, { runId, batch: 1 });
  await clerk.call(CONSOLE.handOverRun, { params, body: {} });
  const batch = await findBatch(db, runId, 1);
  for await (const piece of withCodes(db, readPieces(db, { runId, firstNumber: 1, lastNumber: 1, letter: 1 }))) {
    const { items } = await clerk.call(CONSOLE.listRunPieces, { params });
    marks = {
      code: piece.code,
      scanned: letterCodeAddress(shop.siteUrl, piece.code),
      above: items[0]?.code ?? '',
      barcode: digitsOf(batch, piece) ?? '',
    };
  }
}, 60_000);

async function openRun(nominalOn: CalendarDate): Promise<string> {
  const id = randomUUID();
  const now = shop.clock.now();
  const dates = { nominalOn, handOverOn: nominalOn, freezesAt: new Date(now.getTime() - 1_000), createdAt: now };
  await db.insert(mailingRuns).values({ id, kind: 'first_letter', state: 'planned', ...dates });
  return id;
}

async function cameBack() {
  const { subscriptions } = await subscriber.call(getAccount);
  return subscriptions[0]?.cameBack;
}

test('an envelope is known by its code, scanned or typed, the code above its address, and its barcode', async () => {
  const [piece] = await db.select().from(mailingPieces).where(eq(mailingPieces.runId, runId));
  for (const mark of Object.values(marks)) {
    const found = await clerk.call(CONSOLE.findEnvelope, { query: { mark } });
    expect(found).toMatchObject({ id: piece?.id, letter: 1, state: 'handed_over' });
  }
  expect(await terminalOf(shop)('find-envelope', '--mark', marks.above)).toContain(piece?.id);
});

test('what is on no envelope of ours is not found', async () => {
  for (const mark of ['0000000000000000', 'L20200101-01-000001', '00310999999000000000', 'a postcard']) {
    await expect(clerk.call(CONSOLE.findEnvelope, { query: { mark } })).rejects.toMatchObject({ status: 404 });
  }
});

test('a scanned return stops the address, and asks its subscriber by email and on the account to look at it', async () => {
  expect(await cameBack()).toBeNull();
  const { id } = await clerk.call(CONSOLE.findEnvelope, { query: { mark: marks.scanned } });
  const body = { why: 'no_such_number', sendAgain: 'now' } as const;
  const returned = await clerk.call(CONSOLE.reportReturned, { params: { id }, body });
  expect(returned).toMatchObject({ state: 'returned', reason: 'no_such_number' });
  expect(await cameBack()).toEqual({ letter: 1, why: 'no_such_number' });
  const emails = await queuedEmails(shop.ctx, { dedupeKey: 'letter-returned:%' });
  expect(emails).toMatchObject([
    {
      recipient: subscriber.email,
      data: { letter: 1, returnReason: 'no_such_number', giftFor: null, isMailedAgain: true },
    },
  ]);
  await expect(clerk.call(CONSOLE.reportReturned, { params: { id }, body })).rejects.toMatchObject({ status: 409 });
  expect(await queuedEmails(shop.ctx, { dedupeKey: 'letter-returned:%' })).toHaveLength(1);
});

test('the letter waits with its old address, and goes out to the corrected one', async () => {
  await shop.letPass(60);
  const tomorrow = addBusinessDays(newYorkDate(shop.clock.now()), 2);
  const params = { id: await openRun(tomorrow) };
  const { run } = await clerk.call(CONSOLE.freezeRunNow, { params });
  expect(run.pieces).toEqual({ set_aside: 1 });
  const { items } = await clerk.call(CONSOLE.listRunPieces, { params, query: { which: 'set_aside' } });
  expect(items).toMatchObject([{ letter: 1, attempt: 2, reason: 'returned_before' }]);
  await clerk.call(CONSOLE.reopenRun, { params });

  const { subscriptions } = await subscriber.call(getAccount);
  const [own] = subscriptions;
  if (!own?.shippingAddress) throw new Error('The subscription has no address.');
  const { id: addressId, ...lines } = own.shippingAddress;
  const address = { ...lines, addressLine1: '17 Lantern Street' };
  await subscriber.call(moveAddress, { body: { addressId, address, subscriptions: [own.id] } });
  expect(await cameBack()).toBeNull();
  await db.update(mailingRuns).set({ freezesAt: shop.clock.now() }).where(eq(mailingRuns.id, params.id));
  const frozen = await clerk.call(CONSOLE.freezeRunNow, { params });
  expect(frozen.run.pieces).toEqual({ frozen: 1 });
});
