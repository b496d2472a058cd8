import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { cardsOnFile } from '../db/billing-schema.ts';
import { emailsOut, providerSubscriptions, subscriptions, userProfiles } from '../db/schema.ts';

const PAGE = 500;

export type ExpiringCard = Awaited<ReturnType<typeof listExpiringCards>>[number];
export type EndingSeason = Awaited<ReturnType<typeof listEndingSeasons>>[number];

/** Cards that will not live to see the next charge of a running monthly subscription, and whose holders have not been told. */
export async function listExpiringCards(db: Db, now: Date) {
  const { paymentMethodId, expMonth, expYear } = cardsOnFile;
  const dedupeKey = sql<string>`'card-expiring:' || ${paymentMethodId} || ':' || ${expYear} || '-' || ${expMonth}`;
  const firstDayWithout = sql`((make_date(${expYear}, ${expMonth}, 1) + interval '1 month') at time zone 'America/New_York')`;
  const nextCharge = providerSubscriptions.currentPeriodEnd;
  return await db
    .select({
      userId: userProfiles.id,
      email: userProfiles.email,
      fullName: userProfiles.fullName,
      brand: sql<string>`${cardsOnFile.brand}`,
      last4: sql<string>`${cardsOnFile.last4}`,
      expMonth: sql<number>`${expMonth}`,
      expYear: sql<number>`${expYear}`,
      nextCharge: sql<Date>`min(${nextCharge})`.mapWith(nextCharge),
      dedupeKey,
    })
    .from(subscriptions)
    .innerJoin(providerSubscriptions, eq(providerSubscriptions.subscriptionId, subscriptions.id))
    .innerJoin(cardsOnFile, eq(cardsOnFile.userId, subscriptions.userId))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .where(
      and(
        eq(subscriptions.status, 'active'),
        eq(subscriptions.planType, 'monthly'),
        isNotNull(cardsOnFile.brand),
        isNotNull(cardsOnFile.last4),
        isNotNull(expMonth),
        sql`${nextCharge} > ${now.toISOString()}::timestamptz and ${nextCharge} < ${providerSubscriptions.providerCancelAt}`,
        sql`${nextCharge} >= ${firstDayWithout}`,
        notToldYet(dedupeKey),
      ),
    )
    .groupBy(userProfiles.id, cardsOnFile.userId)
    .limit(PAGE);
}

/** Seasons that are paid in full and end within thirty days, and whose readers have not been told. */
export async function listEndingSeasons(db: Db, now: Date) {
  const dedupeKey = sql<string>`'season-ending:' || ${subscriptions.id}`;
  const endsAt = providerSubscriptions.providerCancelAt;
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
    .innerJoin(providerSubscriptions, eq(providerSubscriptions.subscriptionId, subscriptions.id))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .where(
      and(
        eq(subscriptions.status, 'active'),
        eq(providerSubscriptions.rawStatus, 'active'),
        isNull(subscriptions.cancelRequestedAt),
        sql`${endsAt} > ${now.toISOString()}::timestamptz and ${endsAt} <= ${now.toISOString()}::timestamptz + interval '30 days'`,
        sql`${providerSubscriptions.currentPeriodEnd} >= ${endsAt}`,
        notToldYet(dedupeKey),
      ),
    )
    .limit(PAGE);
}

function notToldYet(dedupeKey: ReturnType<typeof sql<string>>) {
  return sql`not exists (select 1 from ${emailsOut} where ${emailsOut.dedupeKey} = ${dedupeKey})`;
}
