import {
  createGiftDraft,
  type GiftDraftInput,
  type GiftDraftReply,
  type GivenGift,
  listGifts,
} from '../../src/contract/gifts.ts';
import { addDays, type CalendarDate, newYorkDate } from '../../src/domain/calendar-date.ts';
import { announceGifts } from '../../src/server/commerce/gifts/announce-gift.ts';
import { type OutboxEmail, queuedEmails } from '../clients/mailbox.ts';
import { RECIPIENT_ADDRESS } from './addresses.ts';
import type { Shop } from '../server/open-shop.ts';
import type { Shopper } from '../clients/shopper.ts';

export function newYorkToday(shop: Pick<Shop, 'clock'>): CalendarDate {
  return newYorkDate(shop.clock.now());
}

/** What the gift form would send. */
export function giftForm(startDate: CalendarDate, changes: Partial<GiftDraftInput> = {}): GiftDraftInput {
  return {
    recipientName: 'Wendell Pike',
    recipientEmail: 'wendell@example.com',
    mailingAddress: RECIPIENT_ADDRESS,
    giftMessage: 'Keep the envelopes.',
    startDate,
    planType: 'monthly',
    notifyRecipient: true,
    ...changes,
  };
}

export async function draftGift(
  giver: Shopper,
  startDate: CalendarDate,
  changes: Partial<GiftDraftInput> = {},
): Promise<GiftDraftReply> {
  return await giver.call(createGiftDraft, { body: giftForm(startDate, changes) });
}

/** A gift drafted and paid for. */
export async function giveGift(
  giver: Shopper,
  startDate: CalendarDate,
  changes: Partial<GiftDraftInput> = {},
): Promise<GivenGift> {
  const { id, planType } = await draftGift(giver, startDate, changes);
  await giver.buy({ giftId: id, planType });
  const gift = (await giver.call(listGifts)).given.find((given) => given.id === id);
  if (gift === undefined) throw new Error('The gift was paid for and is not listed.');
  return gift;
}

/** A gift that starts today and whose recipient has had an email, with that email's link. */
export async function giveAnnouncedGift(shop: Shop, giver: Shopper): Promise<{ gift: GivenGift; token: string }> {
  const gift = await giveGift(giver, newYorkToday(shop));
  await announceGifts(shop.ctx);
  const [email] = await emailsAbout(shop, gift.id);
  const url = new URL(String(email?.data['claimUrl']));
  return { gift, token: url.searchParams.get('token') ?? '' };
}

/** Emails queued for the recipient of a gift. */
export async function emailsAbout({ ctx }: Shop, giftId: string): Promise<OutboxEmail[]> {
  return await queuedEmails(ctx, { dedupeKey: `gift-arrived:${giftId}:%` });
}

export function inDays(shop: Pick<Shop, 'clock'>, days: number): CalendarDate {
  return addDays(newYorkToday(shop), days);
}
