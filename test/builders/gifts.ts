import { and, eq, like } from 'drizzle-orm';
import {
  createGiftDraft,
  type GiftDraftInput,
  type GiftDraftReply,
  type GivenGift,
  listGifts,
} from '../../src/contract/gifts.ts';
import { addDays, type CalendarDate, newYorkDate } from '../../src/domain/calendar-date.ts';
import { announceGifts } from '../../src/server/commerce/gifts/announce-gift.ts';
import { emailOutbox } from '../../src/server/platform/outbox/schema.ts';
import { openContents } from '../../src/server/platform/outbox/contents.ts';
import type { Shop } from '../server/open-shop.ts';
import type { Shopper } from '../clients/shopper.ts';

export const RECIPIENT_ADDRESS = {
  fullName: 'Wendell Pike',
  addressLine1: '4 Tar Lane',
  addressLine2: null,
  city: 'Whitby',
  state: 'North Yorkshire',
  postalCode: 'YO22 4JR',
  country: 'GB',
} as const;

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

/** A gift that starts today and whose recipient has been written to, with the link of that mail. */
export async function giveAnnouncedGift(shop: Shop, giver: Shopper): Promise<{ gift: GivenGift; token: string }> {
  const gift = await giveGift(giver, newYorkToday(shop));
  await announceGifts(shop.ctx);
  const [email] = await emailsAbout(shop, gift.id);
  const url = new URL(String(email?.data['claimUrl']));
  return { gift, token: url.searchParams.get('token') ?? '' };
}

/** Mails put into the post for the recipient of a gift. */
export async function emailsAbout({ ctx }: Shop, giftId: string): Promise<(typeof emailOutbox.$inferSelect)[]> {
  const emails = await ctx.db
    .select()
    .from(emailOutbox)
    .where(and(eq(emailOutbox.kind, 'gift-arrived'), like(emailOutbox.dedupeKey, `gift-arrived:${giftId}:%`)));
  return emails.map((email) => ({ ...email, data: openContents(ctx.keys, email.data) }));
}

export function inDays(shop: Pick<Shop, 'clock'>, days: number): CalendarDate {
  return addDays(newYorkToday(shop), days);
}
