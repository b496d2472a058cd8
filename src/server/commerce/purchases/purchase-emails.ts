import { calendarDate } from '../../../domain/calendar-date.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import { priceSummary } from '../../../domain/money.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import { loadHolidayOverrides } from '../../platform/business-calendar/holidays.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { CommerceContext } from '../context.ts';
import type { Gift } from '../gifts/queries.ts';
import { discountOfInvoice } from '../payments/discount.ts';
import type { Subscription } from '../subscriptions/queries.ts';
import { paidAt, type StripeSnapshot } from '../subscriptions/stripe-snapshot.ts';

export async function queueStartedEmail(
  ctx: CommerceContext,
  tx: Transaction,
  subscription: Subscription,
  snapshot: StripeSnapshot,
): Promise<void> {
  await queueEmailToUser(ctx, tx, subscription.userId, {
    kind: 'subscription-started',
    dedupeKey: `subscription-started:${subscription.id}`,
    data: await purchaseFacts(tx, subscription, snapshot),
  });
}

export async function queueGiftBoughtEmail(
  ctx: CommerceContext,
  tx: Transaction,
  { id, recipientName, notifyRecipient }: Gift,
  subscription: Subscription,
  snapshot: StripeSnapshot,
): Promise<void> {
  await queueEmailToUser(ctx, tx, subscription.userId, {
    kind: 'gift-bought',
    dedupeKey: `gift-bought:${id}`,
    data: {
      ...(await purchaseFacts(tx, subscription, snapshot)),
      recipientName,
      startDate: calendarDate(subscription.serviceStart),
      weWillWrite: notifyRecipient,
    },
  });
}

async function purchaseFacts(
  tx: Transaction,
  { planType, seasonName, serviceStart }: Subscription,
  { invoices }: StripeSnapshot,
) {
  const firstPaid = invoices.find((invoice) => paidAt(invoice) !== null);
  return {
    planType,
    seasonName,
    amountPaidCents: firstPaid?.amount_paid ?? 0,
    thenText: firstPaid ? priceSummary(planType, discountOfInvoice(firstPaid)).thenText : null,
    firstLetter: firstLetterWindow(calendarDate(serviceStart), await loadHolidayOverrides(tx)),
  };
}
