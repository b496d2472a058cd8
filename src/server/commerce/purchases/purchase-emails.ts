import { calendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import { priceSummary } from '../../../domain/money.ts';
import { chargesOnSameDay } from '../../../domain/subscription.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import { loadHolidayOverrides } from '../../platform/holidays.ts';
import type { Gift } from '../gifts/queries.ts';
import { discountOfInvoice } from '../payments/discount.ts';
import { fullPriceCents } from '../payments/next-charge.ts';
import type { Subscription } from '../subscriptions/queries.ts';
import { instant, paidAt, type Recording } from '../subscriptions/stripe-snapshot.ts';

export async function queueStartedEmail(recording: Recording, subscription: Subscription): Promise<void> {
  await queueEmailToUser(recording.ctx, recording.tx, subscription.userId, {
    kind: 'subscription-started',
    dedupeKey: `subscription-started:${subscription.id}`,
    data: await purchaseFacts(recording, subscription),
  });
}

export async function queueGiftBoughtEmail(recording: Recording, gift: Gift, subscription: Subscription) {
  await queueEmailToUser(recording.ctx, recording.tx, subscription.userId, {
    kind: 'gift-bought',
    dedupeKey: `gift-bought:${gift.id}`,
    data: {
      ...(await purchaseFacts(recording, subscription)),
      recipientName: gift.recipientName,
      startDate: calendarDate(subscription.serviceStart),
      weWillWrite: gift.notifyRecipient,
      hasMessage: gift.message !== null,
    },
  });
}

async function purchaseFacts(
  { tx, snapshot }: Recording,
  { planType, seasonName, serviceStart, cancelAt }: Subscription,
) {
  const firstPaid = snapshot.invoices.find((invoice) => paidAt(invoice) !== null);
  const discount = firstPaid === undefined ? null : discountOfInvoice(firstPaid);
  const price = priceSummary(planType, discount, fullPriceCents(snapshot.subscription));
  return {
    planType,
    seasonName,
    amountPaidCents: firstPaid?.amount_paid ?? 0,
    paidAt: (firstPaid && paidAt(firstPaid)?.toISOString()) ?? null,
    invoiceNumber: firstPaid?.number ?? null,
    thenText: price.followingText,
    charges: price.charges,
    lastChargeOn: cancelAt === null ? null : newYorkDate(cancelAt),
    sameDay: chargesOnSameDay(instant(snapshot.subscription.billing_cycle_anchor)),
    firstLetter: firstLetterWindow(calendarDate(serviceStart), await loadHolidayOverrides(tx)),
  };
}
