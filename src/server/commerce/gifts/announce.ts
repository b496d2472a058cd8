import type { announceGift, GivenGift } from '../../../contract/gifts.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { GIFT_EMAIL_GAP_MS, mayAnnounceGift } from '../../../domain/gift.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import type { CommerceCall, CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { loadHolidayOverrides } from '../../platform/business-calendar/holidays.ts';
import { lockGivenGift, presentOwnGift } from './gifts.ts';
import { issueClaimLink } from './links.ts';
import { plansOf } from './present.ts';
import { changeGiftRow, findPaidGift, listUnannouncedGifts, lockGift, type PaidGift } from './queries.ts';

const BATCH = 500;

/** The giver sends the mail again, or after all. */
export async function handleAnnounceGift(call: CommerceCall<typeof announceGift>): Promise<GivenGift> {
  const { ctx, user, params } = call;
  const now = ctx.clock.now();
  const today = newYorkDate(now);
  await ctx.db.transaction(async (tx) => {
    const row = await lockGivenGift(ctx, tx, user.userId, params.id, today);
    refuseUnlessAnnounceable(row, now);
    await announce(ctx, tx, row);
  });
  return await presentOwnGift(ctx, user.userId, params.id);
}

/** @throws ApiError gift_not_announceable, rate_limited */
function refuseUnlessAnnounceable(row: PaidGift, now: Date): void {
  if (!mayAnnounceGift(plansOf(row, newYorkDate(now)), newYorkDate(now))) {
    throw new ApiError('gift_not_announceable', 'There is nothing to announce today.');
  }
  const last = row.gift.announcedAt;
  if (last !== null && now.getTime() - last.getTime() < GIFT_EMAIL_GAP_MS) {
    throw new ApiError('rate_limited', 'That mail has only just left. Give it an hour before you send another.');
  }
}

/** Writes to every recipient whose day has come in New York, once. Runs in any number of processes at once. */
export async function announceGifts(ctx: CommerceContext): Promise<void> {
  const today = newYorkDate(ctx.clock.now());
  for (const id of await listUnannouncedGifts(ctx.db, today, BATCH)) {
    await ctx.db.transaction(async (tx) => {
      const locked = await lockGift(tx, id);
      const row = await findPaidGift(ctx, tx, id, today);
      const isDue = locked?.announcedAt === null && row !== null && mayAnnounceGift(plansOf(row, today), today);
      if (isDue) await announce(ctx, tx, row);
    });
  }
}

/** The mail and its mark, in one transaction. It carries the message and the giver's name, never a price (rules/gifts 16). */
async function announce(ctx: CommerceContext, tx: Transaction, row: PaidGift): Promise<void> {
  const { gift, subscription, giverName, lettersHandedOver } = row;
  const now = ctx.clock.now();
  const startDate = subscription.serviceStart;
  await queueEmail(ctx, tx, {
    kind: 'gift-arrived',
    dedupeKey: `gift-arrived:${gift.id}:${now.toISOString()}`,
    to: gift.recipientEmail,
    userId: null,
    data: {
      recipientName: gift.recipientName,
      giverName,
      message: gift.message,
      firstLetter: lettersHandedOver > 0 ? null : firstLetterWindow(startDate, await loadHolidayOverrides(tx)),
      claimUrl: await issueClaimLink(ctx, tx, gift.id),
    },
  });
  await changeGiftRow(tx, gift.id, { announcedAt: now }, now);
}
