import { and, asc, eq, not, type SQL, sql } from 'drizzle-orm';
import { findPages } from '../../../../seasons/catalogue.ts';
import type { SeasonManifest } from '../../../../seasons/season.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { isGivenBack } from '../../commerce/refunds/given-back.sql.ts';
import { isReadBy, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { isReadable } from '../../fulfilment/tracking/received.sql.ts';
import type { Db } from '../../platform/db/database.ts';
import { notFound } from '../../platform/api-error.ts';

/** Subscriptions whose letters that user receives (rules/case-file 1). */
export function comesTo(db: Db, userId: string): SQL | undefined {
  return and(not(isGivenBack()), isReadBy(db, userId));
}

export interface LettersAtHand {
  readonly seasonId: string;
  readonly letters: readonly number[];
}

/**
 * The only function that decides which letters a user may see (rules/case-file 2).
 * @param today in New York
 */
export async function listLettersAtHand(db: Db, userId: string, today: CalendarDate): Promise<LettersAtHand[]> {
  const { letter } = mailingPieces;
  return await db
    .select({
      seasonId: subscriptions.seasonId,
      letters: sql<
        number[]
      >`coalesce(array_agg(distinct ${letter} order by ${letter}) filter (where ${letter} is not null), '{}')`,
    })
    .from(subscriptions)
    .leftJoin(mailingPieces, and(eq(mailingPieces.subscriptionId, subscriptions.id), isReadable(today)))
    .where(comesTo(db, userId))
    .groupBy(subscriptions.seasonId)
    .orderBy(asc(subscriptions.seasonId));
}

export interface CaseFile {
  readonly userId: string;
  readonly season: SeasonManifest;
  readonly atHand: ReadonlySet<number>;
}

/** @returns null for a season without pages, or that the user doesn't receive */
export async function findCaseFile(
  db: Db,
  userId: string,
  seasonId: string,
  today: CalendarDate,
): Promise<CaseFile | null> {
  const season = findPages(seasonId);
  const mine = (await listLettersAtHand(db, userId, today)).find((one) => one.seasonId === seasonId);
  return season === null || mine === undefined ? null : { userId, season, atHand: new Set(mine.letters) };
}

/** @throws ApiError not_found */
export async function requireCaseFile(...which: Parameters<typeof findCaseFile>): Promise<CaseFile> {
  const file = await findCaseFile(...which);
  if (file === null) throw notFound('case file');
  return file;
}

/**
 * The subscriptions to one season whose letters the user receives, oldest first.
 * @param lock until the transaction ends
 */
export async function listCaseSubscriptions(
  db: Db,
  userId: string,
  seasonId: string,
  lock = false,
): Promise<Subscription[]> {
  const query = db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.seasonId, seasonId), comesTo(db, userId)))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
  return await (lock ? query.for('no key update', { of: subscriptions }) : query);
}
