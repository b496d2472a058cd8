import { isCalendarDate } from '../../../domain/calendar-date.ts';
import { serviceThrough } from '../../../domain/mailing-calendar.ts';
import { PLANS } from '../../../domain/plans.ts';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import type { SubscriptionCancelledData } from '../../../emails/subscription-cancelled.ts';
import { countPaidInvoices, findStripeState, type Subscription } from './queries.ts';
import { deadlineIfCancelled } from './resumable.ts';

/** Once per cancellation: its instant is part of the key, since a resumed subscription may be cancelled again. */
export async function queueCancelledEmail(
  ctx: CommerceContext,
  tx: Transaction,
  row: Subscription,
  reason: SubscriptionCancelledData['reason'],
): Promise<void> {
  const profile = await findProfile(tx, row.userId);
  if (profile === null || !isCalendarDate(row.serviceStart)) return;
  const monthsPaid = (await countPaidInvoices(tx, row.id)) * PLANS[row.planType].monthsPerCharge;
  const until = reason === 'asked' ? await deadlineIfCancelled(ctx, tx, row) : null;
  await queueEmail(ctx, tx, {
    kind: 'subscription-cancelled',
    dedupeKey: `subscription-cancelled:${row.id}:${reason === 'asked' ? ctx.clock.now().toISOString() : reason}`,
    to: profile.email,
    userId: profile.id,
    data: {
      name: profile.fullName,
      seasonName: row.seasonName,
      reason,
      paidThrough: serviceThrough(row.serviceStart, monthsPaid),
      resumableUntil: until?.toISOString() ?? null,
    },
  });
}

export async function queueResumedEmail(ctx: CommerceContext, tx: Transaction, row: Subscription): Promise<void> {
  const profile = await findProfile(tx, row.userId);
  const stripe = await findStripeState(tx, row.id);
  if (profile === null || stripe === null) return;
  const chargesFollow = row.cancelAt !== null && stripe.currentPeriodEnd <= row.cancelAt;
  await queueEmail(ctx, tx, {
    kind: 'subscription-resumed',
    dedupeKey: `subscription-resumed:${row.id}:${ctx.clock.now().toISOString()}`,
    to: profile.email,
    userId: profile.id,
    data: {
      name: profile.fullName,
      seasonName: row.seasonName,
      planType: row.planType,
      nextCharge: chargesFollow ? stripe.currentPeriodEnd.toISOString() : null,
    },
  });
}
