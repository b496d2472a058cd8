import { and, eq, inArray, sql } from 'drizzle-orm';
import { addDays, type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { findBatch } from '../print/print.ts';
import { countPrinterLetters, findPrinterBatch, type PrinterBatch } from '../printer-ledger.ts';
import { printerBatches, printerLetters } from '../printer-schema.ts';
import { type Actor, recordRunEvent } from '../runs/events.ts';
import { lockRun } from '../runs/runs.ts';
import { type PrinterContext, printerOf, readReturnAddress } from './printer-context.ts';
import type { BatchName } from './work-at-printer.ts';
import { readSettings } from '../../platform/shop-settings.ts';

const LATEST_DAYS = 30;

export interface Quote {
  readonly letters: number;
  readonly cents: number;
  readonly cards: number;
}

type Prices = NonNullable<NonNullable<Config['lob']>['prices']>;

export async function quoteBatch(db: Db, { runId, batch }: BatchName, prices: Prices): Promise<Quote> {
  const { firstNumber, lastNumber } = await findBatch(db, runId, batch);
  const { rows } = await db.execute<{ letters: number; cards: number; sheets: number; abroad: number }>(sql`
    select count(*)::int as letters, count(p.card)::int as cards, coalesce(sum(e.sheets), 0)::int as sheets,
      (count(*) filter (where p.country <> 'US'))::int as abroad
    from mailing_pieces p join subscriptions s on s.id = p.subscription_id
    left join lateral (
      select e.sheets from mailing_files f join letter_editions e on e.edition = f.edition
      where f.run_id = p.run_id and f.batch = ${batch} and e.letter = p.letter and e.season_id = s.season_id limit 1
    ) e on true
    where p.run_id = ${runId} and p.state = 'frozen' and p.number between ${firstNumber} and ${lastNumber}`);
  const [counted] = rows;
  if (counted === undefined) throw new Error('Counting gave no row.');
  const { letters, cards, sheets, abroad } = counted;
  const furtherSheets = Math.max(0, sheets - letters);
  return {
    letters,
    cards,
    cents: letters * prices.letterCents + furtherSheets * prices.sheetCents + abroad * prices.abroadCents,
  };
}

/**
 * Sends a batch to the printer; each letter is ordered once (rules/fulfilment 75).
 * @param cents the price that the operator saw
 * @throws ApiError not_found, wrong_state, validation_failed
 */
export async function sendBatch(
  ctx: PrinterContext,
  name: BatchName,
  { sendOn, cents }: { readonly sendOn: CalendarDate; readonly cents: number },
  actor: Actor,
): Promise<void> {
  printerOf(ctx);
  readReturnAddress((await readSettings(ctx.db, ctx.config)).returnAddress);
  const prices = orNotFound(ctx.config.lob?.prices, 'printer');
  await ctx.db.transaction(async (tx) => {
    await lockRun(tx, name.runId);
    const batch = await findBatch(tx, name.runId, name.batch);
    const now = ctx.clock.now();
    if (batch.handedOverAt !== null) throw new ApiError('wrong_state', 'This batch has been handed over already.');
    if ((await findPrinterBatch(tx, name.runId, name.batch)) !== null)
      throw new ApiError('wrong_state', 'The printer has this batch already.');
    refuseDay(sendOn, newYorkDate(now));
    const quote = await quoteBatch(tx, name, prices);
    if (quote.cards > 0)
      throw new ApiError(
        'wrong_state',
        'A gift’s card goes with some of these letters, and no printer encloses it. Print this batch yourself.',
      );
    if (quote.cents !== cents)
      throw new ApiError('wrong_state', 'The price has changed since you looked. Look again, please.');
    await tx.insert(printerBatches).values({ ...name, sendOn, cents, sentAt: now });
    await insertLetters(tx, name, batch);
    await recordRunEvent(tx, 'sent_to_printer', {
      runId: name.runId,
      actor,
      at: now,
      detail: { ...name, sendOn, cents, letters: quote.letters },
    });
    await ctx.jobs.enqueue(tx, 'work-at-printer', name);
  });
}

function refuseDay(sendOn: CalendarDate, today: CalendarDate): void {
  if (sendOn > today && sendOn <= addDays(today, LATEST_DAYS)) return;
  const message = `Between tomorrow and ${LATEST_DAYS} days ahead, please: until that day the letters can be called back.`;
  throw new ApiError('validation_failed', 'That is no day for the printer.', { sendOn: message });
}

async function insertLetters(
  tx: Transaction,
  { runId, batch }: BatchName,
  { firstNumber, lastNumber }: { firstNumber: number; lastNumber: number },
) {
  await tx.execute(sql`
    insert into printer_letters (piece_id, run_id, batch, state, key)
    select id, run_id, ${batch}, 'to_send', gen_random_uuid() from mailing_pieces
    where run_id = ${runId} and state = 'frozen' and number between ${firstNumber} and ${lastNumber}`);
}

/** @throws ApiError not_found, wrong_state on the day of printing and later */
export async function callBackBatch(ctx: PrinterContext, name: BatchName, actor: Actor): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockRun(tx, name.runId);
    const { sendOn } = orNotFound(await findPrinterBatch(tx, name.runId, name.batch), 'batch');
    const now = ctx.clock.now();
    if (newYorkDate(now) >= sendOn)
      throw new ApiError('wrong_state', 'Its day has come: the printer prints, and takes nothing back.');
    const { handedOverAt } = await findBatch(tx, name.runId, name.batch);
    if (handedOverAt !== null) throw new ApiError('wrong_state', 'This batch has been handed over already.');
    const isOfBatch = and(eq(printerLetters.runId, name.runId), eq(printerLetters.batch, name.batch));
    const open = inArray(printerLetters.state, ['to_send', 'accepted', 'refused', 'dropped']);
    await tx.update(printerLetters).set({ state: 'calling_back', triedAt: null }).where(and(isOfBatch, open));
    await tx
      .update(printerBatches)
      .set({ calledBackAt: now })
      .where(and(eq(printerBatches.runId, name.runId), eq(printerBatches.batch, name.batch)));
    await recordRunEvent(tx, 'called_back_from_printer', {
      runId: name.runId,
      actor,
      at: now,
      detail: { batch: name.batch },
    });
    await ctx.jobs.enqueue(tx, 'work-at-printer', name);
  });
}

/**
 * Sends letters that were refused or canceled again, with new keys.
 * @throws ApiError not_found, wrong_state
 */
export async function sendAgain(ctx: PrinterContext, name: BatchName, actor: Actor): Promise<void> {
  printerOf(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockRun(tx, name.runId);
    orNotFound(await findPrinterBatch(tx, name.runId, name.batch), 'batch');
    const missing = await tx
      .update(printerLetters)
      .set({
        state: 'to_send',
        key: sql`gen_random_uuid()`,
        printerId: null,
        acceptedAt: null,
        attempts: 0,
        triedAt: null,
        failure: null,
      })
      .where(
        and(
          eq(printerLetters.runId, name.runId),
          eq(printerLetters.batch, name.batch),
          inArray(printerLetters.state, ['refused', 'dropped']),
        ),
      );
    if ((missing.rowCount ?? 0) === 0) throw new ApiError('wrong_state', 'The printer lacks none of them.');
    const detail = { batch: name.batch, letters: missing.rowCount };
    await recordRunEvent(tx, 'sent_to_printer_again', { runId: name.runId, actor, at: ctx.clock.now(), detail });
    await ctx.jobs.enqueue(tx, 'work-at-printer', name);
  });
}

export interface PrinterBatchView {
  readonly batch: PrinterBatch | null;
  readonly counts: Awaited<ReturnType<typeof countPrinterLetters>>;
}

export async function readPrinterBatch(db: Db, { runId, batch }: BatchName): Promise<PrinterBatchView> {
  return { batch: await findPrinterBatch(db, runId, batch), counts: await countPrinterLetters(db, runId, batch) };
}
