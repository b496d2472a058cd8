import { newYorkDate } from '../../../domain/calendar-date.ts';
import { correctWords } from '../../commerce/gifts/correct-gift.ts';
import { checkMailingAddress } from '../../commerce/gifts/gift-drafts.ts';
import { changeGiftAddress, changeStart, requireGivenGift } from '../../commerce/gifts/gifts.ts';
import { lockGift, type PaidGift } from '../../commerce/gifts/queries.ts';
import { changeProfile } from '../../customers/profile/queries.ts';
import { holdLettersOf, liftHoldOf } from '../../fulfilment/delivery-changes/delivery-changes.ts';
import { changeDeliveryOf, presentDelivery } from '../../fulfilment/delivery-changes/delivery.ts';
import { correctEmail } from '../../identity/operators/correct-email.ts';
import { requireOwnerForStaff } from '../../identity/operators/roles.ts';
import { writeOperatorLog } from '../../platform/operator-log.ts';
import { orNotFound } from '../../platform/api-error.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { ownerOf } from './money-actions.ts';

const DONE = { done: true } as const;

export const correctionHandlers = {
  async getSubscriptionDelivery({ ctx, params: { id } }) {
    return await presentDelivery(ctx, await ownerOf(ctx.db, id), id);
  },

  async changeAddressForCustomer({ ctx, params, body: { address, alsoDefault, note }, act }) {
    const user = { userId: await ownerOf(ctx.db, params.id) };
    return await changeDeliveryOf({ ctx, user, params, act: { ...act, note } }, address, alsoDefault);
  },

  async holdForCustomer({ ctx, params, body: { note, ...hold }, act }) {
    const user = { userId: await ownerOf(ctx.db, params.id) };
    await holdLettersOf({ ctx, user, params, act: { ...act, note } }, hold);
    return DONE;
  },

  async liftHoldForCustomer({ ctx, params, body: { holdId, note }, act }) {
    const user = { userId: await ownerOf(ctx.db, params.id) };
    await liftHoldOf({ ctx, user, params, act: { ...act, note } }, holdId);
    return DONE;
  },

  async correctName({ ctx, params: { id: userId }, body: { fullName, note }, role, act }) {
    await requireOwnerForStaff(ctx.db, role, userId);
    await ctx.db.transaction(async (tx) => {
      const now = ctx.clock.now();
      orNotFound(await changeProfile(tx, userId, { fullName }, now), 'subscriber');
      await ctx.jobs.enqueue(tx, 'sync-customer', { userId });
      const entry = { ...act, note, action: 'correct_name' as const, subject: `user:${userId}` };
      await writeOperatorLog(tx, { ...entry, subscriptionId: null, detail: {} }, now);
    });
    return DONE;
  },

  async correctEmail({ ctx, params: { id }, body: { email, note }, role, act }) {
    await requireOwnerForStaff(ctx.db, role, id);
    await correctEmail(ctx, id, email, { ...act, note });
    return DONE;
  },

  async correctGiftForCustomer({ ctx, params: { id }, body, act }) {
    const { recipientName, recipientEmail, giftMessage, startDate, note } = body;
    const emailed = await ctx.db.transaction(async (tx) => {
      const { userId } = orNotFound(await lockGift(tx, id), 'gift');
      const now = ctx.clock.now();
      const key = { id, userId };
      await changeStart(ctx, tx, await requireGivenGift(ctx, tx, key, newYorkDate(now)), startDate);
      const row = await requireGivenGift(ctx, tx, key, newYorkDate(now));
      const message = giftMessage === '' ? null : giftMessage;
      await correctWords(ctx, tx, row, { recipientName, recipientEmail, message });
      const entry = { ...act, note, action: 'correct_gift' as const, subscriptionId: row.subscription.id, detail: {} };
      await writeOperatorLog(tx, entry, now);
      return emailedWhen((await requireGivenGift(ctx, tx, key, newYorkDate(now))).gift, now);
    });
    return { ...DONE, recipientEmail, startDate, emailed };
  },

  async changeGiftAddressForCustomer({ ctx, params: { id }, body, act }) {
    const address = checkMailingAddress(body.mailingAddress);
    await ctx.db.transaction(async (tx) => {
      const { userId } = orNotFound(await lockGift(tx, id), 'gift');
      const now = ctx.clock.now();
      const row = await requireGivenGift(ctx, tx, { id, userId }, newYorkDate(now));
      await changeGiftAddress(ctx, tx, row, address);
      const entry = { ...act, note: body.note, action: 'change_address' as const, detail: {} };
      await writeOperatorLog(tx, { ...entry, subscriptionId: row.subscription.id }, now);
    });
    return DONE;
  },
} satisfies Partial<OperatorHandlers>;

function emailedWhen({ announcedAt, notifyRecipient }: PaidGift['gift'], now: Date) {
  if (announcedAt === null) return notifyRecipient ? 'on_start_date' : 'no';
  return announcedAt < now ? 'before' : 'now';
}
