import { formatDate } from '../../../domain/calendar-date.ts';
import { runCode } from '../runs/runs.ts';
import type { NumberedPiece } from '../pieces/print-pieces.ts';
import { pieceCode, type PrintJob } from './print-job.ts';
import { Compositor, openPdf } from '../../platform/typesetting/type-case.ts';

export interface LetterSection {
  readonly letter: number;
  readonly pieces: number;
  readonly abroad: number;
}

const LEFT = 54;
const TOP = 54;
const BOTTOM = 740;
const LINE = 15;
const COLUMNS = { letter: LEFT, pieces: 160, domestic: 250, abroad: 350 } as const;

export async function writePackingSheet(
  job: PrintJob,
  sections: readonly LetterSection[],
  special: AsyncIterable<NumberedPiece>,
): Promise<void> {
  const pdf = openPdf({ size: 'LETTER', title: job.title, madeAt: job.madeAt });
  const type = new Compositor(pdf);
  await job.write(pdf, async (drained) => {
    pdf.addPage();
    let y = drawSections(type, job, sections);
    for await (const piece of special) {
      if (y > BOTTOM) {
        await drained();
        pdf.addPage();
        y = TOP;
      }
      type.draw(`${pieceCode(job.run, piece)}   ${handling(piece)}`, LEFT, y, 9.5);
      y += LINE;
    }
  });
}

/** @returns where the list below may begin */
function drawSections(type: Compositor, { run, batch }: PrintJob, sections: readonly LetterSection[]): number {
  type.draw(`Packing sheet ${runCode(run)}, batch ${batch}`, LEFT, TOP, 16);
  type.draw(`To the post on ${formatDate(run.handOverOn)}`, LEFT, TOP + 24, 11);
  let y = TOP + 56;
  const row = (letter: string, pieces: string, domestic: string, abroad: string): void => {
    type.draw(letter, COLUMNS.letter, y, 10.5);
    type.draw(pieces, COLUMNS.pieces, y, 10.5);
    type.draw(domestic, COLUMNS.domestic, y, 10.5);
    type.draw(abroad, COLUMNS.abroad, y, 10.5);
    y += LINE;
  };
  row('Letter', 'Envelopes', 'United States', 'Abroad');
  for (const { letter, pieces, abroad } of sections) {
    row(String(letter), String(pieces), String(pieces - abroad), String(abroad));
  }
  const total = sections.reduce((sum, { pieces }) => sum + pieces, 0);
  const abroad = sections.reduce((sum, section) => sum + section.abroad, 0);
  row('All', String(total), String(total - abroad), String(abroad));
  type.draw('By hand: one letter to an envelope, always.', LEFT, y + LINE, 11);
  return y + 3 * LINE;
}

function handling({ letter, attempt, card }: NumberedPiece): string {
  const marks = [
    ...(card === null ? [] : ['gift: packaging and message card']),
    ...(attempt > 1 ? [`sent again, attempt ${attempt}: an envelope of its own`] : []),
  ];
  return `letter ${letter}   ${marks.join('; ')}`;
}
