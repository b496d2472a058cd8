import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Compositor, openPdf, type Sheet, type Typeface } from '../../platform/typesetting/type-case.ts';
import type { Run } from '../runs/runs.ts';

export interface PrintJob {
  readonly run: Run;
  readonly batch: number;
  readonly title: string;
  readonly to: Writable;
}

/** Writes a PDF. `newPage` waits until the data is read, so that memory use stays low. */
export async function writePdf(
  { run, title, to }: PrintJob,
  size: Sheet['size'],
  compose: (type: Compositor, newPage: () => Promise<void>, pdf: PDFKit.PDFDocument) => Promise<void>,
  typefaceOf?: (pdf: PDFKit.PDFDocument) => Promise<Typeface>,
): Promise<void> {
  const pdf = await openPdf({ size, title, madeAt: run.freezesAt });
  const newPage = async (): Promise<void> => {
    if (to.destroyed) throw new Error('Nobody reads the document any more.');
    if (to.writableNeedDrain) await drained(to);
    pdf.addPage();
  };
  const composed = async (): Promise<void> => {
    try {
      await compose(new Compositor(pdf, await typefaceOf?.(pdf)), newPage, pdf);
      pdf.end();
    } catch (error) {
      to.destroy(error instanceof Error ? error : undefined);
    }
  };
  pdf.pipe(to);
  // Awaited together, since the reader may disconnect while the next page is made.
  await Promise.all([finished(to), composed()]);
}

/**
 * Resolves when the stream is drained or closed, and removes its listeners: a long document waits hundreds of times.
 */
async function drained(to: Writable): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(to, 'drain', { signal }), once(to, 'close', { signal })]);
  waiting.abort();
}
