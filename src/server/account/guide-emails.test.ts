import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LOOK_FOR } from '../../../seasons/one/look-for.ts';
import { HARBOR_ADDRESS } from '../../../test/builders/addresses.ts';
import { giveGift, newYorkToday } from '../../../test/builders/gifts.ts';
import { addSubscriber, handOverLetters, type SubscriberFacts } from '../../../test/builders/subscribers.ts';
import { emailCounts, queuedEmails } from '../../../test/clients/mailbox.ts';
import { startShop } from '../../../test/server/shop.ts';
import { saveProfile } from '../../contract/account.ts';
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts';
import { gifts, subscriptions } from '../commerce/schema.ts';
import { userProfiles } from '../customers/schema.ts';
import { mailingPieces } from '../fulfilment/schema.ts';
import { theories } from './case-file/schema.ts';
import { queueGuideEmails } from './queue-guide-emails.ts';

const shop = await startShop();
const { db } = shop.ctx;

/** A subscriber whose letter's window ended `endedDaysAgo` days ago; 0 is today. */
async function expecting(letter: number, endedDaysAgo: number, facts: Partial<SubscriberFacts> = {}) {
  const subscriber = await addSubscriber(db, { serviceStart: addDays(today(), -400), ...facts });
  await handOver(subscriber.subscriptionId, letter, endedDaysAgo);
  return subscriber;
}

async function handOver(subscriptionId: string, letter: number, endedDaysAgo: number): Promise<void> {
  const mailedOn = addDays(today(), -5 - endedDaysAgo);
  await handOverLetters(db, subscriptionId, [mailedOn], { from: letter, takesDays: [2, 5] });
}

const today = (): CalendarDate => newYorkToday(shop);
const nextDay = () => shop.clock.advance(86_400);

test('the day after a letter’s window has ended, its reader is told what to look for in it, once', async () => {
  const subscriber = await expecting(4, 0);
  await queueGuideEmails(shop.ctx);
  expect(await emailCounts(shop, subscriber)).toEqual({});
  nextDay();
  await Promise.all([queueGuideEmails(shop.ctx), queueGuideEmails(shop.ctx)]);
  nextDay();
  await queueGuideEmails(shop.ctx);
  const [guide, ...others] = await queuedEmails(shop.ctx, { recipient: subscriber.email });
  expect(others).toEqual([]);
  expect(guide).toMatchObject({ kind: 'letter-guide', data: { letter: 4, confirmed: false, lookFor: LOOK_FOR[4] } });
});

test('a reader who has said that it came is not told that it should have', async () => {
  const subscriber = await expecting(6, 1);
  await db
    .update(mailingPieces)
    .set({ confirmedAt: shop.clock.now() })
    .where(eq(mailingPieces.subscriptionId, subscriber.subscriptionId));
  await queueGuideEmails(shop.ctx);
  expect(await queuedEmails(shop.ctx, { recipient: subscriber.email })).toMatchObject([{ data: { confirmed: true } }]);
});

test('nothing is said of a letter that is lost, of a refunded season, of a window long past, or to those who want no such email', async () => {
  const lost = await expecting(5, 1);
  await db.update(mailingPieces).set({ state: 'lost' }).where(eq(mailingPieces.subscriptionId, lost.subscriptionId));
  const refunded = await expecting(5, 1, { refunded: true });
  const old = await expecting(5, 4);
  const [unwilling, silent] = [await expecting(5, 1), await expecting(5, 1)];
  const prefer = async (userId: string, preferences: { emailNotifications: boolean; guideEmails?: boolean }) =>
    await db.update(userProfiles).set({ preferences }).where(eq(userProfiles.id, userId));
  await prefer(unwilling.userId, { emailNotifications: true, guideEmails: false });
  await prefer(silent.userId, { emailNotifications: false });
  await queueGuideEmails(shop.ctx);
  for (const subscriber of [lost, refunded, old, unwilling, silent])
    expect(await emailCounts(shop, subscriber)).toEqual({});
});

test('a preference that a form does not name stays as it is', async () => {
  const user = await shop.signUp();
  await user.call(saveProfile, { body: { preferences: { emailNotifications: true, guideEmails: false } } });
  const saved = await user.call(saveProfile, { body: { preferences: { emailNotifications: true } } });
  expect(saved.preferences).toEqual({ emailNotifications: true, guideEmails: false });
});

test('a letter that was sent again, or came twice because two copies are paid for, is spoken of once', async () => {
  const subscriber = await expecting(7, 1);
  const twice = { subscriptionId: subscriber.subscriptionId, letter: 7, attempt: 2, state: 'handed_over' } as const;
  const days = { nominalOn: today(), handedOverOn: addDays(today(), -6), arrivesBy: addDays(today(), -1) };
  const times = { createdAt: shop.clock.now(), updatedAt: shop.clock.now() };
  await db.insert(mailingPieces).values({ id: randomUUID(), ...twice, ...days, ...times, address: HARBOR_ADDRESS });
  await queueGuideEmails(shop.ctx);
  expect(await emailCounts(shop, subscriber)).toEqual({ 'letter-guide': 1 });
});

test('the letters of a gift are spoken of to the one who has claimed it, and to nobody before', async () => {
  const giver = await shop.signUp();
  const subscriber = await shop.signUp();
  const gift = await giveGift(giver, today(), {});
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.giftId, gift.id));
  await handOver(subscription?.id ?? '', 2, 1);
  await queueGuideEmails(shop.ctx);
  const guides = async () => await queuedEmails(shop.ctx, { dedupeKey: `letter-guide:%:${subscription?.seasonId}:2` });
  expect(await guides()).toEqual([]);
  await db
    .update(gifts)
    .set({ claimedBy: subscriber.userId, claimedAt: shop.clock.now() })
    .where(and(eq(gifts.id, gift.id)));
  await queueGuideEmails(shop.ctx);
  expect((await guides()).map(({ recipient }) => recipient)).toEqual([subscriber.email]);
});

test('before the last letter a reader is told once that a theory can be sealed, and not when the last one has come or a theory is sealed', async () => {
  const subscriber = await expecting(23, 3);
  const early = await expecting(23, 2);
  const finished = await expecting(23, 3);
  await handOver(finished.subscriptionId, 24, 1);
  const sealed = await expecting(23, 3);
  const theory = { who: 'a', how: 'b', why: 'c', words: '', letters: 23, sealedAt: shop.clock.now() };
  await db
    .insert(theories)
    .values({ userId: sealed.userId, seasonId: 'season-1', ...theory, updatedAt: shop.clock.now() });
  for (let times = 0; times < 2; times += 1) await queueGuideEmails(shop.ctx);
  const reminders = async (of: { email: string }) => (await emailCounts(shop, of))['theory-reminder'] ?? 0;
  expect([await reminders(subscriber), await reminders(early), await reminders(finished)]).toEqual([1, 0, 0]);
  expect(await reminders(sealed)).toBe(0);
  nextDay();
  await queueGuideEmails(shop.ctx);
  expect([await reminders(subscriber), await reminders(early), await reminders(finished)]).toEqual([1, 1, 0]);
});

test('of more letters than fit a page none is left out', async () => {
  const first = await addSubscriber(db, { serviceStart: addDays(today(), -400) });
  const piece = {
    subscriptionId: first.subscriptionId,
    letter: 8,
    state: 'handed_over',
    address: HARBOR_ADDRESS,
  } as const;
  const days = { nominalOn: today(), handedOverOn: addDays(today(), -7), arrivesBy: addDays(today(), -2) };
  const times = { createdAt: shop.clock.now(), updatedAt: shop.clock.now() };
  const many = Array.from({ length: 210 }, (_, index) => ({
    id: randomUUID(),
    attempt: index + 1,
    ...piece,
    ...days,
    ...times,
  }));
  await db.insert(mailingPieces).values(many);
  const last = await expecting(8, 1);
  await queueGuideEmails(shop.ctx);
  for (const subscriber of [first, last]) expect(await emailCounts(shop, subscriber)).toEqual({ 'letter-guide': 1 });
});
