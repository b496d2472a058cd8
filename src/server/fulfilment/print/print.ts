import { nextRunState } from '../../../domain/run-state.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { mailingBatches, mailingFiles } from '../schema.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { CURRENT_DESIGNS } from './designs/designs.ts';
import { type Actor, recordRunEvent } from '../runs/events.ts';
import { deleteCalledBack } from '../printer-ledger.ts';
import { lastNumber, releaseWaiting, withdrawStopped } from '../pieces/open-pieces.ts';
import { takeSerials } from '../barcodes/serials.ts';
import { giveCodes } from '../codes/codes.ts';
import { recordPrintedPostage } from '../postage/run-postage.ts';
import { countCards } from './cards.ts';
import { type BatchNumbers, nameLetterFiles } from './letter-file-names.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import { closeIfDone, lockRun, type Run, updateRun } from '../runs/runs.ts';
import { readSettings } from '../../platform/shop-settings.ts';

export type Batch = typeof mailingBatches.$inferSelect;
export type PrintFile = typeof mailingFiles.$inferSelect;

export const PIECES_PER_FILE = 10_000;

/**
 * Makes a batch of all pieces that are frozen but not printed; a job hashes its files. Without such pieces, no batch is
 * made.
 * @throws ApiError not_found, wrong_state
 */
export async function printRun(ctx: FulfilmentContext, runId: string, actor: Actor): Promise<Run> {
  return await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    const state = nextRunState(run.state, 'print');
    if (state === null) throw new ApiError('wrong_state', 'Freeze the run first: until then its addresses may change.');
    if (state === 'handed_over') return run;
    const now = ctx.clock.now();
    const printed = await lastBatch(tx, runId);
    const first = (printed?.lastNumber ?? 0) + 1;
    await releaseWaiting(tx, run, now);
    await withdrawStopped(tx, run, now, { first, last: NO_LIMIT, until: null });
    const { rows } = await tx.execute<{ last: number }>(sql`select ${lastNumber(runId)} as last`);
    const last = rows[0]?.last ?? 0;
    const batch = (printed?.number ?? 0) + 1;
    const numbers = { runId, number: batch, firstNumber: first, lastNumber: last };
    const files = await nameFiles(tx, numbers);
    if (files.length === 0) return await closeIfDone(tx, run, now, actor);
    files.push(...(await nameLetterFiles(tx, numbers, now)));
    const codesAt = ctx.config.letterCodes ? ctx.config.siteUrl : null;
    if (codesAt !== null) files.push(...nameCodeLabels(files));
    const barcodes = await takeBarcodes(ctx, tx, numbers);
    const { returnAddress } = await readSettings(tx, ctx.config);
    await tx.insert(mailingBatches).values({
      runId,
      number: batch,
      firstNumber: first,
      lastNumber: last,
      printedAt: now,
      returnAddress,
      design: barcodes === null ? CURRENT_DESIGNS.plain : CURRENT_DESIGNS.barred,
      ...barcodes,
      codesAt,
    });
    await tx.insert(mailingFiles).values(files);
    await countCards(tx, numbers);
    if (codesAt !== null) await giveCodes(tx, numbers);
    await recordPrintedPostage(tx, { runId, batch, on: run.handOverOn });
    await updateRun(tx, runId, { state, printedAt: now });
    await recordRunEvent(tx, 'printed', { runId, actor, at: now, detail: { batch, first, last } });
    await ctx.jobs.enqueue(tx, 'record-file-hashes', { runId, batch });
    return { ...run, state, printedAt: now };
  });
}

const NO_LIMIT = 2_147_483_647;

interface Stretch {
  readonly letter: number;
  readonly part: number;
  readonly firstNumber: number;
  readonly lastNumber: number;
  readonly pieces: number;
  readonly cards: number;
}

async function nameFiles(
  tx: Transaction,
  { runId, number, firstNumber, lastNumber }: BatchNumbers,
): Promise<(typeof mailingFiles.$inferInsert)[]> {
  const { rows } = await tx.execute<Stretch & Record<string, unknown>>(sql`
    select letter, part, min(number) as "firstNumber", max(number) as "lastNumber", count(*)::int as pieces, count(card)::int as cards
    from (
      select letter, number, card, ((row_number() over (partition by letter order by number) - 1) / ${PIECES_PER_FILE}::int + 1)::int as part
      from mailing_pieces where run_id = ${runId} and state = 'frozen' and number between ${firstNumber} and ${lastNumber}
    ) pile
    group by letter, part order by letter, part`);
  if (rows.length === 0) return [];
  const pieces = rows.reduce((sum, stretch) => sum + stretch.pieces, 0);
  const whole = { runId, batch: number, letter: null, part: 1, firstNumber, lastNumber, pieces };
  return [
    { ...whole, name: 'manifest.csv', kind: 'manifest' },
    { ...whole, name: 'packing-sheet.pdf', kind: 'packing_sheet' },
    ...rows.flatMap((stretch) => filesOf(runId, number, stretch)),
  ];
}

function filesOf(runId: string, batch: number, stretch: Stretch): (typeof mailingFiles.$inferInsert)[] {
  const { letter, part, firstNumber, lastNumber, pieces, cards } = stretch;
  const kinds = [
    ['labels', pieces],
    ['envelopes', pieces],
    ['cards', cards],
  ] as const;
  return kinds
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => {
      const name = `letter-${String(letter).padStart(2, '0')}-${kind}${part > 1 ? `-${part}` : ''}.pdf`;
      return { runId, batch, name, kind, letter, part, firstNumber, lastNumber, pieces: count };
    });
}

async function takeBarcodes({ config, clock, log }: FulfilmentContext, tx: Transaction, numbers: BatchNumbers) {
  if (config.mailer === null) return null;
  const { id: mailerId, serviceType } = config.mailer;
  const { runId, number: batch, firstNumber, lastNumber } = numbers;
  const count = lastNumber - firstNumber + 1;
  const firstSerial = await takeSerials(tx, { mailerId, runId, batch, count }, clock.now());
  if (firstSerial !== null) return { mailerId, serviceType, firstSerial };
  log.warn({ mailerId, count }, 'a batch has no barcodes: so many serials of the mailer id are not free');
  return null;
}

/** Only for letters that are the same for everyone. */
function nameCodeLabels(files: readonly (typeof mailingFiles.$inferInsert)[]): (typeof mailingFiles.$inferInsert)[] {
  const alike = (letter: number | null | undefined) =>
    !files.some((file) => file.letter === letter && file.kind === 'letter_personal') ||
    files.some((file) => file.letter === letter && file.kind === 'letter_master');
  return files
    .filter(({ kind, letter }) => kind === 'labels' && alike(letter))
    .map((file) => ({ ...file, kind: 'code_labels', name: file.name.replace('labels', 'codes') }));
}

export async function lastBatch(db: Db, runId: string): Promise<Batch | null> {
  return (await listBatches(db, runId)).at(-1) ?? null;
}

export async function readBatch(db: Db, runId: string, number: number): Promise<Batch | null> {
  return await findRow(db, mailingBatches, and(eq(mailingBatches.runId, runId), eq(mailingBatches.number, number)));
}

/** @throws ApiError not_found */
export async function findBatch(db: Db, runId: string, number: number): Promise<Batch> {
  return orNotFound(await readBatch(db, runId, number), 'batch');
}

export async function listBatches(db: Db, runId: string): Promise<Batch[]> {
  return await db
    .select()
    .from(mailingBatches)
    .where(eq(mailingBatches.runId, runId))
    .orderBy(asc(mailingBatches.number));
}

export async function listFiles(db: Db, runId: string): Promise<PrintFile[]> {
  return await db
    .select()
    .from(mailingFiles)
    .where(eq(mailingFiles.runId, runId))
    .orderBy(asc(mailingFiles.batch), asc(mailingFiles.name));
}

/**
 * Deletes the newest batch before its hand-over; the next batch prints its pieces.
 * @param meant the batch that the caller believes to be the newest
 * @throws ApiError not_found, wrong_state
 */
export async function undoPrint(ctx: FulfilmentContext, runId: string, actor: Actor, meant: number | null = null) {
  return await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    const batch = await lastBatch(tx, runId);
    const state = nextRunState(run.state, batch?.number === 1 ? 'undo_first_print' : 'undo_print');
    if (state === null || batch === null || batch.handedOverAt !== null) {
      throw new ApiError('wrong_state', 'There is no printed batch that could still be taken back.');
    }
    if (meant !== null && meant !== batch.number) {
      throw new ApiError('wrong_state', `Batch ${meant} is not the newest any more. Look again, please.`);
    }
    await deleteCalledBack(tx, runId, batch.number);
    await tx.delete(mailingFiles).where(and(eq(mailingFiles.runId, runId), eq(mailingFiles.batch, batch.number)));
    await tx
      .delete(mailingBatches)
      .where(and(eq(mailingBatches.runId, runId), eq(mailingBatches.number, batch.number)));
    await updateRun(tx, runId, { state });
    await recordRunEvent(tx, 'print_undone', { runId, actor, at: ctx.clock.now(), detail: { batch: batch.number } });
    return { ...run, state };
  });
}
