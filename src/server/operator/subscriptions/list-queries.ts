import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { SubscriptionFilter } from '../../../contract/operator/subscription-filter.ts';
import type { SubscriptionListQuery } from '../../../contract/operator/subscription-list.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { invoices, stripeSubscriptions, subscriptions } from '../../commerce/schema.ts';
import { monthsPaidValue } from '../../commerce/subscriptions/months-paid.ts';
import { customerTags, shippingAddresses, userProfiles } from '../../customers/schema.ts';
import { deliveryHolds, mailingPieces } from '../../fulfilment/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { isBetween } from '../calls/days.ts';
import { QUERY_LIMIT } from '../calls/paging.ts';

type Sort = SubscriptionListQuery['sort'];
type Word = NonNullable<SubscriptionFilter['status']>;

const s = subscriptions;

/** Columns for a query that joins the subscriber's profile. */
export const SUBSCRIPTION_LINE = {
  id: s.id,
  subscriberId: s.userId,
  name: userProfiles.fullName,
  email: userProfiles.email,
  plan: s.planType,
  isGift: sql<boolean>`${s.giftId} is not null`,
};

const lettersMailed = sql<number>`(select count(distinct p.letter)::int from ${mailingPieces} p
  where p.subscription_id = ${s.id} and p.handed_over_on is not null)`;

const nextCharge = sql<string | null>`(case when ${s.status} = 'active' and ${s.planType} = 'monthly'
  and ${s.chargesPausedAt} is null and (${s.cancelAt} is null or ${stripeSubscriptions.currentPeriodEnd} <= ${s.cancelAt})
  then ${stripeSubscriptions.currentPeriodEnd} end)`;

export function wordOn(today: CalendarDate): SQL<Word> {
  return sql<Word>`(case when ${isOver()} then 'ended'
    when ${s.status} = 'completed' then 'completed'
    when ${s.status} = 'cancelled' and ${lettersMailed} >= 2 * ${monthsPaidValue} then 'ended'
    when ${s.disputeHeldAt} is not null then 'disputed'
    when ${s.status} <> 'active' then ${s.status}
    when (select true from ${deliveryHolds} h where h.subscription_id = ${s.id} and h.lifted_at is null
      and h.resume_on > ${today} limit 1) then 'on_hold'
    else 'active' end)`;
}

function isOver(): SQL | undefined {
  return or(isNotNull(s.refundRequestedAt), isNotNull(s.disputeLostAt));
}

/** Conditions that can use an index. They may match too many rows, so `wordOn` then checks each. */
function mayBe(db: Db, word: Word): SQL | undefined {
  if (word === 'ended') return or(isOver(), eq(s.status, 'cancelled'));
  if (word === 'disputed') return isNotNull(s.disputeHeldAt);
  if (word !== 'on_hold') return eq(s.status, word);
  const held = db
    .select({ id: deliveryHolds.subscriptionId })
    .from(deliveryHolds)
    .where(isNull(deliveryHolds.liftedAt));
  return and(eq(s.status, 'active'), sql`${s.id} in ${held}`);
}

interface SortKey {
  readonly key: SQL;
  readonly type: 'timestamptz' | 'text' | 'int';
}

function sortKeyOf(sort: Sort): SortKey {
  return SORT_KEYS[sort];
}

const SORT_KEYS: Readonly<Record<Sort, SortKey>> = {
  joined: { key: sql`${s.createdAt}`, type: 'timestamptz' },
  email: { key: sql`lower(${userProfiles.email})`, type: 'text' },
  name: { key: sql`lower(coalesce(${userProfiles.fullName}, ''))`, type: 'text' },
  plan: { key: sql`${s.planType}`, type: 'text' },
  status: { key: sql`${s.status}`, type: 'text' },
  place: {
    key: sql`(${shippingAddresses.country} || ' ' || ${shippingAddresses.stateProvince} || ' ' || lower(${shippingAddresses.city}))`,
    type: 'text',
  },
  letters: { key: lettersMailed, type: 'int' },
  charge: { key: sql`coalesce(${nextCharge}, 'infinity')`, type: 'timestamptz' },
};

export interface Place {
  readonly key: string;
  readonly id: string;
}

/** The first condition is redundant, but it allows PostgreSQL to use another table's index. */
function isAfter({ key, type }: SortKey, order: 'asc' | 'desc', place: Place): SQL {
  const value = sql`${place.key}::${sql.raw(type)}`;
  return order === 'asc'
    ? sql`${key} >= ${value} and (${key}, ${s.id}) > (${value}, ${place.id}::uuid)`
    : sql`${key} <= ${value} and (${key}, ${s.id}) < (${value}, ${place.id}::uuid)`;
}

export async function listSubscriptionLines(
  db: Db,
  { sort, order, ...filter }: Omit<SubscriptionListQuery, 'after'>,
  place: Place | null,
  today: CalendarDate,
) {
  const sorted = sortKeyOf(sort);
  const direction = sql.raw(order);
  return await db
    .select({
      ...SUBSCRIPTION_LINE,
      season: s.seasonName,
      status: wordOn(today),
      city: shippingAddresses.city,
      state: shippingAddresses.stateProvince,
      country: shippingAddresses.country,
      lettersMailed,
      nextChargeAt: nextCharge.mapWith(stripeSubscriptions.currentPeriodEnd),
      joinedAt: s.createdAt,
      tags: sql<string[]>`array(select t.tag from ${customerTags} t where t.user_id = ${s.userId} order by t.tag)`,
      stripeSubscriptionId: s.stripeSubscriptionId,
      key: sql<string>`${sorted.key}::text`,
    })
    .from(s)
    .innerJoin(userProfiles, eq(userProfiles.id, s.userId))
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, s.shippingAddressId))
    .leftJoin(stripeSubscriptions, eq(stripeSubscriptions.subscriptionId, s.id))
    .where(and(matches(db, filter, today), place === null ? undefined : isAfter(sorted, order, place)))
    .orderBy(sql`${sorted.key} ${direction}`, sql`${s.id} ${direction}`)
    .limit(QUERY_LIMIT);
}

export async function countSubscriptionsWhere(
  db: Db,
  filter: SubscriptionFilter,
  today: CalendarDate,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(s)
    // PostgreSQL skips this join unless a filter needs it.
    .leftJoin(shippingAddresses, eq(shippingAddresses.id, s.shippingAddressId))
    .where(matches(db, filter, today));
  return row?.count ?? 0;
}

export function matches(db: Db, filter: SubscriptionFilter, today: CalendarDate): SQL | undefined {
  const { status, plan, gift, season, country, state, letter, from, to, tag, failed, aside, ids } = filter;
  const tagged = db
    .select({ id: customerTags.userId })
    .from(customerTags)
    .where(eq(customerTags.tag, tag ?? ''));
  const unpaid = db.select({ id: invoices.subscriptionId }).from(invoices).where(eq(invoices.status, 'open'));
  const setAside = db
    .select({ id: mailingPieces.subscriptionId })
    .from(mailingPieces)
    .where(eq(mailingPieces.state, 'set_aside'));
  return and(
    status ? and(mayBe(db, status), sql`${wordOn(today)} = ${status}`) : undefined,
    plan ? eq(s.planType, plan) : undefined,
    gift ? (gift === 'gift' ? isNotNull(s.giftId) : isNull(s.giftId)) : undefined,
    season ? eq(s.seasonId, season) : undefined,
    country ? sql`upper(${shippingAddresses.country}) = upper(${country})` : undefined,
    state ? sql`lower(${shippingAddresses.stateProvince}) = lower(${state})` : undefined,
    letter ? sql`${lettersMailed} = ${Number(letter)}` : undefined,
    isBetween(s.createdAt, { from, to }),
    tag ? sql`${s.userId} in ${tagged}` : undefined,
    failed ? sql`${s.id} in ${unpaid}` : undefined,
    aside ? sql`${s.id} in ${setAside}` : undefined,
    ids ? inArray(s.id, ids.split(',')) : undefined,
  );
}
