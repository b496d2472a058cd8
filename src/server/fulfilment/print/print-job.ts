import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Run, runCode } from '../runs/runs.ts';

/** 'F20261113-07-000123': run, letter, number. */
export function pieceCode(run: Run, { letter, number }: { letter: number; number: number }): string {
  return `${runCode(run)}-${String(letter).padStart(2, '0')}-${String(number).padStart(6, '0')}`;
}

export class PrintJob {
  readonly madeAt: Date;

  constructor(
    readonly run: Run,
    readonly batch: number,
    readonly title: string,
    private readonly to: Writable,
  ) {
    this.madeAt = run.freezesAt;
  }

  /** `drained` waits for the reader, so that memory stays flat. */
  async write(pdf: PDFKit.PDFDocument, compose: (drained: () => Promise<void>) => Promise<void>): Promise<void> {
    pdf.pipe(this.to);
    // Awaited together: a reader may leave while the next page is read.
    await Promise.all([finished(this.to), this.compose(pdf, compose)]);
  }

  private async compose(
    pdf: PDFKit.PDFDocument,
    compose: (drained: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    try {
      await compose(() => this.drained());
      pdf.end();
    } catch (error) {
      this.to.destroy(error instanceof Error ? error : undefined);
    }
  }

  private async drained(): Promise<void> {
    if (this.to.destroyed) throw new Error('Nobody reads the document any more.');
    if (this.to.writableNeedDrain) await Promise.race([once(this.to, 'drain'), once(this.to, 'close')]);
  }
}
