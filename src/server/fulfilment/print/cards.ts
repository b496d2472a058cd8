import { and, eq, isNotNull, sql } from 'drizzle-orm';
import {
  CARD_LINE_HEIGHT as LINE_HEIGHT,
  CARD_MARGIN as MARGIN,
  CARD_SIZE as A6,
  CARD_TEXT_SIZE as TEXT_SIZE,
} from '../../../domain/message-card.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { cardsFilledBy, LINES_PER_CARD, linesOf, MOST_CARDS } from '../../platform/typesetting/message-cards.ts';
import { type Compositor, drawInto, nameInPrint } from '../../platform/typesetting/type-case.ts';
import { type NumberedPiece, pieceCode } from '../pieces/pieces.ts';
import { mailingPieces } from '../schema.ts';
import type { BatchNumbers } from './letter-file-names.ts';
import { type PrintJob, writePdf } from './pdf-file.ts';

const TEXT_TOP = 62;
const CODE_SIZE = 6;
const RECIPIENT = { x: MARGIN, y: MARGIN - 4, width: A6[0] - 2 * MARGIN, height: 26 } as const;
const GIVER = { x: MARGIN, y: A6[1] - MARGIN - 17, width: A6[0] - 2 * MARGIN - 90, height: 26 } as const;
const NAME_SIZES = [13, 11, 9, 7, 5] as const;

const OUR_WORDS = 'Someone thought of you, and of a murder, and of the mail. Keep the envelopes.';

export async function writeCards(job: PrintJob, pieces: AsyncIterable<NumberedPiece>): Promise<void> {
  await writePdf(job, A6, async (type, newPage) => {
    for await (const piece of pieces) {
      if (piece.card === null) continue;
      const lines = fitted(linesOf(type, piece.card.message ?? OUR_WORDS), piece.cards);
      for (let first = 0; first < lines.length; first += LINES_PER_CARD) {
        await newPage();
        const isLast = first + LINES_PER_CARD >= lines.length;
        drawCard(type, job, piece, lines.slice(first, first + LINES_PER_CARD), isLast ? piece.card.from : null);
      }
    }
  });
}

/** A batch has as many cards for a message as were counted when it was printed. */
function fitted(lines: readonly string[], cards: number | null): readonly string[] {
  const room = (cards ?? Infinity) * LINES_PER_CARD;
  return lines.length <= room ? lines : [...lines.slice(0, room - 1), '…'];
}

/** Stores for each gift of a new batch how many cards its message needs. */
export async function countCards(tx: Transaction, { runId, firstNumber, lastNumber }: BatchNumbers): Promise<void> {
  const inBatch = and(
    eq(mailingPieces.runId, runId),
    sql`${mailingPieces.number} between ${firstNumber} and ${lastNumber}`,
    isNotNull(mailingPieces.card),
  );
  const gifts = await tx.select({ id: mailingPieces.id, card: mailingPieces.card }).from(mailingPieces).where(inBatch);
  if (gifts.length === 0) return;
  const counts: number[] = [];
  for (const { card } of gifts) counts.push(Math.min(MOST_CARDS, await cardsFilledBy(card?.message ?? OUR_WORDS)));
  await tx.execute(sql`
    update mailing_pieces p set cards = counted.cards
    from unnest(${sql.param(gifts.map(({ id }) => id))}::uuid[], ${sql.param(counts)}::smallint[]) as counted (id, cards)
    where p.id = counted.id`);
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
