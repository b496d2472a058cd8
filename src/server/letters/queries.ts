import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { CalendarPiece } from '../../domain/letter-calendar.ts';
import type { Db } from '../db/database.ts';
import { mailHolds, mailingRuns, reships, temporaryAddresses } from '../db/mailing-schema.ts';
import { type FrozenAddress, mailingPieces, shippingAddresses } from '../db/schema.ts';
import type { Subscription } from '../subscriptions/queries.ts';
import { calendarDate } from '../mailing/holidays.ts';

export type Hold = typeof mailHolds.$inferSelect;
export type TemporaryAddress = typeof temporaryAddresses.$inferSelect;
export type Reship = typeof reships.$inferSelect;

/** A piece as its subscriber's calendar shows it, with what an action on it needs. */
export interface OwnPiece extends CalendarPiece {
  readonly id: string;
  readonly runId: string | null;
}

export async function listOwnPieces(db: Db, subscriptionId: string): Promise<OwnPiece[]> {
  const rows = await db
    .select({ piece: mailingPieces, dueOn: mailingRuns.handOverOn })
    .from(mailingPieces)
    .leftJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId))
    .where(eq(mailingPieces.subscriptionId, subscriptionId))
    .orderBy(asc(mailingPieces.letter), asc(mailingPieces.attempt));
  return rows.map(({ piece, dueOn }) => presentPiece(piece, dueOn));
}

function presentPiece(piece: typeof mailingPieces.$inferSelect, dueOn: CalendarDate | null): OwnPiece {
  const { arrivesFrom, arrivesBy, handedOverOn } = piece;
  return {
    id: piece.id,
    runId: piece.runId,
    letter: piece.letter,
    attempt: piece.attempt,
    state: piece.state,
    nominalOn: calendarDate(piece.nominalOn),
    dueOn,
    handedOverOn: handedOverOn === null ? null : calendarDate(handedOverOn),
    arrival:
      arrivesFrom === null || arrivesBy === null
        ? null
        : { earliest: calendarDate(arrivesFrom), latest: calendarDate(arrivesBy) },
    confirmed: piece.confirmedAt !== null,
  };
}

/** Where the letters of a subscription go unless somebody says otherwise. */
export async function findCountry(
  db: Db,
  { shippingAddressId }: Pick<Subscription, 'shippingAddressId'>,
): Promise<string> {
  const [row] = await db
    .select({ country: shippingAddresses.country })
    .from(shippingAddresses)
    .where(eq(shippingAddresses.id, shippingAddressId));
  return row?.country ?? 'US';
}

/** Holds that still keep something back on that day or later. */
export async function listOpenHolds(db: Db, subscriptionId: string, today: CalendarDate): Promise<Hold[]> {
  return await db
    .select()
    .from(mailHolds)
    .where(and(eq(mailHolds.subscriptionId, subscriptionId), isNull(mailHolds.liftedAt), gt(mailHolds.resumeOn, today)))
    .orderBy(asc(mailHolds.createdAt), asc(mailHolds.id));
}

export async function insertHold(db: Db, hold: Omit<typeof mailHolds.$inferInsert, 'id'>): Promise<void> {
  await db.insert(mailHolds).values({ id: sql`gen_random_uuid()`, ...hold });
}

/** False when there is no such open hold. */
export async function closeHold(db: Db, subscriptionId: string, id: string, now: Date): Promise<boolean> {
  const closed = await db
    .update(mailHolds)
    .set({ liftedAt: now })
    .where(and(eq(mailHolds.id, id), eq(mailHolds.subscriptionId, subscriptionId), isNull(mailHolds.liftedAt)))
    .returning({ id: mailHolds.id });
  return closed.length > 0;
}

/** The newest last, in the order by which the freeze chooses among those that share a letter. */
export async function listTemporaryAddresses(db: Db, subscriptionId: string): Promise<TemporaryAddress[]> {
  return await db
    .select()
    .from(temporaryAddresses)
    .where(and(eq(temporaryAddresses.subscriptionId, subscriptionId), isNull(temporaryAddresses.withdrawnAt)))
    .orderBy(asc(temporaryAddresses.createdAt), asc(temporaryAddresses.id));
}

export async function insertTemporaryAddress(
  db: Db,
  values: { subscriptionId: string; fromLetter: number; toLetter: number; address: FrozenAddress; createdAt: Date },
): Promise<void> {
  await db.insert(temporaryAddresses).values({ id: sql`gen_random_uuid()`, ...values });
}

/** False when there is no such address in use. */
export async function closeTemporaryAddress(db: Db, subscriptionId: string, id: string, now: Date): Promise<boolean> {
  const { id: idOf, subscriptionId: owner, withdrawnAt } = temporaryAddresses;
  const closed = await db
    .update(temporaryAddresses)
    .set({ withdrawnAt: now })
    .where(and(eq(idOf, id), eq(owner, subscriptionId), isNull(withdrawnAt)))
    .returning({ id: idOf });
  return closed.length > 0;
}

/** Every reship ever asked for and not refused; those whose piece exists have been carried out. */
export async function listReships(db: Db, subscriptionId: string): Promise<Reship[]> {
  return await db
    .select()
    .from(reships)
    .where(and(eq(reships.subscriptionId, subscriptionId), ne(reships.state, 'refused')))
    .orderBy(asc(reships.askedAt));
}
