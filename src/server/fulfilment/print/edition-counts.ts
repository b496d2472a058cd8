import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import { CATALOGUE } from '../../../../seasons/catalogue.ts';
import { gramsOf } from '../../../../seasons/weight.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Piece } from '../pieces/pieces.ts';
import { letterEditions, mailingBatches, mailingFiles } from '../schema.ts';
import { currentEdition } from './editions.ts';

const PAGES = ['letter_master', 'letter_personal'] as const;

export interface EditionCount {
  readonly seasonId: string;
  readonly letter: number;
  readonly title: string;
  readonly edition: string;
  readonly isCurrent: boolean;
  readonly sheets: number;
  readonly pages: number | null;
  readonly grams: number;
  readonly printedFirst: Date | null;
  readonly printed: number;
  readonly handedOver: number;
}

/** Each letter's current edition, printed or not, and all earlier printed editions. */
export async function listEditionCounts(db: Db): Promise<EditionCount[]> {
  const stored = await readCounts(db);
  const current = CATALOGUE.flatMap((season) =>
    season.letters.map((letter) => ({ season, letter, edition: currentEdition(season, letter) })),
  );
  const isCurrent = new Set(current.map(({ edition }) => edition));
  const known = new Set(stored.map(({ edition }) => edition));
  const unprinted = current
    .filter(({ edition }) => !known.has(edition))
    .map(({ season, letter, edition }) => ({
      seasonId: season.product,
      letter: letter.number,
      title: letter.title,
      edition,
      sheets: letter.sheets,
      pages: null,
      printedFirst: null,
      printed: 0,
      handedOver: 0,
    }));
  return [...stored, ...unprinted]
    .map((one) => ({ ...one, isCurrent: isCurrent.has(one.edition), grams: gramsOf(one.sheets) }))
    .sort(
      (one, other) =>
        one.seasonId.localeCompare(other.seasonId) || one.letter - other.letter || ageOf(one) - ageOf(other),
    );
}

function ageOf({ printedFirst }: Pick<EditionCount, 'printedFirst'>): number {
  return printedFirst?.getTime() ?? Infinity;
}

async function readCounts(db: Db): Promise<Omit<EditionCount, 'isCurrent' | 'grams'>[]> {
  const { edition, seasonId, letter, sheets, pages, info, createdAt } = letterEditions;
  const rows = await db
    .select({
      edition,
      seasonId,
      letter,
      sheets,
      pages,
      info,
      printedFirst: createdAt,
      printed: sql<number>`coalesce(sum(${mailingFiles.pieces}), 0)::int`,
      handedOver: sql<number>`coalesce(sum(${mailingFiles.pieces}) filter (where ${mailingBatches.handedOverAt} is not null), 0)::int`,
    })
    .from(letterEditions)
    .leftJoin(mailingFiles, and(eq(mailingFiles.edition, edition), inArray(mailingFiles.kind, [...PAGES])))
    .leftJoin(
      mailingBatches,
      and(eq(mailingBatches.runId, mailingFiles.runId), eq(mailingBatches.number, mailingFiles.batch)),
    )
    .groupBy(edition);
  return rows.map(({ info: { title }, ...row }) => ({ ...row, title }));
}

/** The edition in an envelope. Null if it isn't printed, or was printed before editions were recorded. */
export async function editionOfPiece(db: Db, { runId, letter, number, subscriptionId }: Piece): Promise<string | null> {
  if (runId === null || number === null) return null;
  const [row] = await db
    .select({ edition: mailingFiles.edition })
    .from(mailingFiles)
    .innerJoin(letterEditions, eq(letterEditions.edition, mailingFiles.edition))
    .where(
      and(
        eq(mailingFiles.runId, runId),
        eq(mailingFiles.letter, letter),
        inArray(mailingFiles.kind, [...PAGES]),
        lte(mailingFiles.firstNumber, number),
        gte(mailingFiles.lastNumber, number),
        sql`${letterEditions.seasonId} = (select s.season_id from subscriptions s where s.id = ${subscriptionId})`,
      ),
    );
  return row?.edition ?? null;
}
