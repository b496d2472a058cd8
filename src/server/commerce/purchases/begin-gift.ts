import { calendarDate } from '../../../domain/calendar-date.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import { priceSummary } from '../../../domain/money.ts';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { loadHolidayOverrides } from '../../platform/business-calendar/holidays.ts';
import { discountOfInvoice } from '../payments/discount.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import type { Subscription } from '../subscriptions/queries.ts';
import { paidAt, type StripeSnapshot } from '../subscriptions/stripe-snapshot.ts';
import { type Gift, moveStart } from '../gifts/queries.ts';

/**
 * What the first payment of a gift brings about, in the transaction that records it. The giver's own address and seasons stay as they
 * are (rules/gifts 11); the recipient hears of it on the start date, by a job.
 */
export async function beginGift(
  ctx: CommerceContext,
  tx: Transaction,
  gift: Gift,
  subscription: Subscription,
  snapshot: StripeSnapshot,
): Promise<void> {
  const { serviceStart } = subscription;
  if (serviceStart !== gift.startDate) await moveStart(tx, gift.id, serviceStart, ctx.clock.now());
  await queueBoughtEmail(ctx, tx, gift, subscription, snapshot);
}

async function queueBoughtEmail(
  ctx: CommerceContext,
  tx: Transaction,
  gift: Gift,
  { userId, planType, seasonName, serviceStart }: Subscription,
  { invoices }: StripeSnapshot,
): Promise<void> {
  const profile = await findProfile(tx, userId);
  if (profile === null) return;
  const firstPaid = invoices.find((invoice) => paidAt(invoice) !== null);
  const startDate = calendarDate(serviceStart);
  await queueEmail(ctx, tx, {
    kind: 'gift-bought',
    dedupeKey: `gift-bought:${gift.id}`,
    to: profile.email,
    userId: profile.id,
    data: {
      name: profile.fullName,
      recipientName: gift.recipientName,
      planType,
      seasonName,
      amountPaidCents: firstPaid?.amount_paid ?? 0,
      thenText: firstPaid ? priceSummary(planType, discountOfInvoice(firstPaid)).thenText : null,
      startDate,
      firstLetter: firstLetterWindow(startDate, await loadHolidayOverrides(tx)),
      weWillWrite: gift.notifyRecipient,
    },
  });
}
