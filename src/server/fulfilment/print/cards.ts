import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import { Compositor, drawInto, nameInPrint, openPdf, wordsInPrint } from '../../platform/typesetting/type-case.ts';
import { type NumberedPiece, pieceCode } from '../pieces/pieces.ts';
import { mailingPieces } from '../schema.ts';
import type { BatchNumbers } from './letter-file-names.ts';
import { type PrintJob, writePdf } from './pdf-file.ts';

const A6: [number, number] = [419.53, 297.64];
const MARGIN = 30;
const TEXT_TOP = 62;
const LINE_HEIGHT = 14;
const TEXT_SIZE = 10.5;
const LINES_PER_CARD = 13;
const CODE_SIZE = 6;
const RECIPIENT = { x: MARGIN, y: MARGIN - 4, width: A6[0] - 2 * MARGIN, height: 26 } as const;
const GIVER = { x: MARGIN, y: A6[1] - MARGIN - 17, width: A6[0] - 2 * MARGIN - 90, height: 26 } as const;
const NAME_SIZES = [13, 11, 9, 7, 5] as const;

const OUR_WORDS = 'Somebody thought of you, and of a murder, and of the post. Keep the envelopes.';

export async function writeCards(job: PrintJob, pieces: AsyncIterable<NumberedPiece>): Promise<void> {
  await writePdf(job, A6, async (type, newPage) => {
    for await (const piece of pieces) {
      if (piece.card === null) continue;
      const lines = linesOf(type, piece.card.message ?? OUR_WORDS);
      for (let first = 0; first < lines.length; first += LINES_PER_CARD) {
        await newPage();
        const isLast = first + LINES_PER_CARD >= lines.length;
        drawCard(type, job, piece, lines.slice(first, first + LINES_PER_CARD), isLast ? piece.card.from : null);
      }
    }
  });
}

/** Writes on each gift of a new batch how many cards its message fills. */
export async function countCards(tx: Transaction, { runId, firstNumber, lastNumber }: BatchNumbers): Promise<void> {
  const inBatch = and(
    eq(mailingPieces.runId, runId),
    sql`${mailingPieces.number} between ${firstNumber} and ${lastNumber}`,
    isNotNull(mailingPieces.card),
  );
  const gifts = await tx.select({ id: mailingPieces.id, card: mailingPieces.card }).from(mailingPieces).where(inBatch);
  if (gifts.length === 0) return;
  const type = new Compositor(await openPdf({ size: A6, title: '', madeAt: new Date(0) }));
  const counts = gifts.map(({ card }) => Math.ceil(linesOf(type, card?.message ?? OUR_WORDS).length / LINES_PER_CARD));
  await tx.execute(sql`
    update mailing_pieces p set cards = counted.cards
    from unnest(${sql.param(gifts.map(({ id }) => id))}::uuid[], ${sql.param(counts)}::smallint[]) as counted (id, cards)
    where p.id = counted.id`);
}

function linesOf(type: Compositor, message: string): string[] {
  return wordsInPrint(message).flatMap((paragraph) => type.wrap(paragraph, TEXT_SIZE, A6[0] - 2 * MARGIN));
}

function drawCard(
  type: Compositor,
  job: PrintJob,
  piece: NumberedPiece,
  lines: readonly string[],
  from: string | null,
): void {
  drawInto(type, [`For ${nameInPrint(piece.card?.to ?? '')}`], RECIPIENT, NAME_SIZES);
  for (const [index, line] of lines.entries()) type.draw(line, MARGIN, TEXT_TOP + index * LINE_HEIGHT, TEXT_SIZE);
  if (from !== null) drawInto(type, [`From ${nameInPrint(from)}`], GIVER, NAME_SIZES.slice(1));
  const code = pieceCode(job.run, piece);
  type.draw(code, A6[0] - MARGIN - type.width(code, CODE_SIZE), A6[1] - MARGIN, CODE_SIZE);
}
