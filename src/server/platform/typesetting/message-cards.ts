import { lazily } from '../../../domain/lazily.ts';
import { CARD_SIZE, CARD_TEXT_SIZE, CARD_TEXT_WIDTH } from '../../../domain/message-card.ts';
import { Compositor, openPdf, wordsInPrint } from './type-case.ts';

export const LINES_PER_CARD = 13;
/** The limit for new messages (rules/gifts 7). */
export const MOST_CARDS = 2;

/** Breaks a gift's message into the lines of its cards. */
export function linesOf(type: Compositor, message: string): string[] {
  return wordsInPrint(message).flatMap((paragraph) => type.wrap(paragraph, CARD_TEXT_SIZE, CARD_TEXT_WIDTH));
}

export interface SetLine {
  readonly text: string;
  /** The line's width in points. */
  readonly width: number;
}

const compositor = lazily(
  async () => new Compositor(await openPdf({ size: CARD_SIZE, title: '', madeAt: new Date(0) })),
);

export async function cardsFilledBy(message: string): Promise<number> {
  return (await setCards(message)).length;
}

export async function setCards(message: string): Promise<SetLine[][]> {
  const type = await compositor();
  const lines = linesOf(type, message).map((text) => ({ text, width: type.width(text, CARD_TEXT_SIZE) }));
  return Array.from({ length: Math.ceil(lines.length / LINES_PER_CARD) }, (_, card) =>
    lines.slice(card * LINES_PER_CARD, (card + 1) * LINES_PER_CARD),
  );
}
