import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { HITS_EACH, type SearchHit } from '../../../contract/operator/search.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { wordOn } from '../subscriptions/list-queries.ts';
import { findTargets, type Target } from './find-targets.ts';

export const searchHandlers = {
  async search({ ctx: { db, clock }, query: { q } }) {
    const found = await findTargets(db, q);
    const shown = found.filter((target, index) => orderIn(found, target, index) < HITS_EACH);
    const hits = await completed(db, withoutRepeats(shown), newYorkDate(clock.now()));
    return { hits, more: shown.length < found.length };
  },
} satisfies Partial<OperatorHandlers>;

/** How many results of its kind come before it. */
function orderIn(targets: readonly Target[], { kind }: Target, index: number): number {
  return targets.slice(0, index).filter((other) => other.kind === kind).length;
}

/** Leaves out the address of a subscriber who was already found by name or email. */
function withoutRepeats(targets: readonly Target[]): readonly Target[] {
  const users = new Set(targets.flatMap(({ kind, userId }) => (kind === 'subscriber' ? [userId] : [])));
  return targets.filter(({ kind, userId }) => kind !== 'address' || !users.has(userId));
}

async function completed(db: Db, targets: readonly Target[], today: CalendarDate): Promise<SearchHit[]> {
  const users = targets.flatMap(({ userId, subscriptionId }) => (subscriptionId === null && userId ? [userId] : []));
  const newest = await newestOf(db, users);
  const named = targets.map((target) => ({
    ...target,
    subscriptionId: target.subscriptionId ?? newest.get(target.userId ?? '') ?? null,
  }));
  const bought = await readSubscriptions(
    db,
    named.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    today,
  );
  const others = await readProfiles(db, users);
  return named.flatMap(({ kind, found, userId, subscriptionId }, index) => {
    const owner = bought.get(subscriptionId ?? '') ?? others.get(userId ?? '');
    return owner === undefined ? [] : [{ ...owner, id: `${kind}:${index}`, kind, found }];
  });
}

async function newestOf(db: Db, users: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (users.length === 0) return new Map();
  const { userId, id, createdAt } = subscriptions;
  const rows = await db
    .selectDistinctOn([userId], { userId, id })
    .from(subscriptions)
    .where(inArray(userId, [...users]))
    .orderBy(userId, desc(createdAt));
  return new Map(rows.map((row) => [row.userId, row.id]));
}

type Owner = Omit<SearchHit, 'id' | 'kind' | 'found'>;

const PLACE = sql<string>`concat_ws(', ', ${shippingAddresses.city}, nullif(${shippingAddresses.stateProvince}, ''), ${shippingAddresses.country})`;

async function readSubscriptions(db: Db, ids: readonly string[], today: CalendarDate) {
  if (ids.length === 0) return new Map<string, Owner>();
  const rows = await db
    .select({
      subscriberId: subscriptions.userId,
      subscriptionId: subscriptions.id,
      name: userProfiles.fullName,
      email: userProfiles.email,
      town: PLACE,
      status: wordOn(today),
    })
    .from(subscriptions)
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, subscriptions.shippingAddressId))
    .where(inArray(subscriptions.id, [...ids]));
  return new Map<string, Owner>(rows.map((row) => [row.subscriptionId, row]));
}

async function readProfiles(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Owner>();
  const isHome = and(eq(shippingAddresses.userId, userProfiles.id), shippingAddresses.isDefault);
  const rows = await db
    .select({
      subscriberId: userProfiles.id,
      name: userProfiles.fullName,
      email: userProfiles.email,
      town: sql<string | null>`nullif(${PLACE}, '')`,
    })
    .from(userProfiles)
    .leftJoin(shippingAddresses, isHome)
    .where(inArray(userProfiles.id, [...ids]));
  return new Map<string, Owner>(rows.map((row) => [row.subscriberId, { ...row, subscriptionId: null, status: null }]));
}
