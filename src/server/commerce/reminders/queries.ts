import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { cardsOnFile } from '../billing-schema.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { gifts, stripeSubscriptions, subscriptions } from '../schema.ts';
import { runsAtStripe } from '../subscriptions/charged-here.ts';
import { userProfiles } from '../../customers/schema.ts';

const PAGE = 500;

export type ExpiringCard = Awaited<ReturnType<typeof listExpiringCards>>[number];
export type EndingSeason = Awaited<ReturnType<typeof listEndingSeasons>>[number];

export async function listExpiringCards(db: Db, now: Date) {
  const { paymentMethodId, expMonth, expYear } = cardsOnFile;
  const dedupeKey = sql<string>`'card-expiring:' || ${paymentMethodId} || ':' || ${expYear} || '-' || ${expMonth}`;
  const firstDayWithout = sql`((make_date(${expYear}, ${expMonth}, 1) + interval '1 month') at time zone 'America/New_York')`;
  const nextCharge = stripeSubscriptions.currentPeriodEnd;
  const { defaultPaymentMethodId: own } = stripeSubscriptions;
  // The subscription's own card is the one charged, even if it was removed.
  const isCharged = or(eq(paymentMethodId, own), and(isNull(own), cardsOnFile.isDefault));
  return await db
    .select({
      userId: userProfiles.id,
      email: userProfiles.email,
      fullName: userProfiles.fullName,
      brand: cardsOnFile.brand,
      last4: cardsOnFile.last4,
      expMonth,
      expYear,
      /** The recipients of its gifts; null for the user's own season. */
      paysFor: sql<
        (string | null)[]
      >`array_agg(distinct ${gifts.recipientName} order by ${gifts.recipientName} nulls first)`,
      nextCharge: sql<Date>`min(${nextCharge})`.mapWith(nextCharge),
      dedupeKey,
    })
    .from(subscriptions)
    .innerJoin(stripeSubscriptions, eq(stripeSubscriptions.subscriptionId, subscriptions.id))
    .innerJoin(cardsOnFile, and(eq(cardsOnFile.userId, subscriptions.userId), isCharged))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .leftJoin(gifts, eq(gifts.id, subscriptions.giftId))
    .where(
      and(
        eq(subscriptions.status, 'active'),
        eq(subscriptions.planType, 'monthly'),
        runsAtStripe(stripeSubscriptions),
        sql`${nextCharge} > ${now.toISOString()}::timestamptz and ${nextCharge} < ${stripeSubscriptions.stripeCancelAt}`,
        sql`${nextCharge} >= ${firstDayWithout}`,
        notNotifiedYet(dedupeKey),
      ),
    )
    .groupBy(userProfiles.id, paymentMethodId)
    .limit(PAGE);
}

export async function listEndingSeasons(db: Db, now: Date) {
  const dedupeKey = sql<string>`'season-ending:' || ${subscriptions.id}`;
  const endsAt = stripeSubscriptions.stripeCancelAt;
  return await db
    .select({
      userId: userProfiles.id,
      email: userProfiles.email,
      fullName: userProfiles.fullName,
      seasonName: subscriptions.seasonName,
      endsAt: sql<Date>`${endsAt}`.mapWith(endsAt),
      dedupeKey,
    })
    .from(subscriptions)
    .innerJoin(stripeSubscriptions, eq(stripeSubscriptions.subscriptionId, subscriptions.id))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .where(
      and(
        eq(subscriptions.status, 'active'),
        // Leave out gifts, whose letters begin on a chosen day and continue after the last charge.
        isNull(subscriptions.giftId),
        eq(stripeSubscriptions.rawStatus, 'active'),
        isNull(subscriptions.cancelRequestedAt),
        sql`${endsAt} > ${now.toISOString()}::timestamptz and ${endsAt} <= ${now.toISOString()}::timestamptz + interval '30 days'`,
        sql`${stripeSubscriptions.currentPeriodEnd} >= ${endsAt}`,
        notNotifiedYet(dedupeKey),
      ),
    )
    .limit(PAGE);
}

function notNotifiedYet(dedupeKey: ReturnType<typeof sql<string>>) {
  return sql`not exists (select 1 from ${emailOutbox} where ${emailOutbox.dedupeKey} = ${dedupeKey})`;
}
