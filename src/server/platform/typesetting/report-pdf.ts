import { buffer } from 'node:stream/consumers';
import { Compositor, openPdf, wordsInPrint } from './type-case.ts';

export interface ReportSection {
  readonly heading: string;
  readonly rows: readonly { readonly term: string; readonly detail: string }[];
}

export interface Report {
  readonly title: string;
  readonly madeAt: Date;
  readonly sections: readonly ReportSection[];
}

const MARGIN = 54;
const TERM_WIDTH = 150;
const SIZE = 9.5;
const LEADING = 1.35;

/** Terms on the left and their values on the right, on as many pages as needed. */
export async function reportPdf({ title, madeAt, sections }: Report): Promise<Buffer> {
  const pdf = await openPdf({ size: 'LETTER', title, madeAt });
  const type = new Compositor(pdf);
  let y = Infinity;
  const room = (height: number) => {
    if (y + height <= pdf.page?.height - MARGIN) return;
    pdf.addPage();
    y = MARGIN;
  };
  const lines = (text: string, width: number, size = SIZE) =>
    wordsInPrint(text).flatMap((paragraph) => type.wrap(paragraph, size, width));
  room(Infinity);
  const width = pdf.page.width - 2 * MARGIN;
  for (const line of lines(title, width, 16)) {
    type.draw(line, MARGIN, y, 16);
    y += 22;
  }
  for (const { heading, rows } of sections) {
    room(60);
    y += 14;
    type.draw(heading, MARGIN, y, 12);
    y += 18;
    for (const { term, detail } of rows) {
      const left = lines(term, TERM_WIDTH - 12);
      const right = lines(detail, width - TERM_WIDTH);
      for (let index = 0; index < Math.max(left.length, right.length); index++) {
        room(SIZE * LEADING);
        type.draw(left[index] ?? '', MARGIN, y, SIZE);
        type.draw(right[index] ?? '', MARGIN + TERM_WIDTH, y, SIZE);
        y += SIZE * LEADING;
      }
    }
  }
  pdf.end();
  return await buffer(pdf);
}
