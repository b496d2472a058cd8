import { and, asc, eq, gt } from 'drizzle-orm';
import type { PrinterBatchReply } from '../../contract/operator/printer.ts';
import { newYorkDate } from '../../domain/calendar-date.ts';
import { pieceCode } from '../fulfilment/pieces/pieces.ts';
import { findBatch } from '../fulfilment/print/print.ts';
import { printerLetters } from '../fulfilment/printer-schema.ts';
import { callBackBatch, quoteBatch, readPrinterBatch, sendAgain, sendBatch } from '../fulfilment/printer/send-batch.ts';
import type { BatchName } from '../fulfilment/printer/work-at-printer.ts';
import { mailingPieces, mailingRuns } from '../fulfilment/schema.ts';
import type { CommerceContext } from '../commerce/context.ts';
import { existingDay } from './calendar.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { matchCursor, pageOf, QUERY_LIMIT, UUID } from './calls/paging.ts';

export const printerHandlers = {
  getPrinterBatch: ({ ctx, params }) => presentPrinterBatch(ctx, nameOf(params)),

  async sendToPrinter({ ctx, params, body: { sendOn, cents }, act }) {
    await sendBatch(ctx, nameOf(params), { sendOn: existingDay(sendOn, 'sendOn'), cents }, act);
    return await presentPrinterBatch(ctx, nameOf(params));
  },

  async callBackFromPrinter({ ctx, params, act }) {
    await callBackBatch(ctx, nameOf(params), act);
    return await presentPrinterBatch(ctx, nameOf(params));
  },

  async sendToPrinterAgain({ ctx, params, act }) {
    await sendAgain(ctx, nameOf(params), act);
    return await presentPrinterBatch(ctx, nameOf(params));
  },

  async listPrinterLetters({ ctx: { db }, params, query: { state, after } }) {
    const { runId, batch } = nameOf(params);
    await findBatch(db, runId, batch);
    const last = matchCursor(after, UUID)?.[0];
    const rows = await db
      .select({ at: printerLetters, piece: mailingPieces, run: mailingRuns })
      .from(printerLetters)
      .leftJoin(mailingPieces, eq(mailingPieces.id, printerLetters.pieceId))
      .leftJoin(mailingRuns, eq(mailingRuns.id, printerLetters.runId))
      .where(
        and(
          eq(printerLetters.runId, runId),
          eq(printerLetters.batch, batch),
          eq(printerLetters.state, state),
          last === undefined ? undefined : gt(printerLetters.pieceId, last),
        ),
      )
      .orderBy(asc(printerLetters.pieceId))
      .limit(QUERY_LIMIT);
    return pageOf(
      rows,
      ({ at, piece, run }) => ({
        id: at.pieceId,
        subscriptionId: piece?.subscriptionId ?? null,
        code:
          piece === null || run === null || piece.number === null
            ? null
            : pieceCode(run, { letter: piece.letter, number: piece.number }),
        recipient: piece?.address.fullName ?? null,
        letter: piece?.letter ?? null,
        state: at.state,
        failure: at.failure,
        progress: at.progress,
      }),
      ({ at }) => at.pieceId,
    );
  },
} satisfies Partial<OperatorHandlers>;

function nameOf({ id, batch }: { readonly id: string; readonly batch: string }): BatchName {
  return { runId: id, batch: Number(batch) };
}

async function presentPrinterBatch(
  { db, config, clock }: CommerceContext,
  name: BatchName,
): Promise<PrinterBatchReply> {
  const { handedOverAt } = await findBatch(db, name.runId, name.batch);
  const { batch, counts } = await readPrinterBatch(db, name);
  const prices = config.lob?.prices ?? null;
  const isOffered = batch === null && prices !== null && handedOverAt === null;
  return {
    quote: isOffered ? await quoteBatch(db, name, prices) : null,
    sent: batch && {
      sendOn: batch.sendOn,
      cents: batch.cents,
      sentAt: batch.sentAt.toISOString(),
      canCallBack: handedOverAt === null && batch.calledBackAt === null && newYorkDate(clock.now()) < batch.sendOn,
      letters: { ...counts },
    },
  };
}
