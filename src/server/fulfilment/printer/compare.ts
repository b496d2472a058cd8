import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { callBackWithdrawn, type PrinterLetter } from '../printer-ledger.ts';
import { printerBatches, printerLetters } from '../printer-schema.ts';
import { batchLabel, type BatchName } from './work-at-printer.ts';
import { type PrinterContext, printerOf } from './printer-context.ts';

/** A letter younger than this may still be missing in the printer's lists. */
const SETTLED_MS = 600_000;
const COMPARED_DAYS = 60;
const PAGE = 1_000;

export async function compareWithPrinter(ctx: PrinterContext): Promise<void> {
  if ((ctx.config.lob?.prices ?? null) === null) return;
  const since = new Date(ctx.clock.now().getTime() - COMPARED_DAYS * 86_400_000);
  const batches = await ctx.db.select().from(printerBatches).where(gt(printerBatches.sentAt, since));
  for (const { runId, batch } of batches) {
    try {
      await compareBatch(ctx, { runId, batch });
    } catch (error) {
      ctx.log.warn({ err: error, runId, batch }, 'a batch could not be compared with the printer; tomorrow again');
    }
  }
}

export async function compareBatch(
  ctx: PrinterContext,
  name: BatchName,
): Promise<{ readonly dropped: number; readonly strange: number }> {
  const theirs = await printerOf(ctx).list(batchLabel(name));
  await callBackWithdrawn(ctx.db, name.runId);
  const before = new Date(ctx.clock.now().getTime() - SETTLED_MS);
  const missing: string[] = [];
  for await (const letter of acceptedLetters(ctx, name)) {
    if (letter.printerId !== null && !theirs.has(letter.printerId) && (letter.acceptedAt ?? before) <= before)
      missing.push(letter.pieceId);
  }
  for (let first = 0; first < missing.length; first += PAGE) {
    await ctx.db
      .update(printerLetters)
      .set({ state: 'dropped', failure: 'the printer had accepted it, and has no such letter' })
      .where(
        and(inArray(printerLetters.pieceId, missing.slice(first, first + PAGE)), eq(printerLetters.state, 'accepted')),
      );
  }
  const strange = await countStrange(ctx, name, theirs);
  if (missing.length > 0 || strange > 0) {
    ctx.log.warn({ ...name, dropped: missing.length, strange }, 'the printer’s books differ from ours');
  }
  await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, 'work-at-printer', name));
  return { dropped: missing.length, strange };
}

async function* acceptedLetters({ db }: PrinterContext, { runId, batch }: BatchName): AsyncGenerator<PrinterLetter> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await db
      .select()
      .from(printerLetters)
      .where(
        and(
          eq(printerLetters.runId, runId),
          eq(printerLetters.batch, batch),
          eq(printerLetters.state, 'accepted'),
          isNotNull(printerLetters.printerId),
          gt(printerLetters.pieceId, after),
        ),
      )
      .orderBy(printerLetters.pieceId)
      .limit(PAGE);
    yield* page;
    after = page.at(-1)?.pieceId ?? after;
    if (page.length < PAGE) return;
  }
}

/** Counts letters at the printer that we don't expect there. */
async function countStrange(
  { db }: PrinterContext,
  { runId, batch }: BatchName,
  theirs: ReadonlyMap<string, string>,
): Promise<number> {
  if (theirs.size === 0) return 0;
  const ids = sql.param([...theirs.keys()]);
  const keys = sql.param([...theirs.values()]);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from unnest(${ids}::text[], ${keys}::text[]) as their (id, key)
    where not exists (select from printer_letters l where l.run_id = ${runId} and l.batch = ${batch}
      and l.state <> 'called_back' and l.key::text = their.key and (l.printer_id is null or l.printer_id = their.id))`);
  return rows[0]?.count ?? 0;
}
