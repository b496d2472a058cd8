import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emailsAbout, giveAnnouncedGift, giveGift, newYorkToday } from '../../../../test/builders/gifts.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { interleave } from '../../../../test/load/interleave.ts';
import {
  announceGift,
  checkClaimLink,
  claimGift,
  correctGift,
  listGifts,
  lookAtClaim,
} from '../../../contract/gifts.ts';
import { addDays, calendarDate } from '../../../domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { firstLetterFreezeInstant } from '../../../domain/mailing-calendar.ts';
import { freezeRun } from '../../fulfilment/freeze.ts';
import { printRun } from '../../fulfilment/print/print.ts';
import { openRun } from '../../fulfilment/runs/runs.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { gifts, subscriptions } from '../schema.ts';
import { announceGifts } from './announce-gift.ts';
import { endMailedLinks, issueClaimLink } from './claim-gift.ts';
import { changeGiftRow, lockGift, setClaimedBy } from './queries.ts';

const shop = await startShop();

test('message and recipient’s email can be corrected until letter 1 is printed, on the card in a sealed letter too', async () => {
  const giver = await shop.signUp();
  const { gift } = await giveAnnouncedGift(shop, giver);
  const words = { recipientEmail: 'pike@example.com', giftMessage: 'Keep every envelope.' };
  const correct = (body: typeof words) => giver.call(correctGift, { params: { id: gift.id }, body });
  const card = async () => {
    const [piece] = await shop.ctx.db
      .select()
      .from(mailingPieces)
      .where(eq(mailingPieces.subscriptionId, gift.subscriptionId));
    return piece?.card?.message;
  };
  expect(await correct(words)).toMatchObject({ ...words, correctable: true, announcedTo: 'pike@example.com' });
  const nominalOn = calendarDate(gift.firstLetter?.earliest ?? '');
  const frozenAt = firstLetterFreezeInstant(nominalOn).getTime() + 60_000;
  await shop.letPass(Math.ceil((frozenAt - shop.clock.now().getTime()) / 1_000));
  await giver.signInAgain();
  const run = await openRun(shop.ctx.db, { kind: 'first_letter', nominalOn }, NO_OVERRIDES, shop.clock.now());
  await freezeRun(shop.ctx, run.id, null);
  expect(await card()).toBe('Keep every envelope.');
  const late = { ...words, giftMessage: 'Keep every stamp.' };
  expect(await correct(late)).toMatchObject({ changeableUntil: null, correctable: true });
  expect(await card()).toBe('Keep every stamp.');
  const again = await giver.call(announceGift, { params: { id: gift.id } });
  expect(again.announcedTo).toBe('pike@example.com');
  const emails = await emailsAbout(shop, gift.id);
  expect(emails.map(({ recipient }) => recipient)).toEqual(['pike@example.com', 'pike@example.com']);

  await printRun(shop.ctx, run.id, null);
  expect((await giver.call(listGifts)).given).toMatchObject([{ correctable: false }]);
  await expect(correct(words)).rejects.toMatchObject({ status: 409, code: 'gift_frozen' });
  expect(await card()).toBe('Keep every stamp.');
});

test('a message that fills more than two cards is refused at its field, and one from before stays while the email is corrected', async () => {
  const giver = await shop.signUp();
  const { gift } = await giveAnnouncedGift(shop, giver);
  const long = 'Keep every envelope.\n'.repeat(40).trim();
  const params = { id: gift.id };
  const body = { recipientEmail: 'pike@example.com', giftMessage: long };
  await expect(giver.call(correctGift, { params, body })).rejects.toMatchObject({
    status: 400,
    fields: { giftMessage: expect.stringContaining('fills 4 cards') as string },
  });
  await shop.ctx.db.update(gifts).set({ message: long }).where(eq(gifts.id, gift.id));
  expect(await giver.call(correctGift, { params, body })).toMatchObject(body);
});

test('many blank lines of a message from before are one on its card', async () => {
  const giver = await shop.signUp();
  const { gift } = await giveAnnouncedGift(shop, giver);
  const message = `Keep every envelope.${'\r\n \n'.repeat(8)}Burn no letter.\nAnd no stamp.\n\nYours`;
  await shop.ctx.db.update(gifts).set({ message }).where(eq(gifts.id, gift.id));
  const nominalOn = calendarDate(gift.firstLetter?.earliest ?? '');
  const frozenAt = firstLetterFreezeInstant(nominalOn).getTime() + 60_000;
  await shop.letPass(Math.ceil((frozenAt - shop.clock.now().getTime()) / 1_000));
  const run = await openRun(shop.ctx.db, { kind: 'first_letter', nominalOn }, NO_OVERRIDES, shop.clock.now());
  await freezeRun(shop.ctx, run.id, null);
  const isGift = eq(mailingPieces.subscriptionId, gift.subscriptionId);
  const [piece] = await shop.ctx.db.select().from(mailingPieces).where(isGift);
  expect(piece?.card?.message).toBe('Keep every envelope.\n\nBurn no letter.\nAnd no stamp.\n\nYours');
});

interface Correction {
  readonly recipientEmail: string;
  readonly giftMessage?: string;
}

function corrector(giver: Shopper, id: string) {
  return ({ recipientEmail, giftMessage = 'Keep the envelopes.' }: Correction) =>
    giver.call(correctGift, { params: { id }, body: { recipientEmail, giftMessage } });
}

async function recipients(id: string): Promise<string[]> {
  return (await emailsAbout(shop, id)).map(({ recipient }) => recipient);
}

test('an address corrected on the start date, before the announcement has left, is written to at once and once', async () => {
  const giver = await shop.signUp();
  const { id } = await giveGift(giver, newYorkToday(shop));
  const correct = corrector(giver, id);
  expect(await correct({ recipientEmail: 'pike@example.com' })).toMatchObject({
    state: 'notified',
    announcedTo: 'pike@example.com',
  });
  await Promise.all([announceGifts(shop.ctx), announceGifts(shop.ctx)]);
  await correct({ recipientEmail: 'pike@example.com', giftMessage: 'Keep every envelope.' });
  await correct({ recipientEmail: ' Pike@Example.com ' });
  expect(await recipients(id)).toEqual(['pike@example.com']);
});

test.each(['pi\u0000ke@example.com', 'pi\ud800ke@example.com', 'pi\u0007ke@example.com'])(
  'no address is what cannot be stored or is a control character: %j',
  async (recipientEmail) => {
    const giver = await shop.signUp();
    const { id } = await giveGift(giver, addDays(newYorkToday(shop), 3));
    const refused = corrector(giver, id)({ recipientEmail });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      fields: { recipientEmail: expect.any(String) as string },
    });
  },
);

test('an address corrected before the start date is written to on that day', async () => {
  const giver = await shop.signUp();
  const { id } = await giveGift(giver, addDays(newYorkToday(shop), 3));
  const corrected = await corrector(giver, id)({ recipientEmail: 'pike@example.com' });
  expect(corrected).toMatchObject({ state: 'scheduled', announcedAt: null });
  expect(await recipients(id)).toEqual([]);
});

test('a giver who tells the recipient in person has no address written to', async () => {
  const giver = await shop.signUp();
  const { id } = await giveGift(giver, newYorkToday(shop), { notifyRecipient: false });
  await corrector(giver, id)({ recipientEmail: 'pike@example.com' });
  expect(await recipients(id)).toEqual([]);
});

test('an announcement that went to a wrong address goes to the right one at once, and to the wrong one no more', async () => {
  const giver = await shop.signUp();
  const { gift } = await giveAnnouncedGift(shop, giver);
  const correct = corrector(giver, gift.id);
  // It has left.
  await shop.ctx.db.update(emailOutbox).set({ status: 'sent' }).where(eq(emailOutbox.recipient, 'wendell@example.com'));
  await correct({ recipientEmail: 'pike@exampel.com' });
  expect((await recipients(gift.id)).toSorted()).toEqual(['pike@exampel.com', 'wendell@example.com']);
  // The second email is still queued, and is withdrawn.
  await correct({ recipientEmail: 'pike@example.com' });
  expect((await recipients(gift.id)).toSorted()).toEqual(['pike@example.com', 'wendell@example.com']);
});

/** The link's page and its button answer alike. */
async function expectNoGift(user: Shopper, token: string): Promise<void> {
  for (const endpoint of [lookAtClaim, claimGift]) {
    await expect(user.call(endpoint, { body: { token } })).rejects.toMatchObject({ status: 404, code: 'not_found' });
  }
}

/** Without a session. */
async function askAsVisitor(siteUrl: string, token: string): Promise<unknown> {
  const answer = await fetch(siteUrl + checkClaimLink.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return await answer.json();
}

test('a link mailed to an address that was corrected opens nothing; a printed one does, and so does the new one', async () => {
  const [giver, recipient, stranger] = [await shop.signUp(), await shop.signUp(), await shop.signUp()];
  const { gift, token } = await giveAnnouncedGift(shop, giver);
  const printed = await shop.ctx.db.transaction((tx) => issueClaimLink(shop.ctx, tx, gift.id, true));
  const correct = corrector(giver, gift.id);
  const check = (asked: string) => askAsVisitor(shop.siteUrl, asked);
  await correct({ recipientEmail: 'wendell@example.com', giftMessage: 'Keep every envelope.' });
  expect(await check(token)).toMatchObject({ opened: false, gift: { giverName: 'Ada Quill' } });
  expect(await stranger.call(lookAtClaim, { body: { token } })).toMatchObject({
    gift: null,
    unopened: { giverName: 'Ada Quill' },
  });
  await correct({ recipientEmail: 'pike@example.com' });
  await expectNoGift(stranger, token);
  // Visitors are told before they make a useless account.
  expect(await check(token)).toMatchObject({ code: 'not_found' });
  expect(await stranger.call(lookAtClaim, { body: { token: tokenIn(printed) } })).toMatchObject({
    gift: null,
    unopened: { giverName: 'Ada Quill' },
  });
  const [email] = await emailsAbout(shop, gift.id);
  const body = { token: tokenIn(String(email?.data['claimUrl'])) };
  expect(await recipient.call(claimGift, { body })).toMatchObject({ id: gift.id });
  expect(await check(body.token)).toEqual({ opened: true, gift: null });
  // After the claim, a correction doesn't take the gift away.
  await correct({ recipientEmail: 'wendell.pike@example.com' });
  const announced = (await emailsAbout(shop, gift.id)).find((sent) => sent.recipient === 'wendell.pike@example.com');
  expect(announced?.data).toMatchObject({ claimUrl: null });
  expect(await recipient.call(lookAtClaim, { body })).toMatchObject({ gift: { id: gift.id } });
  await expect(stranger.call(claimGift, { body })).rejects.toMatchObject({ code: 'gift_claimed' });
});

test('of a claim and a correction at once the first to come counts', async () => {
  const [giver, recipient] = [await shop.signUp(), await shop.signUp()];
  const late = await giveAnnouncedGift(shop, giver);
  const { db } = shop.ctx;
  const claim = ({ token }: { token: string }) => recipient.call(claimGift, { body: { token } });
  const tooLate = interleave(db, {
    hold: (tx) => lockGift(tx, late.gift.id),
    call: () => Promise.allSettled([claim(late)]),
    meanwhile: async (tx) => {
      await changeGiftRow(tx, late.gift.id, { recipientEmail: 'pike@example.com' }, shop.clock.now());
      await endMailedLinks(tx, late.gift.id);
    },
  });
  expect(await tooLate).toMatchObject([{ status: 'rejected', reason: { status: 404 } }]);
  const early = await giveAnnouncedGift(shop, giver);
  await interleave(db, {
    hold: (tx) => lockGift(tx, early.gift.id),
    call: () => corrector(giver, early.gift.id)({ recipientEmail: 'pike@example.com' }),
    meanwhile: (tx) => setClaimedBy(tx, early.gift, recipient.userId, shop.clock.now()),
  });
  expect(await claim(early)).toMatchObject({ id: early.gift.id });
});

test('what waits for a mistyped address while a bank disputes the payment does not leave, and waits for the right one', async () => {
  const giver = await shop.signUp();
  const { gift } = await giveAnnouncedGift(shop, giver);
  const dispute = (disputeHeldAt: Date | null) =>
    shop.ctx.db.update(subscriptions).set({ disputeHeldAt }).where(eq(subscriptions.id, gift.subscriptionId));
  await dispute(shop.clock.now());
  expect(await corrector(giver, gift.id)({ recipientEmail: 'pike@example.com' })).toMatchObject({ announcedAt: null });
  expect(await recipients(gift.id)).toEqual([]);
  await dispute(null);
  await announceGifts(shop.ctx);
  expect(await recipients(gift.id)).toEqual(['pike@example.com']);
});

function tokenIn(url: string): string {
  return new URL(url).searchParams.get('token') ?? '';
}

test('five announcements of a gift leave in a day; a sixth is refused with the correction that asked for it', async () => {
  const giver = await shop.signUp();
  const { gift } = await giveAnnouncedGift(shop, giver);
  const correct = corrector(giver, gift.id);
  for (const name of ['two', 'three', 'four', 'five']) await correct({ recipientEmail: `${name}@example.com` });
  const sixth = { recipientEmail: 'six@example.com', giftMessage: 'Keep the stamps.' };
  await expect(correct(sixth)).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    message: expect.stringContaining('Nothing was changed. Try again tomorrow.') as unknown,
  });
  const unchanged = { recipientEmail: 'five@example.com', giftMessage: 'Keep the envelopes.' };
  expect((await giver.call(listGifts)).given).toMatchObject([unchanged]);
  expect(await correct({ ...unchanged, giftMessage: 'Keep the stamps.' })).toMatchObject({
    giftMessage: 'Keep the stamps.',
  });
  shop.clock.advance(3_601);
  await giver.signInAgain();
  await expect(giver.call(announceGift, { params: { id: gift.id } })).rejects.toMatchObject({ status: 429 });
  shop.clock.advance(86_400 - 3_600);
  await giver.signInAgain();
  expect(await correct(sixth)).toMatchObject({ recipientEmail: 'six@example.com', announcedTo: 'six@example.com' });
});
