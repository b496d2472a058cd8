import { beforeAll, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { holdLetters as givenLetters } from '../../../../test/builders/case-files.ts';
import { inDays } from '../../../../test/builders/gifts.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { listInvoices } from '../../../contract/billing.ts';
import { listGifts } from '../../../contract/gifts.ts';
import {
  confirmLetter,
  getCalendarFile,
  getLetters,
  holdLetters,
  reportMissing,
  sendElsewhere,
} from '../../../contract/letters.ts';
import { cancelSubscription, changeDelivery, getDelivery } from '../../../contract/subscriptions.ts';

const shop = await startShop();

let giver: Shopper;
let recipient: Shopper;
/** The gift's subscription id; three of its letters were mailed. */
let id: string;

beforeAll(async () => {
  giver = await shop.signUp();
  recipient = await shop.signUp();
  id = await givenLetters(shop, giver, { come: 3, claimedBy: recipient });
});

const letter = (number: number) => ({ params: { id, letter: String(number) } });
const sendAgain = { sendAgain: 'now' } as const;

test('who has claimed a gift has its calendar, without an address, and says whether a letter came', async () => {
  const { letters, next, holds } = await recipient.call(getLetters, { params: { id } });
  expect(letters).toHaveLength(24);
  expect(letters[2]).toMatchObject({ letter: 3, state: 'overdue', canConfirm: true, canReportMissing: true });
  expect(next).toEqual({ letter: 4, address: null });
  expect(holds).toEqual([]);
  expect(letters.filter(({ addressChangeUntil }) => addressChangeUntil !== null)).toEqual([]);
  const { content } = await recipient.call(getCalendarFile, { params: { id } });
  expect(content).toContain('Letter 24 of 24 expected');
  expect(content).not.toContain('You can change its address');

  const confirmed = await recipient.call(confirmLetter, letter(2));
  expect(confirmed.letters[1]).toMatchObject({ state: 'arrived', canConfirm: false });
  const reported = await recipient.call(reportMissing, { ...letter(3), body: sendAgain });
  expect(reported.letters[2]).toMatchObject({ state: 'sending_again', copy: { address: null } });
  expect(JSON.stringify(reported)).not.toContain(HARBOR_ADDRESS.addressLine1);
  const { received } = await recipient.call(listGifts);
  expect(received).toMatchObject([
    { subscriptionId: id, seasonId: 'season-1', lettersReceived: 2, changeableUntil: null },
  ]);
});

test('its giver says nothing of a letter, and its recipient nothing of the money, the address or the days', async () => {
  const missing = { status: 404, code: 'not_found' };
  const hold = { fromLetter: 6, resumeOn: inDays(shop, 90) };
  const elsewhere = { fromLetter: 6, toLetter: 6, address: HARBOR_ADDRESS };
  const stranger = await shop.signUp();
  for (const user of [giver, stranger]) {
    await expect(user.call(getLetters, { params: { id } })).rejects.toMatchObject(missing);
    await expect(user.call(getCalendarFile, { params: { id } })).rejects.toMatchObject(missing);
    await expect(user.call(confirmLetter, letter(1))).rejects.toMatchObject(missing);
    await expect(user.call(reportMissing, { ...letter(1), body: sendAgain })).rejects.toMatchObject(missing);
  }
  for (const user of [recipient, giver]) {
    await expect(user.call(holdLetters, { params: { id }, body: hold })).rejects.toMatchObject(missing);
    await expect(user.call(sendElsewhere, { params: { id }, body: elsewhere })).rejects.toMatchObject(missing);
    await expect(user.call(changeDelivery, { params: { id }, body: HARBOR_ADDRESS })).rejects.toMatchObject(missing);
  }
  await expect(recipient.call(getDelivery, { params: { id } })).rejects.toMatchObject(missing);
  await expect(recipient.call(cancelSubscription, { params: { id } })).rejects.toMatchObject(missing);
  expect(await recipient.call(listInvoices)).toMatchObject({ invoices: [] });
  expect(await giver.call(getDelivery, { params: { id } })).toMatchObject({ toCome: { first: 4 } });
});
