import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { CalendarPiece } from '../../../domain/letter-calendar.ts';
import type { Db } from '../../platform/db/database.ts';
import { deliveryHolds, mailingRuns, reships, temporaryAddresses, mailingPieces } from '../schema.ts';
import { shippingAddresses } from '../../customers/schema.ts';
import type { Subscription } from '../../commerce/subscriptions/queries.ts';

export type Hold = typeof deliveryHolds.$inferSelect;
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
    nominalOn: piece.nominalOn,
    dueOn,
    handedOverOn: handedOverOn === null ? null : handedOverOn,
    deliveryWindow: arrivesFrom === null || arrivesBy === null ? null : { earliest: arrivesFrom, latest: arrivesBy },
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
    .from(deliveryHolds)
    .where(
      and(
        eq(deliveryHolds.subscriptionId, subscriptionId),
        isNull(deliveryHolds.liftedAt),
        gt(deliveryHolds.resumeOn, today),
      ),
    )
    .orderBy(asc(deliveryHolds.createdAt), asc(deliveryHolds.id));
}

/** The newest last, in the order by which the freeze chooses among those that share a letter. */
export async function listTemporaryAddresses(db: Db, subscriptionId: string): Promise<TemporaryAddress[]> {
  return await db
    .select()
    .from(temporaryAddresses)
    .where(and(eq(temporaryAddresses.subscriptionId, subscriptionId), isNull(temporaryAddresses.withdrawnAt)))
    .orderBy(asc(temporaryAddresses.createdAt), asc(temporaryAddresses.id));
}

/** Every reship ever asked for and not refused; those whose piece exists have been carried out. */
export async function listReships(db: Db, subscriptionId: string): Promise<Reship[]> {
  return await db
    .select()
    .from(reships)
    .where(and(eq(reships.subscriptionId, subscriptionId), ne(reships.state, 'refused')))
    .orderBy(asc(reships.askedAt));
}
