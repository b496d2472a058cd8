import { priceSummary } from '../../../domain/money.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import { isCalendarDate } from '../../../domain/calendar-date.ts';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { loadHolidayOverrides } from '../../platform/business-calendar/holidays.ts';
import { discountOfInvoice } from '../payments/discount.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import type { Subscription } from '../subscriptions/queries.ts';
import { paidAt, type StripeSnapshot } from '../subscriptions/stripe-snapshot.ts';

/** The confirmation of a purchase: once per subscription, whoever records it, because its key is the subscription. */
export async function queueStartedEmail(
  ctx: CommerceContext,
  tx: Transaction,
  subscription: Subscription,
  snapshot: StripeSnapshot,
): Promise<void> {
  const profile = await findProfile(tx, subscription.userId);
  if (profile === null || !isCalendarDate(subscription.serviceStart)) return;
  const firstPaid = snapshot.invoices.find((invoice) => paidAt(invoice) !== null);
  await queueEmail(ctx, tx, {
    kind: 'subscription-started',
    dedupeKey: `subscription-started:${subscription.id}`,
    to: profile.email,
    userId: profile.id,
    data: {
      name: profile.fullName,
      planType: subscription.planType,
      seasonName: subscription.seasonName,
      amountPaidCents: firstPaid?.amount_paid ?? 0,
      thenText: firstPaid ? priceSummary(subscription.planType, discountOfInvoice(firstPaid)).thenText : null,
      firstLetter: firstLetterWindow(subscription.serviceStart, await loadHolidayOverrides(tx)),
    },
  });
}
