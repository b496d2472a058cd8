import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { HARBOR_ADDRESS, RECIPIENT_ADDRESS } from '../../../../test/builders/addresses.ts';
import { giveAnnouncedGift, giveGift, inDays } from '../../../../test/builders/gifts.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { announceGifts } from '../../commerce/gifts/announce-gift.ts';
import { gifts } from '../../commerce/schema.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { emailOutbox, operatorLog } from '../../platform/schema.ts';

const shop = await startShop();
const { db } = shop.ctx;
const note = 'They wrote to us.';
let clerk: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
});

async function subscriber() {
  const user = await shop.signUp();
  const { subscriptionId } = await user.buy();
  await shop.sandbox.webhooksDelivered();
  return { user, id: (await rowOf(shop, subscriptionId)).id };
}

test('an operator changes the address of a subscription, and sees the first letter that it reaches', async () => {
  const { user, id } = await subscriber();
  const params = { id };
  const address = { ...HARBOR_ADDRESS, addressLine1: '7 Lantern Street' };
  const before = await clerk.call(CONSOLE.getSubscriptionDelivery, { params });
  const after = await clerk.call(CONSOLE.changeAddressForCustomer, { params, body: { address, note } });
  expect(after).toMatchObject({ address: { addressLine1: '7 Lantern Street' }, firstLetter: before.firstLetter });
  expect(await user.call(API.getDelivery, { params })).toEqual(after);
  const bad = { ...address, city: '' };
  await expect(
    clerk.call(CONSOLE.changeAddressForCustomer, { params, body: { address: bad, note } }),
  ).rejects.toMatchObject({ status: 400 });
});

test('the default address of the account is changed too only if the operator says so', async () => {
  const { user, id } = await subscriber();
  const params = { id };
  const streets = async () => {
    const { items } = await clerk.call(CONSOLE.listSubscriberAddresses, { params: { id: user.userId } });
    return items.map(({ isDefault, lines }) => `${lines[1]}${isDefault ? ', the default' : ''}`).toSorted();
  };
  const change = (addressLine1: string, alsoDefault: boolean) => {
    const address = { ...HARBOR_ADDRESS, addressLine1 };
    return clerk.call(CONSOLE.changeAddressForCustomer, { params, body: { address, alsoDefault, note } });
  };
  expect((await change('7 Lantern Street', true)).address).toMatchObject({ isDefault: true });
  expect(await streets()).toEqual(['7 Lantern Street, the default']);
  expect((await change('2 Harbor Heights', false)).address).toMatchObject({ isDefault: false });
  expect(await streets()).toEqual(['2 Harbor Heights', '7 Lantern Street, the default']);
});

test('an operator holds letters and lifts the hold, with the rules of the customer’s own screen', async () => {
  const { user, id } = await subscriber();
  const params = { id };
  const hold = { fromLetter: 4, resumeOn: inDays(shop, 120), note };
  await clerk.call(CONSOLE.holdForCustomer, { params, body: hold });
  const { hold: open } = await clerk.call(CONSOLE.getSubscription, { params });
  expect(open).toMatchObject({ fromLetter: 4, resumeOn: hold.resumeOn });
  await expect(
    clerk.call(CONSOLE.holdForCustomer, { params, body: { ...hold, resumeOn: inDays(shop, -1) } }),
  ).rejects.toMatchObject({ status: 400 });
  const body = { holdId: open?.id ?? '', note };
  await clerk.call(CONSOLE.liftHoldForCustomer, { params, body });
  await expect(clerk.call(CONSOLE.liftHoldForCustomer, { params, body })).rejects.toMatchObject({ status: 404 });
  expect((await user.call(API.getLetters, { params })).holds).toEqual([]);
});

test('an operator corrects name and email; the former address is told, and a taken email is refused', async () => {
  const { user } = await subscriber();
  const other = await shop.signUp();
  const params = { id: user.userId };
  const email = `right-${user.email}`;
  await clerk.call(CONSOLE.correctName, { params, body: { fullName: 'Ada Quillfeather', note } });
  await expect(clerk.call(CONSOLE.correctEmail, { params, body: { email: other.email, note } })).rejects.toMatchObject({
    status: 400,
    fields: { email: 'Another account has this email.' },
  });
  const correct = () => clerk.call(CONSOLE.correctEmail, { params, body: { email, note } });
  const results = await Promise.allSettled([correct(), correct()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const found = await clerk.call(CONSOLE.getSubscriber, { params });
  expect(found).toMatchObject({ email, fullName: 'Ada Quillfeather' });
  expect(await emailCounts(shop, user)).toMatchObject({ 'email-changed': 1 });
  await expect(
    clerk.call(CONSOLE.correctEmail, { params: { id: clerk.userId }, body: { email, note } }),
  ).rejects.toMatchObject({ status: 409 });
});

test('an operator retries what is overdue, and sends the card link once a day', async () => {
  const { user } = await subscriber();
  const params = { id: user.userId };
  expect(await clerk.call(CONSOLE.retryPayment, { params, body: { note } })).toEqual({
    outcome: 'nothing_due',
    reason: null,
  });
  await clerk.call(CONSOLE.sendCardLink, { params, body: { note } });
  await expect(clerk.call(CONSOLE.sendCardLink, { params, body: { note } })).rejects.toMatchObject({ status: 409 });
  expect(await emailCounts(shop, user)).toMatchObject({ 'update-card': 1 });
});

test('an operator corrects a gift before it leaves: recipient, email, message and start', async () => {
  const giver = await shop.signUp();
  const { id } = await giveGift(giver, inDays(shop, 20));
  const body = {
    recipientName: 'Odile Marsh',
    recipientEmail: 'odile@example.com',
    giftMessage: 'Keep the stamps.',
    startDate: inDays(shop, 30),
    note,
  };
  const done = await clerk.call(CONSOLE.correctGiftForCustomer, { params: { id }, body });
  expect(done).toMatchObject({ recipientEmail: body.recipientEmail, emailed: 'on_start_date' });
  const { given } = await giver.call(API.listGifts);
  const { note: _why, ...corrected } = body;
  expect(given).toMatchObject([corrected]);
  await expect(
    clerk.call(CONSOLE.correctGiftForCustomer, { params: { id }, body: { ...body, startDate: inDays(shop, -2) } }),
  ).rejects.toMatchObject({ status: 400 });
});

test('after a gift’s correction the operator is told whether and when the recipient is emailed', async () => {
  const giver = await shop.signUp();
  const { gift } = await giveAnnouncedGift(shop, giver);
  const { recipientName, startDate } = gift;
  const correct = async (recipientEmail: string) =>
    await clerk.call(CONSOLE.correctGiftForCustomer, {
      params: { id: gift.id },
      body: { recipientName, recipientEmail, giftMessage: 'Keep the stamps.', startDate, note },
    });
  shop.clock.advance(60);
  expect(await correct(gift.recipientEmail)).toMatchObject({ emailed: 'before' });
  const other = 'pike@example.com';
  expect(await correct(other)).toMatchObject({ emailed: 'now', recipientEmail: other });
});

test('an operator corrects name and address of a gift until letter 1 is sealed, and the timeline says so', async () => {
  const giver = await shop.signUp();
  const { id, subscriptionId } = await giveGift(giver, inDays(shop, 20));
  const { gift } = await clerk.call(CONSOLE.getSubscription, { params: { id: subscriptionId } });
  const mailingAddress = { ...RECIPIENT_ADDRESS, fullName: 'Odile Marsh', addressLine1: '7 Lantern Street' };
  expect(gift?.mailingAddress).toEqual(RECIPIENT_ADDRESS);
  const change = async (body: object) =>
    await clerk.call(CONSOLE.changeGiftAddressForCustomer, { params: { id }, body: { mailingAddress, note, ...body } });
  expect(await change({})).toEqual({ done: true });
  expect((await giver.call(API.listGifts)).given).toMatchObject([{ mailingAddress }]);
  await expect(change({ mailingAddress: { ...mailingAddress, postalCode: '12' } })).rejects.toMatchObject({
    status: 400,
    fields: { 'mailingAddress.postalCode': expect.any(String) as string },
  });
  const { items } = await clerk.call(CONSOLE.listSubscriberTimeline, { params: { id: giver.userId } });
  expect(items.filter(({ words }) => words === 'Changed the address')).toMatchObject([
    { by: clerk.email, note, subscriptionId },
  ]);
  await db.insert(mailingPieces).values({
    id: randomUUID(),
    subscriptionId,
    letter: 1,
    attempt: 1,
    state: 'frozen',
    nominalOn: inDays(shop, 21),
    address: HARBOR_ADDRESS,
    createdAt: shop.clock.now(),
    updatedAt: shop.clock.now(),
  });
  await expect(change({})).rejects.toMatchObject({ status: 409, code: 'gift_frozen' });
});

test('an email that was sent is sent again once an hour, and one with a secret link is not', async () => {
  const { user } = await subscriber();
  const isTheirs = eq(emailOutbox.recipient, user.email);
  await db.update(emailOutbox).set({ status: 'sent' }).where(isTheirs);
  const started = and(isTheirs, eq(emailOutbox.kind, 'subscription-started'));
  const [email] = await db.select().from(emailOutbox).where(started);
  const resend = () => clerk.call(CONSOLE.resendEmail, { params: { id: email?.id ?? '' } });
  const results = await Promise.allSettled([resend(), resend()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await emailCounts(shop, user)).toMatchObject({ 'subscription-started': 2 });
  await db.update(emailOutbox).set({ kind: 'recovery', status: 'sent' }).where(started);
  await expect(resend()).rejects.toMatchObject({ status: 409 });
  expect(await db.$count(operatorLog, eq(operatorLog.action, 'email_resent'))).toBe(1);
});

test('the emails of a giver list the announcement to the recipient, which is sent again once an hour', async () => {
  const giver = await shop.signUp();
  const { id } = await giveGift(giver, inDays(shop, 0));
  await announceGifts(shop.ctx);
  const announced = async () => {
    const { items } = await clerk.call(CONSOLE.listSubscriberEmails, { params: { id: giver.userId } });
    return items.filter(({ kind }) => kind === 'gift-arrived');
  };
  const [first, ...others] = await announced();
  const [gift] = await db.select().from(gifts).where(eq(gifts.id, id));
  const recipient = gift?.recipientEmail ?? '';
  expect([first?.recipient, others]).toEqual([recipient, []]);
  const email = { id: first?.id ?? '' };
  const isFirst = eq(emailOutbox.id, email.id);
  await db.update(emailOutbox).set({ status: 'sent', sentAt: shop.clock.now(), data: {} }).where(isFirst);
  const resend = () => clerk.call(CONSOLE.resendEmail, { params: email });
  await expect(resend()).rejects.toMatchObject({ status: 409, code: 'wrong_state' });
  const announcedAt = new Date(shop.clock.now().getTime() - 7_200_000);
  await db.update(gifts).set({ announcedAt }).where(eq(gifts.id, id));
  const results = await Promise.allSettled([resend(), resend()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await announced()).toHaveLength(2);
  const { items } = await clerk.call(CONSOLE.listSubscriberTimeline, { params: { id: giver.userId } });
  expect(items.map(({ words }) => words)).toContain(`Email “Gift arrived” to ${recipient} sent`);
  await db.update(gifts).set({ recipientEmail: 'other@example.com', announcedAt }).where(eq(gifts.id, id));
  await expect(resend()).rejects.toMatchObject({ status: 409, message: 'The gift has another recipient by now.' });
});
