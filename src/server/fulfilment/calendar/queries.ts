import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CalendarDate, DateWindow } from '../../../domain/calendar-date.ts';
import type { CalendarPiece } from '../../../domain/letter-calendar.ts';
import type { Sighting } from '../../../domain/sightings.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { monthsPaidValue } from '../../commerce/subscriptions/months-paid.ts';
import { isReadBy, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { type FrozenAddress, shippingAddresses } from '../../customers/schema.ts';
import { holidayOverridesValue } from '../../platform/holidays.ts';
import { type Db, preparedStatement } from '../../platform/db/database.ts';
import { jsonObject, jsonRows } from '../../platform/db/whole-row.ts';
import { mailedElsewhere } from '../pieces/mailed-elsewhere.sql.ts';
import { frozenAddressOf } from '../pieces/frozen-address.sql.ts';
import { isOpenHold } from '../planning/held.sql.ts';
import { isSentAgain, unsentReships } from '../reships.ts';
import { lastSeen } from '../scans/sightings.sql.ts';
import { deliveryHolds, mailingPieces, mailingRuns, temporaryAddresses } from '../schema.ts';

export type Hold = Pick<typeof deliveryHolds.$inferSelect, keyof typeof HOLD>;
export type TemporaryAddress = Pick<typeof temporaryAddresses.$inferSelect, keyof typeof TEMPORARY>;

export interface OwnPiece extends CalendarPiece {
  readonly id: string;
  readonly runId: string | null;
  readonly address: FrozenAddress;
  readonly lastSeen: Sighting | null;
}

const { arrivesFrom, arrivesBy } = mailingPieces;

const PIECE = {
  id: mailingPieces.id,
  runId: mailingPieces.runId,
  letter: mailingPieces.letter,
  attempt: mailingPieces.attempt,
  state: mailingPieces.state,
  nominalOn: mailingPieces.nominalOn,
  dueOn: mailingRuns.handOverOn,
  handedOverOn: mailingPieces.handedOverOn,
  deliveryWindow: sql<DateWindow | null>`case when ${arrivesFrom} is not null and ${arrivesBy} is not null then json_build_object('earliest', ${arrivesFrom}, 'latest', ${arrivesBy}) end`,
  confirmed: sql<boolean>`${mailingPieces.confirmedAt} is not null`,
  mailedElsewhere: mailedElsewhere(),
  address: mailingPieces.address,
  lastSeen: lastSeen(),
};

const HOLD = { id: deliveryHolds.id, fromLetter: deliveryHolds.fromLetter, resumeOn: deliveryHolds.resumeOn };

const TEMPORARY = {
  id: temporaryAddresses.id,
  fromLetter: temporaryAddresses.fromLetter,
  toLetter: temporaryAddresses.toLetter,
  address: temporaryAddresses.address,
};

const isTheirs = (subscriptionId: PgColumn) => sql`${subscriptionId} = ${subscriptions.id}`;

const FACTS = {
  subscription: subscriptions,
  usualAddress: frozenAddressOf('shipping_addresses'),
  pieces: jsonRows(
    PIECE,
    sql`${mailingPieces} left join ${mailingRuns} on ${mailingRuns.id} = ${mailingPieces.runId} where ${isTheirs(mailingPieces.subscriptionId)}`,
    sql`${mailingPieces.letter}, ${mailingPieces.attempt}`,
  ),
  holds: jsonRows(
    HOLD,
    sql`${deliveryHolds} where ${isTheirs(deliveryHolds.subscriptionId)} and ${isOpenHold(sql`${sql.placeholder('today')}`, null)}`,
    sql`${deliveryHolds.createdAt}, ${deliveryHolds.id}`,
  ),
  temporaryAddresses: jsonRows(
    TEMPORARY,
    sql`${temporaryAddresses} where ${isTheirs(temporaryAddresses.subscriptionId)} and ${temporaryAddresses.withdrawnAt} is null`,
    sql`${temporaryAddresses.createdAt}, ${temporaryAddresses.id}`,
  ),
  reships: unsentReships,
  isSentAgain,
  monthsPaid: monthsPaidValue,
  holidays: holidayOverridesValue,
};

function letterFacts(db: Db, which: SQL | undefined) {
  return db
    .select({ facts: jsonObject(FACTS) })
    .from(subscriptions)
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, subscriptions.shippingAddressId))
    .where(which);
}

const factsStatement = preparedStatement((db: Db) =>
  letterFacts(db, eq(subscriptions.id, sql.placeholder('id'))).prepare('letter-facts'),
);

/** PostgreSQL makes a new plan for each call, since the array may be long. */
const severalStatement = preparedStatement((db: Db) =>
  letterFacts(db, sql`${subscriptions.id} = any(${sql.placeholder('ids')}::uuid[])`).prepare('several-letter-facts'),
);

const readFactsStatement = preparedStatement((db: Db) =>
  letterFacts(db, and(eq(subscriptions.id, sql.placeholder('id')), isReadBy(db, sql.placeholder('userId')))).prepare(
    'read-letter-facts',
  ),
);

const allReadStatement = preparedStatement((db: Db) =>
  letterFacts(db, isReadBy(db, sql.placeholder('userId')))
    .orderBy(asc(subscriptions.createdAt))
    .limit(100)
    .prepare('all-read-letter-facts'),
);

export type LetterFacts = Omit<Awaited<ReturnType<typeof letterFacts>>[number]['facts'], 'subscription'> & {
  readonly subscription: Subscription;
};

/** In the same order as `of`. */
export async function listLetterFacts(
  db: Db,
  of: readonly Subscription[],
  today: CalendarDate,
): Promise<LetterFacts[]> {
  const ids = of.map(({ id }) => id);
  const [id, ...others] = ids;
  if (id === undefined) return [];
  const rows = await (others.length === 0
    ? factsStatement(db).execute({ id, today })
    : severalStatement(db).execute({ ids, today }));
  return of.flatMap((subscription) => {
    const row = rows.find(({ facts }) => facts.subscription?.id === subscription.id);
    return row === undefined ? [] : [{ ...row.facts, subscription }];
  });
}

export async function findReadLetterFacts(
  db: Db,
  key: { readonly id: string; readonly userId: string },
  today: CalendarDate,
): Promise<LetterFacts | null> {
  const [row] = await readFactsStatement(db).execute({ ...key, today });
  return row?.facts.subscription ? { ...row.facts, subscription: row.facts.subscription } : null;
}

export async function listReadLetterFacts(db: Db, userId: string, today: CalendarDate): Promise<LetterFacts[]> {
  const rows = await allReadStatement(db).execute({ userId, today });
  return rows.flatMap(({ facts }) => (facts.subscription ? [{ ...facts, subscription: facts.subscription }] : []));
}

export async function listOwnPieces(db: Db, subscriptionId: string): Promise<OwnPiece[]> {
  return await db
    .select(PIECE)
    .from(mailingPieces)
    .leftJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId))
    .where(eq(mailingPieces.subscriptionId, subscriptionId))
    .orderBy(asc(mailingPieces.letter), asc(mailingPieces.attempt));
}

export async function listOpenHolds(db: Db, subscriptionId: string, today: CalendarDate): Promise<Hold[]> {
  return await db
    .select(HOLD)
    .from(deliveryHolds)
    .where(and(eq(deliveryHolds.subscriptionId, subscriptionId), isOpenHold(today, null)))
    .orderBy(asc(deliveryHolds.createdAt), asc(deliveryHolds.id));
}

/** Oldest first. If several apply to a letter, the newest is used (rules/fulfilment 24). */
export async function listTemporaryAddresses(db: Db, subscriptionId: string): Promise<TemporaryAddress[]> {
  return await db
    .select(TEMPORARY)
    .from(temporaryAddresses)
    .where(and(eq(temporaryAddresses.subscriptionId, subscriptionId), isNull(temporaryAddresses.withdrawnAt)))
    .orderBy(asc(temporaryAddresses.createdAt), asc(temporaryAddresses.id));
}
