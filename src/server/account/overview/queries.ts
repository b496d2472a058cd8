import { asc, eq, sql } from 'drizzle-orm';
import { type Database, preparedStatement } from '../../platform/db/database.ts';
import { jsonObject } from '../../platform/db/whole-row.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { holidayOverridesValue } from '../../platform/holidays.ts';
import { operators } from '../../identity/schema.ts';
import { invoices, stripeSubscriptions, subscriptions } from '../../commerce/schema.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { lettersReceived } from '../../fulfilment/tracking/received.sql.ts';
import { newestReturn } from '../../fulfilment/pieces/newest-return.sql.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';
import { monthsPaidValue } from '../../commerce/subscriptions/months-paid.ts';
import { stripeSeen } from '../../commerce/stripe-changes-schema.ts';
import { isUnpaidRenewal } from '../../commerce/subscriptions/queries.ts';
import { isPaidInvoice } from '../../commerce/paid-invoices.sql.ts';

type Row = Awaited<ReturnType<ReturnType<typeof accountStatement>['execute']>>[number]['account'];

export type AccountSubscription = {
  readonly [Column in Exclude<keyof Row, 'profile' | 'isOperator' | 'cameBack' | 'holidays'>]: NonNullable<Row[Column]>;
} & Pick<Row, 'cameBack'>;

export interface AccountRows {
  readonly profile: NonNullable<Row['profile']>;
  readonly isOperator: boolean;
  readonly holidays: HolidayOverrides;
  readonly subscriptions: readonly AccountSubscription[];
}

/** Reads all in one query. Letters are counted as received by `today` (New York). Null for a user without a profile. */
export async function readAccount(db: Database, userId: string, today: string): Promise<AccountRows | null> {
  const rows = (await accountStatement(db).execute({ userId, today })).map(({ account }) => account);
  const [first] = rows;
  if (!first?.profile) return null;
  const { profile, isOperator, holidays } = first;
  return { profile, isOperator, holidays, subscriptions: rows.filter(hasSubscription) };
}

function hasSubscription(row: Row): row is Row & AccountSubscription {
  return row.subscription !== null && row.address !== null && row.stripe !== null;
}

const accountStatement = preparedStatement((db: Database) => {
  const pieces = sql`${mailingPieces} where ${mailingPieces.subscriptionId} = ${subscriptions.id}`;
  return db
    .select({
      account: jsonObject({
        profile: userProfiles,
        isOperator: sql<boolean>`exists (select 1 from ${operators} where ${operators.userId} = ${userProfiles.id})`,
        holidays: holidayOverridesValue,
        subscription: subscriptions,
        stripe: stripeSubscriptions,
        address: shippingAddresses,
        monthsPaid: monthsPaidValue,
        paidCents: sql<number>`(select coalesce(sum(${invoices.amountPaidCents}), 0)::int from ${invoices} where ${invoices.subscriptionId} = ${subscriptions.id} and ${isPaidInvoice} and ${invoices.monthsBilled} > 0)`,
        renewalUnpaid: sql<boolean>`exists (select 1 from ${invoices} where ${invoices.subscriptionId} = ${subscriptions.id} and ${isUnpaidRenewal})`,
        collectionPaused: sql<boolean>`exists (select 1 from ${stripeSeen} where ${stripeSeen.subscriptionId} = ${subscriptions.id} and ${stripeSeen.seen} ->> 'pause' is not null)`,
        lettersReceived: lettersReceived(subscriptions.id, sql.placeholder('today')),
        cameBack: newestReturn(subscriptions.id),
        firstLetterHandedOver: sql<boolean>`exists (select 1 from ${pieces} and ${mailingPieces.letter} = 1 and ${mailingPieces.handedOverOn} is not null)`,
      }),
    })
    .from(userProfiles)
    .leftJoin(subscriptions, eq(subscriptions.userId, userProfiles.id))
    .leftJoin(shippingAddresses, eq(shippingAddresses.id, subscriptions.shippingAddressId))
    .leftJoin(stripeSubscriptions, eq(stripeSubscriptions.subscriptionId, subscriptions.id))
    .where(eq(userProfiles.id, sql.placeholder('userId')))
    .orderBy(asc(subscriptions.createdAt))
    .limit(100)
    .prepare('account');
});
