import { and, eq, inArray, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { mailingPieces } from '../schema.ts';
import { readBatch } from '../print/print.ts';
import { findPrinterBatch, type PrinterBatch, type PrinterLetter } from '../printer-ledger.ts';
import { printerLetters } from '../printer-schema.ts';
import { editionsOfBatch, pagesOf } from './letter-pages.ts';
import type { Printer, ReturnAddress } from './lob-printer.ts';
import { type PrinterContext, printerOf, readReturnAddress } from './printer-context.ts';
import { readSettings } from '../../platform/shop-settings.ts';

const PAGE = 25;
const AT_ONCE = 4;
/** How long another process may still be trying a letter. */
export const LEASE_SECONDS = 120;

export interface BatchName {
  readonly runId: string;
  readonly batch: number;
}

/**
 * Orders and cancels letters until no work is left (decision 128).
 * @throws Error if some results are unknown
 */
export async function workAtPrinter(ctx: PrinterContext, name: BatchName): Promise<void> {
  const printer = printerOf(ctx);
  const batch = await findPrinterBatch(ctx.db, name.runId, name.batch);
  if (batch === null) return;
  const [editions, printed] = await Promise.all([
    editionsOfBatch(ctx.db, name.runId, name.batch),
    readBatch(ctx.db, name.runId, name.batch),
  ]);
  const limit = pLimit(AT_ONCE);
  let unknown = 0;
  for (;;) {
    const letters = await claimLetters(ctx, name);
    if (letters.length === 0) break;
    const pieces = await ctx.db
      .select()
      .from(mailingPieces)
      .where(
        inArray(
          mailingPieces.id,
          letters.map(({ pieceId }) => pieceId),
        ),
      );
    const pages = await pagesOf(ctx.db, { editions, codesAt: printed?.codesAt ?? null }, pieces);
    const { returnAddress } = await readSettings(ctx.db, ctx.config);
    const order = { from: readReturnAddress(returnAddress), sendOn: dayAhead(ctx, batch), printer };
    const outcomes = await Promise.allSettled(
      letters.map((letter) =>
        limit(async () => {
          if (letter.state === 'calling_back') return await callBack(ctx, printer, letter);
          const piece = pieces.find(({ id }) => id === letter.pieceId);
          return await send(ctx, letter, {
            ...order,
            address: piece?.address ?? null,
            pages: pages.get(letter.pieceId),
          });
        }),
      ),
    );
    unknown += outcomes.filter(({ status }) => status === 'rejected').length;
    const [failed] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    if (failed !== undefined)
      ctx.log.warn({ err: failed, ...name }, 'letters could not be settled with the printer; they are tried again');
  }
  if (unknown > 0 || (await hasUnsettled(ctx, name)))
    throw new Error('Some letters are not settled with the printer yet.');
}

function dayAhead({ clock }: PrinterContext, { sendOn }: PrinterBatch): CalendarDate | null {
  return sendOn > newYorkDate(clock.now()) ? sendOn : null;
}

/** Letters are marked as tried before the printer is called. */
async function claimLetters({ db, clock }: PrinterContext, { runId, batch }: BatchName): Promise<PrinterLetter[]> {
  const now = clock.now();
  const free = new Date(now.getTime() - LEASE_SECONDS * 1000).toISOString();
  const claimed = db
    .select({ id: printerLetters.pieceId })
    .from(printerLetters)
    .where(
      and(
        eq(printerLetters.runId, runId),
        eq(printerLetters.batch, batch),
        inArray(printerLetters.state, ['to_send', 'calling_back']),
        sql`(${printerLetters.triedAt} is null or ${printerLetters.triedAt} < ${free})`,
      ),
    )
    .orderBy(printerLetters.pieceId)
    .limit(PAGE)
    .for('update', { skipLocked: true });
  return await db
    .update(printerLetters)
    .set({ triedAt: now, attempts: sql`${printerLetters.attempts} + 1` })
    .where(inArray(printerLetters.pieceId, claimed))
    .returning();
}

async function hasUnsettled({ db }: PrinterContext, { runId, batch }: BatchName): Promise<boolean> {
  const { state } = printerLetters;
  const isOfBatch = and(eq(printerLetters.runId, runId), eq(printerLetters.batch, batch));
  return (await db.$count(printerLetters, and(isOfBatch, inArray(state, ['to_send', 'calling_back'])))) > 0;
}

interface Order {
  readonly printer: Printer;
  readonly from: ReturnAddress;
  readonly sendOn: Parameters<Printer['order']>[0]['sendOn'];
  readonly address: Parameters<Printer['order']>[0]['to'] | null;
  readonly pages: Buffer | undefined;
}

async function send(
  ctx: PrinterContext,
  letter: PrinterLetter,
  { printer, from, sendOn, address, pages }: Order,
): Promise<void> {
  const { pieceId, runId, batch, key, attempts } = letter;
  if (address === null) return await settle(ctx, letter, { state: 'called_back', failure: 'its piece was withdrawn' });
  if (pages === undefined) return await settle(ctx, letter, { state: 'refused', failure: 'there are no pages of it' });
  // Look the letter up first, since the printer forgets idempotency keys after a day.
  const known = attempts > 1 ? await printer.find(key) : null;
  const answer =
    known !== null
      ? ({ kind: 'accepted', id: known } as const)
      : await printer.order({ key, pieceId, batch: batchLabel({ runId, batch }), to: address, from, sendOn, pages });
  if (answer.kind === 'refused') return await settle(ctx, letter, { state: 'refused', failure: answer.reason });
  await settle(ctx, letter, { state: 'accepted', printerId: answer.id, acceptedAt: ctx.clock.now(), failure: null });
}

async function callBack(ctx: PrinterContext, printer: Printer, letter: PrinterLetter): Promise<void> {
  const id = letter.printerId ?? (await printer.find(letter.key));
  const isStopped = id === null || (await printer.cancel(id));
  if (isStopped) return await settle(ctx, letter, { state: 'called_back', failure: null });
  await settle(ctx, letter, { state: 'accepted', printerId: id, failure: 'it was too late to call it back' });
}

/** Changes nothing if an operator has decided otherwise in the meantime. */
async function settle(
  { db }: PrinterContext,
  { pieceId, state, key }: PrinterLetter,
  changes: Partial<PrinterLetter>,
): Promise<void> {
  await db
    .update(printerLetters)
    .set(changes)
    .where(and(eq(printerLetters.pieceId, pieceId), eq(printerLetters.state, state), eq(printerLetters.key, key)));
}

export function batchLabel({ runId, batch }: BatchName): string {
  return `${runId}-${batch}`;
}
