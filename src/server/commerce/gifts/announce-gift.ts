import type { announceGift } from '../../../contract/gifts.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { GIFT_EMAIL_GAP_MS, GIFT_EMAILS_A_DAY, mayAnnounceGift } from '../../../domain/gift.ts';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { ApiError } from '../../platform/api-error.ts';
import { countUse } from '../../platform/rate-limits/rate-limits.ts';
import { lockGivenGift, presentOwnGift } from './gifts.ts';
import { issueClaimLink } from './claim-gift.ts';
import { findEnding, firstLetterOf, giftFacts } from './present.ts';
import {
  changeGiftRow,
  findPaidGift,
  listUnannouncedGifts,
  lockGift,
  type PaidGift,
  withdrawUnsentAnnouncements,
} from './queries.ts';

const BATCH = 500;

export const handleAnnounceGift: CommerceHandler<typeof announceGift> = async (call) => {
  const { ctx } = call;
  const now = ctx.clock.now();
  const key = { id: call.params.id, userId: call.user.userId };
  await ctx.db.transaction(async (tx) => {
    const row = await lockGivenGift(ctx, tx, key, newYorkDate(now));
    await announceAsked(ctx, tx, row);
  });
  return await presentOwnGift(ctx, key);
};

interface Announcement {
  readonly dedupeKey: string;
  readonly recipient: string;
}

/**
 * Emails the recipient of a gift again, with a new link.
 * @throws ApiError wrong_state
 */
export async function announceAgain(
  ctx: CommerceContext,
  tx: Transaction,
  { dedupeKey, recipient }: Announcement,
): Promise<void> {
  const id = giftIn(dedupeKey);
  await lockGift(tx, id);
  const row = await findPaidGift(ctx, tx, { id }, newYorkDate(ctx.clock.now()));
  if (row?.gift.recipientEmail !== recipient)
    throw new ApiError('wrong_state', 'The gift has another recipient by now.');
  try {
    await announceAsked(ctx, tx, row);
  } catch (error) {
    throw error instanceof ApiError ? new ApiError('wrong_state', error.message) : error;
  }
}

/** @throws ApiError gift_not_announceable, rate_limited */
async function announceAsked(ctx: CommerceContext, tx: Transaction, row: PaidGift): Promise<void> {
  refuseUnlessAnnounceable(row, ctx.clock.now());
  await countAnnouncement(ctx, tx, row, `${ENOUGH}. Try again tomorrow.`);
  await announce(ctx, tx, row);
}

function refuseUnlessAnnounceable(row: PaidGift, now: Date): void {
  if (!mayAnnounceGift(giftFacts(row, newYorkDate(now)), newYorkDate(now))) {
    throw new ApiError(
      'gift_not_announceable',
      'We can’t send the email about this gift before its start date or after its end.',
    );
  }
  const last = row.gift.announcedAt;
  if (last !== null && now.getTime() - last.getTime() < GIFT_EMAIL_GAP_MS) {
    throw new ApiError('rate_limited', 'We’ve just sent that email. Wait an hour before you send another.');
  }
}

const ENOUGH = 'We’ve sent five emails about this gift within a day, and five is the most we send';

const DAILY = { points: GIFT_EMAILS_A_DAY, seconds: 86_400, fixed: true };

/** @throws ApiError rate_limited, but never for the automatic job (`refusal` null) */
async function countAnnouncement(
  ctx: CommerceContext,
  tx: Transaction,
  { gift }: PaidGift,
  refusal: string | null,
): Promise<void> {
  const isOver = (await countUse({ ...ctx, db: tx }, `gift-announcement:${gift.id}`, DAILY)) > 0;
  if (isOver && refusal !== null) throw new ApiError('rate_limited', refusal);
}

export async function announceToCorrected(ctx: CommerceContext, tx: Transaction, row: PaidGift): Promise<void> {
  const { gift, subscription } = row;
  const today = newYorkDate(ctx.clock.now());
  const isDue = mayAnnounceGift(giftFacts(row, today), today) && subscription.disputeHeldAt === null;
  const isWithdrawn = await withdrawUnsentAnnouncements(tx, gift.id);
  if (!isDue || (gift.announcedAt === null && !gift.notifyRecipient)) {
    if (isWithdrawn) await changeGiftRow(tx, gift.id, { announcedAt: null }, ctx.clock.now());
    return;
  }
  await countAnnouncement(
    ctx,
    tx,
    row,
    `${ENOUGH}. The new email address would need another email. Nothing was changed. Try again tomorrow.`,
  );
  await announce(ctx, tx, row);
}

export async function announceGifts(ctx: CommerceContext): Promise<void> {
  const today = newYorkDate(ctx.clock.now());
  for (const id of await listUnannouncedGifts(ctx, today, BATCH)) {
    await ctx.db.transaction(async (tx) => {
      await lockGift(tx, id);
      const row = await findPaidGift(ctx, tx, { id }, today);
      if (row === null || !isToAnnounce(row, today)) return;
      await countAnnouncement(ctx, tx, row, null);
      await announce(ctx, tx, row);
    });
  }
}

function isToAnnounce(row: PaidGift, today: CalendarDate): boolean {
  const facts = giftFacts(row, today);
  return (row.gift.announcedAt === null || facts.state === 'scheduled') && mayAnnounceGift(facts, today);
}

const PREFIX = 'gift-arrived:';

function giftIn(dedupeKey: string): string {
  return dedupeKey.slice(PREFIX.length).split(':')[0] ?? '';
}

async function announce(ctx: CommerceContext, tx: Transaction, row: PaidGift): Promise<void> {
  const { gift, subscription, giverName } = row;
  const now = ctx.clock.now();
  await queueEmail(ctx, tx, {
    kind: 'gift-arrived',
    dedupeKey: `${PREFIX}${gift.id}:${now.toISOString()}`,
    to: gift.recipientEmail,
    userId: null,
    data: {
      recipientName: gift.recipientName,
      giverName,
      message: gift.message,
      planType: subscription.planType,
      ending: await findEnding(ctx, tx, row),
      firstLetter: firstLetterOf(row, now),
      claimUrl: gift.claimedBy === null ? await issueClaimLink(ctx, tx, gift.id, false) : null,
    },
  });
  await changeGiftRow(tx, gift.id, { announcedAt: now }, now);
}
