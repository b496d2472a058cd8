import { and, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { SubscriptionFilter } from '../../../contract/operator/subscription-filter.ts';
import type { SubscriptionListQuery } from '../../../contract/operator/subscription-list.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { invoices, stripeSubscriptions, subscriptions } from '../../commerce/schema.ts';
import { chargedHere, runsAtStripe } from '../../commerce/subscriptions/charged-here.ts';
import { monthsPaidOf, monthsPaidValue } from '../../commerce/subscriptions/months-paid.ts';
import { customerTags, shippingAddresses, userProfiles } from '../../customers/schema.ts';
import { deliveryHolds, mailingPieces } from '../../fulfilment/schema.ts';
import { placeOrder } from '../../customers/search-text.ts';
import type { Db } from '../../platform/db/database.ts';
import { countSome } from '../calls/count-some.ts';
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

/** Columns for a query that joins the subscription's address. */
export const SUBSCRIPTION_PLACE = {
  street: sql<string>`concat_ws(', ', ${shippingAddresses.addressLine1}, nullif(${shippingAddresses.addressLine2}, ''))`,
  city: shippingAddresses.city,
  state: shippingAddresses.stateProvince,
  postalCode: shippingAddresses.postalCode,
  country: shippingAddresses.country,
};

const lettersMailed = sql<number>`(select count(distinct p.letter)::int from ${mailingPieces} p
  where p.subscription_id = ${s.id} and p.handed_over_on is not null)`;

const nextCharge = sql<string | null>`(case when ${s.status} = 'active' and ${s.planType} = 'monthly'
  and ${s.chargesPausedAt} is null and ${runsAtStripe(stripeSubscriptions)} and (${s.cancelAt} is null or ${stripeSubscriptions.currentPeriodEnd} <= ${s.cancelAt})
  then ${stripeSubscriptions.currentPeriodEnd} end)`;

export function wordOn(today: CalendarDate): SQL<Word> {
  return sql<Word>`(case when ${isOver()} then 'ended'
    when ${s.status} = 'completed' then 'completed'
    when ${s.status} = 'cancelled' and ${lettersMailed} >= 2 * ${monthsPaidValue} then 'ended'
    when ${s.disputeHeldAt} is not null then 'disputed'
    when not ${chargedHere(s)} then 'imported'
    when ${s.status} <> 'active' then ${s.status}
    when (select true from ${deliveryHolds} h where h.subscription_id = ${s.id} and h.lifted_at is null
      and h.resume_on > ${today} limit 1) then 'on_hold'
    else 'active' end)`;
}

function isOver(): SQL | undefined {
  return or(isNotNull(s.refundRequestedAt), isNotNull(s.disputeLostAt));
}

/** Canceled subscriptions with letters to come; few, so PostgreSQL reads them once. */
const owed = sql`select c.id from ${s} c where c.status = 'cancelled' and c.refund_requested_at is null and c.dispute_lost_at is null
  and (select count(distinct p.letter) from ${mailingPieces} p where p.subscription_id = c.id and p.handed_over_on is not null)
    < 2 * ${monthsPaidOf(sql`c.id`)}`;

const mailedLetters = sql`select p.subscription_id, count(distinct p.letter)::int as letters from ${mailingPieces} p
  where p.handed_over_on is not null group by p.subscription_id`;

function hasLetters(letters: number): SQL {
  return letters === 0
    ? sql`not exists (select from ${mailingPieces} p where p.subscription_id = ${s.id} and p.handed_over_on is not null)`
    : sql`${s.id} = any(array(select subscription_id from (${mailedLetters}) mailed where letters = ${letters}))`;
}

/** The rows for which `wordOn` returns this word, with conditions that PostgreSQL can estimate. */
function hasWord(word: Word, today: CalendarDate): SQL | undefined {
  if (word === 'ended') return or(isOver(), and(eq(s.status, 'cancelled'), sql`${s.id} not in (${owed})`));
  if (word === 'imported') return and(not(chargedHere(s)), sql`${wordOn(today)} = 'imported'`);
  if (word === 'disputed') return and(isNotNull(s.disputeHeldAt), sql`${wordOn(today)} = 'disputed'`);
  const isOnHold = sql`exists (select from ${deliveryHolds} h where h.subscription_id = ${s.id} and h.lifted_at is null
    and h.resume_on > ${today})`;
  return and(
    isNull(s.refundRequestedAt),
    isNull(s.disputeLostAt),
    eq(s.status, word === 'on_hold' ? 'active' : word),
    word === 'completed' ? undefined : and(isNull(s.disputeHeldAt), chargedHere(s)),
    word === 'cancelled' ? sql`${s.id} = any(array(${owed}))` : undefined,
    word === 'active' ? not(isOnHold) : undefined,
    word === 'on_hold' ? isOnHold : undefined,
  );
}

interface SortKey {
  readonly key: SQL;
  /** `key` without the join. */
  readonly shown?: SQL;
  /** The other table that the key needs. */
  readonly join?: SQL;
  readonly type: 'timestamptz' | 'text' | 'int';
}

function sortKeyOf(sort: Sort): SortKey {
  return SORT_KEYS[sort];
}

const PROFILE = sql`join ${userProfiles} on ${userProfiles.id} = ${s.userId}`;

const SORT_KEYS: Readonly<Record<Sort, SortKey>> = {
  joined: { key: sql`${s.createdAt}`, type: 'timestamptz' },
  email: { key: sql`lower(${userProfiles.email})`, join: PROFILE, type: 'text' },
  name: { key: sql`lower(coalesce(${userProfiles.fullName}, ''))`, join: PROFILE, type: 'text' },
  plan: { key: sql`${s.planType}`, type: 'text' },
  status: { key: sql`${s.status}`, type: 'text' },
  place: {
    key: placeOrder(shippingAddresses),
    join: sql`join ${shippingAddresses} on ${shippingAddresses.id} = ${s.shippingAddressId}`,
    type: 'text',
  },
  letters: {
    key: sql`coalesce(mailed.letters, 0)`,
    shown: lettersMailed,
    join: sql`left join (${mailedLetters}) mailed on mailed.subscription_id = ${s.id}`,
    type: 'int',
  },
  charge: {
    key: sql`coalesce(${nextCharge}, 'infinity')`,
    join: sql`left join ${stripeSubscriptions} on ${stripeSubscriptions.subscriptionId} = ${s.id}`,
    type: 'timestamptz',
  },
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
  const shown = sorted.shown ?? sorted.key;
  const direction = sql.raw(order);
  const isAsked = and(matches(db, filter, today), place === null ? undefined : isAfter(sorted, order, place));
  const inOrder = sql`${sorted.key} ${direction}, ${s.id} ${direction}`;
  // The page is selected before the joins, so that they read only its rows.
  const page = sql`select ${s.id} from ${s} ${sorted.join} where ${isAsked ?? sql`true`} order by ${inOrder} limit ${QUERY_LIMIT}`;
  return await db
    .select({
      ...SUBSCRIPTION_LINE,
      season: s.seasonName,
      status: wordOn(today),
      ...SUBSCRIPTION_PLACE,
      lettersMailed,
      overdueCents: stripeSubscriptions.overdueCents,
      nextChargeAt: nextCharge.mapWith(stripeSubscriptions.currentPeriodEnd),
      joinedAt: s.createdAt,
      tags: sql<string[]>`array(select t.tag from ${customerTags} t where t.user_id = ${s.userId} order by t.tag)`,
      stripeCustomerId: sql<string | null>`case when ${chargedHere(s)} then ${s.stripeCustomerId} end`,
      stripeSubscriptionId: sql<string | null>`case when ${chargedHere(s)} then ${s.stripeSubscriptionId} end`,
      key: sql<string>`${shown}::text`,
    })
    .from(s)
    .innerJoin(userProfiles, eq(userProfiles.id, s.userId))
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, s.shippingAddressId))
    .leftJoin(stripeSubscriptions, eq(stripeSubscriptions.subscriptionId, s.id))
    .where(sql`${s.id} in (${page})`)
    .orderBy(sql`${shown} ${direction}, ${s.id} ${direction}`);
}

/** @returns one more than `MOST_COUNTED` if there are more */
export async function countSubscriptionsWhere(
  db: Db,
  filter: SubscriptionFilter,
  today: CalendarDate,
): Promise<number> {
  return await countSome(db, s, matches(db, filter, today));
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
  const { id, country: land, stateProvince } = shippingAddresses;
  const there = db
    .select({ id })
    .from(shippingAddresses)
    .where(
      and(
        country ? sql`upper(${land}) = upper(${country})` : undefined,
        state ? sql`lower(${stateProvince}) = lower(${state})` : undefined,
      ),
    );
  return and(
    status && hasWord(status, today),
    plan ? eq(s.planType, plan) : undefined,
    gift ? (gift === 'gift' ? isNotNull(s.giftId) : isNull(s.giftId)) : undefined,
    season ? eq(s.seasonId, season) : undefined,
    country || state ? sql`${s.shippingAddressId} in ${there}` : undefined,
    letter ? hasLetters(Number(letter)) : undefined,
    isBetween(s.createdAt, { from, to }),
    tag ? sql`${s.userId} in ${tagged}` : undefined,
    failed ? sql`${s.id} in ${unpaid}` : undefined,
    aside ? sql`${s.id} in ${setAside}` : undefined,
    ids ? inArray(s.id, ids.split(',')) : undefined,
  );
}
