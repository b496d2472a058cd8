import { and, eq, like } from 'drizzle-orm';
import {
  createGiftDraft,
  type GiftDraftInput,
  type GiftDraftReply,
  type GivenGift,
  listGifts,
} from '../../src/contract/gifts.ts';
import { addDays, type CalendarDate, newYorkDate } from '../../src/domain/calendar-date.ts';
import { announceGifts } from '../../src/server/commerce/gifts/announce.ts';
import { emailsOut } from '../../src/server/platform/outbox/schema.ts';
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
  const [mail] = await mailsAbout(shop, gift.id);
  const url = new URL(String(mail?.data['claimUrl']));
  return { gift, token: url.searchParams.get('token') ?? '' };
}

/** Mails put into the post for the recipient of a gift. */
export async function mailsAbout({ ctx }: Shop, giftId: string): Promise<(typeof emailsOut.$inferSelect)[]> {
  const mails = await ctx.db
    .select()
    .from(emailsOut)
    .where(and(eq(emailsOut.kind, 'gift-arrived'), like(emailsOut.dedupeKey, `gift-arrived:${giftId}:%`)));
  return mails.map((mail) => ({ ...mail, data: openContents(ctx.keys, mail.data) }));
}

export function inDays(shop: Pick<Shop, 'clock'>, days: number): CalendarDate {
  return addDays(newYorkToday(shop), days);
}
