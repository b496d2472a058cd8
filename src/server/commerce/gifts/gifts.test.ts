import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { gatherEvidence } from '../../../../test/load/evidence.ts';
import { RECIPIENT_ADDRESS } from '../../../../test/builders/addresses.ts';
import {
  draftGift,
  giftForm,
  giveAnnouncedGift,
  giveGift,
  inDays,
  emailsAbout,
  newYorkToday,
} from '../../../../test/builders/gifts.ts';
import { handOverLetters } from '../../../../test/builders/subscribers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { getAccount } from '../../../contract/account.ts';
import { cancelSubscription } from '../../../contract/subscriptions.ts';
import {
  announceGift,
  changeGift,
  changeGiftDraft,
  checkClaimLink,
  claimGift,
  lookAtClaim,
  createGiftDraft,
  getGiftDraft,
  listGifts,
} from '../../../contract/gifts.ts';
import { addDays, addMonths, calendarDate, newYorkMidnight } from '../../../domain/calendar-date.ts';
import { holidayOverrides, emailOutbox } from '../../platform/schema.ts';
import { gifts } from '../schema.ts';
import { announceGifts } from './announce-gift.ts';
import { deleteOldDrafts } from './delete-old-drafts.ts';
import { changeGiftRow } from './queries.ts';

const shop = await startShop();
const DAY_SECONDS = 86_400;

describe('a gift’s draft', () => {
  test('keeps what the giver typed, and comes back to them alone', async () => {
    const [giver, stranger] = [await shop.signUp(), await shop.signUp()];
    const form = giftForm(inDays(shop, 30), { giftMessage: 'One.\n\nTwo. 王', planType: 'annual' });
    const draft = await giver.call(createGiftDraft, { body: form });
    expect(draft).toEqual({ id: draft.id, ...form, cards: [expect.any(Array)] });
    expect(await giver.call(getGiftDraft, { params: { id: draft.id } })).toEqual(draft);
    const params = { id: draft.id };
    await expect(stranger.call(getGiftDraft, { params })).rejects.toMatchObject({ status: 404 });
    await expect(stranger.call(changeGiftDraft, { params, body: form })).rejects.toMatchObject({ status: 404 });
    expect((await giver.call(listGifts)).given).toEqual([]);
  });

  test.each([
    ['recipientName', { recipientName: '  ' }],
    ['recipientEmail', { recipientEmail: 'wendell' }],
    ['giftMessage', { giftMessage: 'x'.repeat(5001) }],
    ['startDate', { startDate: '2026-02-30' }],
    ['mailingAddress.country', { mailingAddress: { ...RECIPIENT_ADDRESS, country: 'FR' } }],
    ['mailingAddress.postalCode', { mailingAddress: { ...RECIPIENT_ADDRESS, postalCode: '12' } }],
    ['mailingAddress.city', { mailingAddress: { ...RECIPIENT_ADDRESS, city: '' } }],
  ] as const)('is refused by field: %s', async (field, changes) => {
    const giver = await shop.signUp();
    await expect(draftGift(giver, newYorkToday(shop), changes)).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      fields: { [field]: expect.any(String) as string },
    });
  });

  test.each([
    ['1,500 characters of prose', 'Keep every envelope of this, and burn no letter. '.repeat(31).slice(0, 1500).trim()],
    ['26 lines', 'Keep the envelopes.\n'.repeat(26).trim()],
  ])('takes a message of %s, which two cards have room for', async (_size, giftMessage) => {
    const giver = await shop.signUp();
    expect(await draftGift(giver, newYorkToday(shop), { giftMessage })).toMatchObject({ giftMessage });
  });

  test.each([
    ['2,500 characters of prose', 'Keep every envelope of this, and burn no letter. '.repeat(51).trim()],
    ['27 lines', 'Keep the envelopes.\n'.repeat(27).trim()],
  ])('refuses a message of %s at its field: it fills three cards', async (_size, giftMessage) => {
    const giver = await shop.signUp();
    const reason =
      'This message fills 3 cards, and the letter has room for two. Please shorten it, or use fewer lines.';
    const refusal = { status: 400, fields: { giftMessage: reason } };
    await expect(draftGift(giver, newYorkToday(shop), { giftMessage })).rejects.toMatchObject(refusal);
    const { id } = await draftGift(giver, newYorkToday(shop));
    const body = giftForm(newYorkToday(shop), { giftMessage });
    await expect(giver.call(changeGiftDraft, { params: { id }, body })).rejects.toMatchObject(refusal);
    expect(await giver.call(getGiftDraft, { params: { id } })).toMatchObject({ giftMessage: 'Keep the envelopes.' });
  });

  test('may start today by New York’s calendar and twelve months from then, not a day before or after', async () => {
    const giver = await shop.signUp();
    const today = newYorkToday(shop);
    const latest = addMonths(today, 12);
    await draftGift(giver, today);
    await draftGift(giver, latest);
    const refusal = { status: 400, fields: { startDate: expect.any(String) as string } };
    await expect(draftGift(giver, inDays(shop, -1))).rejects.toMatchObject(refusal);
    await expect(draftGift(giver, inDays(shop, 367))).rejects.toMatchObject(refusal);
  });

  test('no one bought is forgotten after ninety days; one that a payment was begun for is not', async () => {
    const giver = await shop.signUp();
    const [idle, begun] = [await draftGift(giver, inDays(shop, 200)), await draftGift(giver, inDays(shop, 200))];
    await giver.submit({ giftId: begun.id });
    const later = { ...shop.ctx, clock: { now: () => new Date(Date.now() + 91 * DAY_SECONDS * 1000) } };
    await deleteOldDrafts(later);
    await expect(giver.call(getGiftDraft, { params: { id: idle.id } })).rejects.toMatchObject({ status: 404 });
    expect(await giver.call(getGiftDraft, { params: { id: begun.id } })).toEqual(begun);
  });
});

describe('a gift that is paid for', () => {
  test.each(['monthly', 'annual'] as const)('%s: billed to the giver, shipped to the recipient', async (planType) => {
    const giver = await shop.signUp();
    const startDate = inDays(shop, 40);
    const gift = await giveGift(giver, startDate, { planType });
    expect(gift).toMatchObject({
      state: 'scheduled',
      startDate,
      mailingAddress: RECIPIENT_ADDRESS,
      announcedAt: null,
      mayAnnounce: false,
    });
    const { subscriptions } = await giver.call(getAccount);
    expect(subscriptions).toMatchObject([{ id: gift.subscriptionId, isGift: true, planType, startDate }]);
    expect(await gatherEvidence(shop, giver)).toMatchObject({
      subscriptions: [`${planType} active`],
      seasons: [],
      addresses: ['Home (default)'],
      confirmationEmails: 0,
      stripe: { customers: 1, charges: [planType === 'monthly' ? 1500 : 15_300] },
    });
    expect(await emailKinds(giver)).toContain('gift-bought');
  });

  test('Stripe learns that it is a gift, and nothing of its recipient', async () => {
    const giver = await shop.signUp();
    const { id } = await draftGift(giver, inDays(shop, 3));
    const { subscriptionId } = await giver.buy({ giftId: id });
    const { metadata } = await shop.stripe.subscriptions.retrieve(subscriptionId);
    expect(metadata).toMatchObject({ gift_id: id });
    expect(Object.keys(metadata).sort()).toEqual(['checkout_id', 'gift_id', 'plan_type', 'season_id', 'user_id']);
  });

  test('twenty presses of Pay are one gift', async () => {
    const giver = await shop.signUp();
    const { id } = await draftGift(giver, inDays(shop, 3));
    const order = await giver.order({ giftId: id });
    const replies = await Promise.all(Array.from({ length: 20 }, () => giver.submit(order)));
    expect(new Set(replies.map(({ subscriptionId }) => subscriptionId)).size).toBe(1);
    await giver.buy({ giftId: id });
    await expect(giver.buy({ giftId: id, buyAnother: true })).rejects.toMatchObject({ code: 'already_subscribed' });
    expect((await gatherEvidence(shop, giver)).stripe.charges).toEqual([1500]);
  });

  test('stands beside a season of one’s own and other gifts: each has a checkout of its own', async () => {
    const giver = await shop.signUp();
    await giver.submit();
    await giveGift(giver, inDays(shop, 3));
    await giveGift(giver, inDays(shop, 4));
    await giver.buy();
    expect((await gatherEvidence(shop, giver)).stripe.charges).toEqual([1500, 1500, 1500]);
    expect((await giver.call(listGifts)).given).toHaveLength(2);
  });

  test('paid for after its start has passed begins on the day of the payment', async () => {
    const giver = await shop.signUp();
    const { id } = await draftGift(giver, inDays(shop, 5));
    shop.clock.advance(9 * DAY_SECONDS);
    await giver.signInAgain();
    await giver.buy({ giftId: id });
    const [gift] = (await giver.call(listGifts)).given;
    expect(gift?.startDate).toBe((await giver.call(getAccount)).subscriptions[0]?.startDate);
    expect(gift?.startDate !== undefined && gift.startDate > inDays(shop, -5)).toBe(true);
  });

  test('another’s draft cannot be paid for: it answers like a missing one', async () => {
    const [giver, stranger] = [await shop.signUp(), await shop.signUp()];
    const { id } = await draftGift(giver, inDays(shop, 3));
    for (const giftId of [id, randomUUID()]) {
      await expect(stranger.submit({ giftId })).rejects.toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  test('cannot be turned back into a draft', async () => {
    const giver = await shop.signUp();
    const { id } = await giveGift(giver, inDays(shop, 3));
    const body = giftForm(inDays(shop, 3));
    await expect(giver.call(changeGiftDraft, { params: { id }, body })).rejects.toMatchObject({ status: 404 });
  });
});

describe('the recipient’s email', () => {
  test('leaves on the start date, once, with the message and the giver’s name and without the price', async () => {
    const giver = await shop.signUp();
    const gift = await giveGift(giver, inDays(shop, 1));
    await announceGifts(shop.ctx);
    expect(await emailsAbout(shop, gift.id)).toEqual([]);
    shop.clock.advance(DAY_SECONDS);
    await Promise.all([announceGifts(shop.ctx), announceGifts(shop.ctx), announceGifts(shop.ctx)]);
    const [email, ...more] = await emailsAbout(shop, gift.id);
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      recipient: 'wendell@example.com',
      data: { giverName: 'Ada Quill', message: 'Keep the envelopes.' },
    });
    expect(JSON.stringify(email?.data)).not.toMatch(/\$|15\.00|cents|price/i);
    await giver.signInAgain();
    expect((await giver.call(listGifts)).given).toMatchObject([{ state: 'notified', mayAnnounce: true }]);
  });

  test('is not sent when the giver wants to tell them; it can be sent after all, and again an hour later', async () => {
    const giver = await shop.signUp();
    const { id } = await giveGift(giver, newYorkToday(shop), { notifyRecipient: false });
    await announceGifts(shop.ctx);
    expect(await emailsAbout(shop, id)).toEqual([]);
    const announce = () => giver.call(announceGift, { params: { id } });
    expect(await announce()).toMatchObject({ state: 'notified' });
    await expect(announce()).rejects.toMatchObject({ status: 429 });
    shop.clock.advance(3601);
    await giver.signInAgain();
    await announce();
    expect(await emailsAbout(shop, id)).toHaveLength(2);
  });

  test('does not leave before its day, however many ask', async () => {
    const [giver, stranger] = [await shop.signUp(), await shop.signUp()];
    const { id } = await giveGift(giver, inDays(shop, 9));
    const params = { id };
    await expect(giver.call(announceGift, { params })).rejects.toMatchObject({ code: 'gift_not_announceable' });
    await expect(stranger.call(announceGift, { params })).rejects.toMatchObject({ status: 404 });
  });
});

describe('claiming', () => {
  test('puts the gift’s progress into the account of the one who has the link, read only', async () => {
    const [giver, recipient] = [await shop.signUp(), await shop.signUp()];
    const { gift, token } = await giveAnnouncedGift(shop, giver);
    const unopened = {
      seasonName: 'Season One',
      giverName: 'Ada Quill',
      giftMessage: gift.giftMessage,
      startDate: gift.startDate,
    };
    expect(await recipient.call(lookAtClaim, { body: { token } })).toEqual({ gift: null, unopened });
    expect((await recipient.call(checkClaimLink, { body: { token } })).gift).toEqual(unopened);
    const claimed = await recipient.call(claimGift, { body: { token } });
    expect(await recipient.call(lookAtClaim, { body: { token } })).toEqual({ gift: claimed, unopened: null });
    const opened = { giverName: 'Ada Quill', mailingAddress: RECIPIENT_ADDRESS, lettersReceived: 0, totalLetters: 24 };
    expect(claimed).toMatchObject({ id: gift.id, ...opened });
    expect(await recipient.call(checkClaimLink, { body: { token } })).toEqual({ opened: true, gift: null });
    expect(await recipient.call(claimGift, { body: { token } })).toEqual(claimed);
    expect((await recipient.call(listGifts)).received).toEqual([claimed]);
    expect((await recipient.call(getAccount)).subscriptions).toEqual([]);
    const params = { id: gift.id };
    const body = { mailingAddress: RECIPIENT_ADDRESS, startDate: gift.startDate };
    await expect(recipient.call(changeGift, { params, body })).rejects.toMatchObject({ status: 404 });
    await expect(recipient.call(announceGift, { params })).rejects.toMatchObject({ status: 404 });
    const cancel = { params: { id: gift.subscriptionId } };
    await expect(recipient.call(cancelSubscription, cancel)).rejects.toMatchObject({ status: 404 });
    expect((await giver.call(listGifts)).given[0]?.claimedAt).not.toBeNull();
  });

  test('is not for the giver, and not with an invented link', async () => {
    const giver = await shop.signUp();
    const { token } = await giveAnnouncedGift(shop, giver);
    await expect(giver.call(claimGift, { body: { token } })).rejects.toMatchObject({ code: 'own_gift' });
    await expect(giver.call(lookAtClaim, { body: { token } })).rejects.toMatchObject({ code: 'own_gift' });
    const invented = { token: 'A'.repeat(43) };
    await expect(giver.call(claimGift, { body: invented })).rejects.toMatchObject({ status: 404 });
  });

  test('the link is not kept: neither it nor its bits stand in the database', async () => {
    const giver = await shop.signUp();
    const { token } = await giveAnnouncedGift(shop, giver);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const links = await shop.ctx.db.execute(`select token_hash from gift_links`);
    expect(JSON.stringify(links.rows)).not.toContain(token);
  });

  test('a hundred at once are one', async () => {
    const giver = await shop.signUp();
    const { gift, token } = await giveAnnouncedGift(shop, giver);
    const users = await Promise.all(Array.from({ length: 10 }, () => shop.signUp()));
    const claims = Array.from({ length: 100 }, (_, n) => claimant(users, n));
    const answers = await Promise.allSettled(claims.map((user) => user.call(claimGift, { body: { token } })));
    const winners = new Set(claims.filter((_, n) => answers[n]?.status === 'fulfilled').map(({ userId }) => userId));
    expect(winners.size).toBe(1);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(90);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 409, code: 'gift_claimed' });
    const [row] = await shop.ctx.db.select().from(gifts).where(eq(gifts.id, gift.id));
    expect(winners).toContain(row?.claimedBy);
  });
});

describe('the giver', () => {
  test('moves the gift until letter 1 is addressed, and then no more', async () => {
    const giver = await shop.signUp();
    const { id } = await giveGift(giver, inDays(shop, 3));
    const params = { id };
    const elsewhere = { ...RECIPIENT_ADDRESS, addressLine1: '9 Church Street' };
    const startDate = inDays(shop, 20);
    const moved = await giver.call(changeGift, { params, body: { mailingAddress: elsewhere, startDate } });
    expect(moved).toMatchObject({ startDate, mailingAddress: elsewhere });
    expect((await giver.call(getAccount)).subscriptions).toMatchObject([{ startDate }]);
    expect((await gatherEvidence(shop, giver)).addresses).toEqual(['Home (default)']);
    shop.clock.advance(26 * DAY_SECONDS);
    await giver.signInAgain();
    await expect(
      giver.call(changeGift, { params, body: { mailingAddress: RECIPIENT_ADDRESS, startDate } }),
    ).rejects.toMatchObject({ status: 409, code: 'gift_frozen' });
  });

  test('has as much longer as an operator has declared a holiday', async () => {
    const giver = await shop.signUp();
    const { id, firstLetter } = await giveGift(giver, inDays(shop, 3));
    const day = calendarDate(firstLetter?.earliest ?? '');
    await shop.ctx.db
      .insert(holidayOverrides)
      .values({ day, isHoliday: true, note: 'Fog', createdAt: shop.clock.now() });
    const [gift] = (await giver.call(listGifts)).given;
    await shop.ctx.db.delete(holidayOverrides);
    const next = calendarDate(gift?.firstLetter?.earliest ?? '');
    expect(gift?.id).toBe(id);
    expect(next > day).toBe(true);
    expect(gift?.changeableUntil).toBe(newYorkMidnight(next).toISOString());
  });

  test('who puts off a gift already announced has it announced again on the new day', async () => {
    const giver = await shop.signUp();
    const { gift } = await giveAnnouncedGift(shop, giver);
    const body = { mailingAddress: RECIPIENT_ADDRESS, startDate: inDays(shop, 2) };
    const moved = await giver.call(changeGift, { params: { id: gift.id }, body });
    // The earlier announcement is still shown.
    expect(moved).toMatchObject({
      state: 'scheduled',
      mayAnnounce: false,
      announcedAt: expect.any(String) as string,
      announcedTo: 'wendell@example.com',
    });
    await announceGifts(shop.ctx);
    expect(await emailsAbout(shop, gift.id)).toHaveLength(1);
    shop.clock.advance(2 * DAY_SECONDS);
    await Promise.all([announceGifts(shop.ctx), announceGifts(shop.ctx)]);
    expect(await emailsAbout(shop, gift.id)).toHaveLength(2);
    await giver.signInAgain();
    expect((await giver.call(listGifts)).given).toMatchObject([
      { state: 'notified', announcedTo: 'wendell@example.com' },
    ]);
    // Letter 1 is mailed after an announcement for an earlier day: none again.
    await handOverLetters(shop.ctx.db, gift.subscriptionId, [newYorkToday(shop)]);
    await changeGiftRow(shop.ctx.db, gift.id, { announcedAt: newYorkMidnight(inDays(shop, -5)) }, shop.clock.now());
    await announceGifts(shop.ctx);
    expect(await emailsAbout(shop, gift.id)).toHaveLength(2);
  });

  test('cancels a gift like any subscription: what is paid for is still sent', async () => {
    const giver = await shop.signUp();
    const gift = await giveGift(giver, inDays(shop, 3));
    await giver.call(cancelSubscription, { params: { id: gift.subscriptionId } });
    const open = { guarantee: { open: true, lastDay: null } };
    expect((await giver.call(listGifts)).given).toMatchObject([{ state: 'scheduled', ...open }]);
    const firstMailing = inDays(shop, 5);
    await handOverLetters(shop.ctx.db, gift.subscriptionId, [firstMailing]);
    const lastDay = addDays(firstMailing, 30);
    expect((await giver.call(listGifts)).given).toMatchObject([{ guarantee: { open: true, lastDay } }]);
    shop.clock.advance(70 * DAY_SECONDS);
    await giver.signInAgain();
    expect((await giver.call(listGifts)).given).toMatchObject([
      { state: 'started', changeableUntil: null, guarantee: { open: false, lastDay } },
    ]);
    await handOverLetters(shop.ctx.db, gift.subscriptionId, [inDays(shop, -50)], { from: 2 });
    expect((await giver.call(listGifts)).given).toMatchObject([{ state: 'ended', lettersReceived: 2 }]);
  });

  test('never sees or changes another giver’s', async () => {
    const [giver, other] = [await shop.signUp(), await shop.signUp()];
    const { id } = await giveGift(giver, inDays(shop, 3));
    await giveGift(other, inDays(shop, 3));
    expect((await other.call(listGifts)).given.map((gift) => gift.id)).not.toContain(id);
    const body = { mailingAddress: RECIPIENT_ADDRESS, startDate: inDays(shop, 3) };
    await expect(other.call(changeGift, { params: { id }, body })).rejects.toMatchObject({ status: 404 });
  });
});

function claimant(accounts: readonly Shopper[], n: number): Shopper {
  const user = accounts[n % accounts.length];
  if (user === undefined) throw new Error('There is nobody to claim it.');
  return user;
}

async function emailKinds({ email }: Shopper): Promise<string[]> {
  const emails = await shop.ctx.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, email));
  return emails.map(({ kind }) => kind);
}
