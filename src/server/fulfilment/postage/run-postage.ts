import { and, eq, isNull, sql } from 'drizzle-orm';
import { findPages } from '../../../../seasons/catalogue.ts';
import { ouncesOf } from '../../../../seasons/weight.ts';
import { addDays, addMonths, calendarDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { type Mailpieces, type Postage, postageFor, type PostageLine } from '../../../domain/postage.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { printerBatches } from '../printer-schema.ts';
import { type DatedPostage, mailingBatches, type PlannedPieces } from '../schema.ts';
import { readRatesOn } from './rates.ts';

const MOST_SHEETS = 3;

interface Pieces extends Record<string, unknown> {
  readonly batch: number | null;
  readonly seasonId: string;
  readonly letter: number;
  readonly country: string | null;
  readonly cards: number;
  readonly isGift: boolean;
  readonly pieces: number;
}

/**
 * A message that isn't printed yet counts as one card. Letters that a printer mails are left out, since they need no
 * stamps.
 */
async function readNotHandedOver(db: Db, runId: string): Promise<Pieces[]> {
  const { rows } = await db.execute<Pieces>(sql`
    select b.number as batch, s.season_id as "seasonId", p.letter, p.country,
      coalesce(p.cards, (p.card is not null)::int) as cards, p.card is not null as "isGift", count(*)::int as pieces
    from mailing_pieces p
    join subscriptions s on s.id = p.subscription_id
    left join mailing_batches b on b.run_id = p.run_id and p.number between b.first_number and b.last_number
    where p.run_id = ${runId} and p.state = 'frozen'
      and (select state from mailing_runs where id = ${runId}) <> 'handed_over'
      and not exists (select 1 from printer_letters l where l.piece_id = p.id and l.state <> 'called_back')
    group by 1, 2, 3, 4, 5, 6`);
  return rows;
}

interface Paper {
  readonly sheets: number;
  readonly isUneven: boolean;
}

interface EditionPaper extends Paper, Record<string, unknown> {
  readonly batch: number;
  readonly seasonId: string;
  readonly letter: number;
}

async function readPaper(db: Db, runId: string): Promise<(pieces: Pieces) => Paper> {
  const { rows } = await db.execute<EditionPaper>(sql`
    select distinct f.batch, e.season_id as "seasonId", e.letter, e.sheets, e.is_uneven as "isUneven"
    from mailing_files f join letter_editions e on e.edition = f.edition
    where f.run_id = ${runId} and f.kind in ('letter_master', 'letter_personal')`);
  const printed = new Map(rows.map((row) => [keyOf(row), row]));
  return (pieces) => printed.get(keyOf(pieces)) ?? currentPaper(pieces);
}

function keyOf({ batch, seasonId, letter }: Pick<Pieces, 'batch' | 'seasonId' | 'letter'>): string {
  return `${batch}/${seasonId}/${letter}`;
}

export function currentPaper({ seasonId, letter }: Pick<Pieces, 'seasonId' | 'letter'>): Paper {
  const found = findPages(seasonId)?.letters.find(({ number }) => number === letter);
  return { sheets: found?.sheets ?? MOST_SHEETS, isUneven: found?.isUneven ?? false };
}

async function readMailpieces(db: Db, runId: string, batch?: number): Promise<Mailpieces[]> {
  const [groups, paperOf] = await Promise.all([readNotHandedOver(db, runId), readPaper(db, runId)]);
  return groups
    .filter((group) => batch === undefined || group.batch === batch)
    .map((group) => {
      const { sheets, isUneven } = paperOf(group);
      const { country, cards, isGift, pieces } = group;
      return { country: country ?? 'OTHER', ounces: ouncesOf({ sheets, cards }), isUneven, isGift, pieces };
    });
}

export async function postageToBuy(db: Db, runId: string, on: CalendarDate): Promise<DatedPostage | null> {
  const pieces = await readMailpieces(db, runId);
  // Without pieces, no rates are needed.
  return pieces.length === 0 ? { on, ...postageFor([], []) } : await postageOn(db, pieces, on);
}

async function postageOn(db: Db, pieces: readonly Mailpieces[], on: CalendarDate): Promise<DatedPostage | null> {
  const rates = await readRatesOn(db, on);
  return rates.length === 0 ? null : { on, ...postageFor(pieces, rates) };
}

/** Stores the postage that a new batch's packing sheet will show. */
export async function recordPrintedPostage(
  tx: Transaction,
  { runId, batch, on }: { readonly runId: string; readonly batch: number; readonly on: CalendarDate },
): Promise<void> {
  const postage = await postageOn(tx, await readMailpieces(tx, runId, batch), on);
  if (postage !== null) await tx.update(mailingBatches).set({ postage }).where(isBatch(runId, batch));
}

/** Call it before the batch's pieces are marked as handed over. */
export async function recordHandOverPostage(
  tx: Transaction,
  { runId, batch, on }: { readonly runId: string; readonly batch: number; readonly on: CalendarDate },
): Promise<void> {
  const handOverPostage = await postageOn(tx, await readMailpieces(tx, runId, batch), on);
  // A batch that the printer mails needs no stamps.
  if (handOverPostage === null || handOverPostage.lines.length === 0) return;
  const handOverSubscribers = await countSubscribers(tx, runId, batch, on);
  const posted = { handOverPostage, handOverCents: handOverPostage.totalCents, handOverSubscribers };
  await tx.update(mailingBatches).set(posted).where(isBatch(runId, batch));
}

/** Subscriptions that had no letter this month before this batch. */
async function countSubscribers(tx: Transaction, runId: string, batch: number, on: CalendarDate): Promise<number> {
  const first = calendarDate(`${on.slice(0, 7)}-01`);
  const last = addDays(addMonths(first, 1), -1);
  const { rows } = await tx.execute<{ subscribers: number }>(sql`
    select count(distinct p.subscription_id)::int as subscribers
    from mailing_batches b
    join mailing_pieces p on p.run_id = b.run_id and p.number between b.first_number and b.last_number
    where b.run_id = ${runId} and b.number = ${batch} and p.state = 'frozen' and not exists (
      select 1 from mailing_pieces other
      where other.subscription_id = p.subscription_id and other.handed_over_on between ${first} and ${last})`);
  return rows[0]?.subscribers ?? 0;
}

function isBatch(runId: string, batch: number) {
  return and(eq(mailingBatches.runId, runId), eq(mailingBatches.number, batch));
}

/** The postage of a planned run. Each gift message counts as one card. */
export async function readPlannedPostage(db: Db, planned: readonly PlannedPieces[], on: CalendarDate) {
  const mailpieces = planned.map(({ country, isGift, pieces, ...letter }) => {
    const { sheets, isUneven } = currentPaper(letter);
    return { country, ounces: ouncesOf({ sheets, cards: Number(isGift) }), isUneven, isGift, pieces, sheets };
  });
  return {
    letters: mailpieces.reduce((sum, { pieces }) => sum + pieces, 0),
    sheets: mailpieces.reduce((sum, { pieces, sheets }) => sum + pieces * sheets, 0),
    postage: await postageOn(db, mailpieces, on),
  };
}

export interface RunPostage {
  /** Null if there are no rates. */
  readonly toBuy: DatedPostage | null;
  /** Null if a packing sheet of these batches shows no postage. */
  readonly onSheetsCents: number | null;
  readonly used: Postage | null;
}

/** @param on the day whose rates are used for pieces that aren't handed over */
export async function readRunPostage(db: Db, runId: string, on: CalendarDate): Promise<RunPostage> {
  const [toBuy, batches] = await Promise.all([
    postageToBuy(db, runId, on),
    db
      .select({
        handedOverAt: mailingBatches.handedOverAt,
        postage: mailingBatches.postage,
        handOverPostage: mailingBatches.handOverPostage,
        sentToPrinterAt: printerBatches.sentAt,
      })
      .from(mailingBatches)
      .leftJoin(
        printerBatches,
        and(
          eq(printerBatches.runId, mailingBatches.runId),
          eq(printerBatches.batch, mailingBatches.number),
          isNull(printerBatches.calledBackAt),
        ),
      )
      .where(eq(mailingBatches.runId, runId)),
  ]);
  const waiting = batches.filter(
    ({ handedOverAt, sentToPrinterAt }) => handedOverAt === null && sentToPrinterAt === null,
  );
  const used = batches.flatMap(({ handOverPostage }) => handOverPostage ?? []);
  const isOnSheets = waiting.length > 0 && waiting.every(({ postage }) => postage !== null);
  return {
    toBuy,
    onSheetsCents: isOnSheets ? waiting.reduce((sum, { postage }) => sum + (postage?.totalCents ?? 0), 0) : null,
    used: used.length === 0 ? null : merged(used),
  };
}

function merged(all: readonly Postage[]): Postage {
  const lines = new Map<string, PostageLine>();
  for (const line of all.flatMap((postage) => postage.lines)) {
    const key = JSON.stringify([line.zone, line.ounces, line.isNonmachinable, line.cents]);
    lines.set(key, { ...line, pieces: (lines.get(key)?.pieces ?? 0) + line.pieces });
  }
  return { lines: [...lines.values()], totalCents: all.reduce((sum, { totalCents }) => sum + totalCents, 0) };
}
