import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Sighting } from '../../../domain/sightings.ts';
import type { CalendarPiece } from '../../../domain/letter-calendar.ts';
import { type Db, preparedStatement } from '../../platform/db/database.ts';
import { deliveryHolds, mailingRuns, reships, temporaryAddresses, mailingPieces } from '../schema.ts';
import { lastSeen } from '../scans/sightings.sql.ts';
import { isOpenHold } from '../planning/held.sql.ts';
import { type FrozenAddress, shippingAddresses } from '../../customers/schema.ts';
import type { Subscription } from '../../commerce/subscriptions/queries.ts';

export type Hold = typeof deliveryHolds.$inferSelect;
export type TemporaryAddress = typeof temporaryAddresses.$inferSelect;
export type Reship = typeof reships.$inferSelect;

export interface OwnPiece extends CalendarPiece {
  readonly id: string;
  readonly runId: string | null;
  readonly address: FrozenAddress;
  readonly lastSeen: Sighting | null;
}

export async function listOwnPieces(db: Db, subscriptionId: string): Promise<OwnPiece[]> {
  const rows = await piecesStatement(db).execute({ subscriptionId });
  return rows.map(({ piece, dueOn, lastSeen: seen }) => ({ ...presentPiece(piece, dueOn), lastSeen: seen }));
}

const piecesStatement = preparedStatement((db: Db) =>
  db
    .select({ piece: mailingPieces, dueOn: mailingRuns.handOverOn, lastSeen: lastSeen() })
    .from(mailingPieces)
    .leftJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId))
    .where(eq(mailingPieces.subscriptionId, sql.placeholder('subscriptionId')))
    .orderBy(asc(mailingPieces.letter), asc(mailingPieces.attempt))
    .prepare('own-pieces'),
);

function presentPiece(piece: typeof mailingPieces.$inferSelect, dueOn: CalendarDate | null) {
  const { arrivesFrom, arrivesBy, confirmedAt, ...shown } = piece;
  const { id, runId, letter, attempt, state, nominalOn, handedOverOn, address } = shown;
  const deliveryWindow =
    arrivesFrom === null || arrivesBy === null ? null : { earliest: arrivesFrom, latest: arrivesBy };
  const confirmed = confirmedAt !== null;
  return { id, runId, letter, attempt, state, nominalOn, dueOn, handedOverOn, deliveryWindow, confirmed, address };
}

export async function findUsualAddress(db: Db, { shippingAddressId }: Pick<Subscription, 'shippingAddressId'>) {
  const [row] = await addressStatement(db).execute({ shippingAddressId });
  if (row === undefined) throw new Error(`There is no address ${shippingAddressId}.`);
  return row;
}

const addressStatement = preparedStatement((db: Db) =>
  db
    .select()
    .from(shippingAddresses)
    .where(eq(shippingAddresses.id, sql.placeholder('shippingAddressId')))
    .prepare('usual-address'),
);

export async function listOpenHolds(db: Db, subscriptionId: string, today: CalendarDate): Promise<Hold[]> {
  return await holdsStatement(db).execute({ subscriptionId, today });
}

const holdsStatement = preparedStatement((db: Db) =>
  db
    .select()
    .from(deliveryHolds)
    .where(
      and(
        eq(deliveryHolds.subscriptionId, sql.placeholder('subscriptionId')),
        isOpenHold(sql`${sql.placeholder('today')}`, null),
      ),
    )
    .orderBy(asc(deliveryHolds.createdAt), asc(deliveryHolds.id))
    .prepare('open-holds'),
);

/** The newest last: for each letter the newest counts (rules/fulfilment 24). */
export async function listTemporaryAddresses(db: Db, subscriptionId: string): Promise<TemporaryAddress[]> {
  return await temporaryStatement(db).execute({ subscriptionId });
}

const temporaryStatement = preparedStatement((db: Db) =>
  db
    .select()
    .from(temporaryAddresses)
    .where(
      and(
        eq(temporaryAddresses.subscriptionId, sql.placeholder('subscriptionId')),
        isNull(temporaryAddresses.withdrawnAt),
      ),
    )
    .orderBy(asc(temporaryAddresses.createdAt), asc(temporaryAddresses.id))
    .prepare('temporary-addresses'),
);

export async function listReships(db: Db, subscriptionId: string): Promise<Reship[]> {
  return await db
    .select()
    .from(reships)
    .where(and(eq(reships.subscriptionId, subscriptionId), ne(reships.state, 'refused')))
    .orderBy(asc(reships.askedAt));
}
