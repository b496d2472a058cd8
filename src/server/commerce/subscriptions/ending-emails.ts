import { calendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { guaranteeOn } from '../../../domain/guarantee.ts';
import { giftEndsOn, serviceThrough } from '../../../domain/mailing-calendar.ts';
import type { SubscriptionCancelledData } from '../../../emails/subscription-cancelled.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { CommerceContext } from '../context.ts';
import { findHasPaid } from '../paid-invoices.sql.ts';
import { findMonthsPaid } from './months-paid.ts';
import { findRecipientName, findStripeState, type Subscription } from './queries.ts';
import { findResumeDeadlines } from './resumable.ts';

export async function queueCancelledEmail(
  ctx: CommerceContext,
  tx: Transaction,
  row: Subscription,
  reason: SubscriptionCancelledData['reason'],
): Promise<void> {
  const monthsPaid = await findMonthsPaid(tx, row.id);
  const isRequest = reason === 'asked' || reason === 'by_us';
  const until = isRequest ? (await findResumeDeadlines(ctx, tx, row)).resumableIfCancelled : null;
  // Resuming is possible until the paid period ends, so the email gives one day for both (rules/subscriptions 33).
  const isPeriodEnd = until !== null && row.giftId === null;
  const lastsUntil = row.giftId === null ? serviceThrough : giftEndsOn;
  const through = lastsUntil(calendarDate(row.serviceStart), monthsPaid);
  // The key of a request contains its time, since a resumed subscription can be cancelled again.
  const occasion = isRequest ? ctx.clock.now().toISOString() : reason;
  await queueEmailToUser(ctx, tx, row.userId, {
    kind: 'subscription-cancelled',
    dedupeKey: `subscription-cancelled:${row.id}:${occasion}`,
    data: {
      seasonName: row.seasonName,
      giftFor: await findRecipientName(tx, row),
      reason,
      paidThrough: isPeriodEnd ? newYorkDate(until) : through,
      resumableUntil: until?.toISOString() ?? null,
      toCome: await ctx.ledger.lettersToCome(tx, row, ctx.clock.now()),
      guarantee: await guaranteeOf(ctx, tx, row),
    },
  });
}

async function guaranteeOf(ctx: CommerceContext, tx: Transaction, { id }: Subscription) {
  const firstMailing = await ctx.ledger.firstMailingOn(tx, id);
  return guaranteeOn(newYorkDate(ctx.clock.now()), firstMailing, await findHasPaid(tx, id));
}

export async function queueResumedEmail(ctx: CommerceContext, tx: Transaction, row: Subscription): Promise<void> {
  const stripe = await findStripeState(tx, row.id);
  if (stripe === null) return;
  const chargesFollow = row.cancelAt !== null && stripe.currentPeriodEnd <= row.cancelAt;
  await queueEmailToUser(ctx, tx, row.userId, {
    kind: 'subscription-resumed',
    dedupeKey: `subscription-resumed:${row.id}:${ctx.clock.now().toISOString()}`,
    data: {
      seasonName: row.seasonName,
      giftFor: await findRecipientName(tx, row),
      planType: row.planType,
      nextCharge: chargesFollow ? stripe.currentPeriodEnd.toISOString() : null,
      nextChargeCents: stripe.nextChargeCents,
    },
  });
}
