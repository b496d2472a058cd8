import { formatDate } from '../../../domain/calendar-date.ts';
import { formatUsd } from '../../../domain/money.ts';
import { envelopeInWords } from '../../../domain/postage.ts';
import type { DatedPostage } from '../schema.ts';
import { runCode } from '../runs/runs.ts';
import { type NumberedPiece, pieceCode } from '../pieces/pieces.ts';
import { type PrintJob, writePdf } from './pdf-file.ts';
import type { Compositor } from '../../platform/typesetting/type-case.ts';

export interface LetterSection {
  readonly letter: number;
  readonly pieces: number;
  readonly abroad: number;
}

const LEFT = 54;
const TOP = 54;
const BOTTOM = 740;
const LINE = 15;
const COLUMNS = [LEFT, 160, 250, 350] as const;

export async function writePackingSheet(
  job: PrintJob,
  { sections, postage }: { readonly sections: readonly LetterSection[]; readonly postage: DatedPostage | null },
  special: AsyncIterable<NumberedPiece>,
): Promise<void> {
  await writePdf(job, 'LETTER', async (type, newPage) => {
    await newPage();
    let y = drawSections(type, job, sections);
    if (postage !== null) {
      if (y + (postage.lines.length + 3) * LINE > BOTTOM) {
        await newPage();
        y = TOP;
      }
      y = drawPostage(type, postage, y);
    }
    for await (const piece of special) {
      if (y > BOTTOM) {
        await newPage();
        y = TOP;
      }
      type.draw(`${pieceCode(job.run, piece)}   ${handling(piece)}`, LEFT, y, 9.5);
      y += LINE;
    }
  });
}

function drawSections(type: Compositor, { run, batch }: PrintJob, sections: readonly LetterSection[]): number {
  type.draw(`Packing sheet ${runCode(run)}, batch ${batch}`, LEFT, TOP, 16);
  type.draw(`To the post on ${formatDate(run.handOverOn)}`, LEFT, TOP + 24, 11);
  let y = TOP + 56;
  const sum = (field: 'pieces' | 'abroad') => sections.reduce((total, section) => total + section[field], 0);
  const rows = [...sections, { letter: 'All', pieces: sum('pieces'), abroad: sum('abroad') }].map(
    ({ letter, pieces, abroad }) => [letter, pieces, pieces - abroad, abroad],
  );
  for (const cells of [['Letter', 'Envelopes', 'United States', 'Abroad'], ...rows]) {
    for (const [index, cell] of cells.entries()) type.draw(String(cell), COLUMNS[index] ?? LEFT, y, 10.5);
    y += LINE;
  }
  type.draw('By hand: one letter to an envelope, always.', LEFT, y + LINE, 11);
  return y + 3 * LINE;
}

const STAMPS = [LEFT, 110, 190, 430] as const;

function drawPostage(type: Compositor, { on, lines, totalCents }: DatedPostage, top: number): number {
  type.draw(`Postage, by the rates of ${formatDate(on)}`, LEFT, top, 11);
  let y = top + LINE + 3;
  const rows = lines.map(({ zone, cents, pieces, ...line }) => [
    `${pieces} x`,
    cents === null ? 'to weigh' : formatUsd(cents),
    `${zone ?? 'A country without rates'}, ${envelopeInWords(line)}`,
    cents === null ? 'at the counter' : formatUsd(cents * pieces),
  ]);
  for (const cells of [...rows, ['', '', 'All', formatUsd(totalCents)]]) {
    for (const [index, cell] of cells.entries()) type.draw(cell, STAMPS[index] ?? LEFT, y, 10.5);
    y += LINE;
  }
  return y + LINE;
}

function handling({ letter, attempt, card }: NumberedPiece): string {
  const marks = [
    ...(card === null ? [] : ['gift: packaging and message card']),
    ...(attempt > 1 ? [`sent again, attempt ${attempt}: an envelope of its own`] : []),
  ];
  return `letter ${letter}   ${marks.join('; ')}`;
}
