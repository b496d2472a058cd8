/** US bond of 24 lb: 500 sheets of 17 by 22 inches weigh 24 pounds, and four letter sheets are cut from each. */
const SHEET_GRAMS = (24 * 453.592) / 2000;
/** #10, of the same paper, gummed. */
const ENVELOPE_GRAMS = 6.9;
/** A6 of 200 g/m². */
const GIFT_CARD_GRAMS = 3.1;
/** One ounce: a stamp more is due above it. */
export const OUNCE_GRAMS = 28.3495;

/** What a letter weighs in its envelope, with a gift's card. */
export function gramsOf(sheets: number): number {
  return pieceGrams({ sheets, cards: 1 });
}

/** What is in an envelope: sheets with the enclosures among them, and cards of a gift's message. */
export interface Contents {
  readonly sheets: number;
  readonly cards: number;
}

/** What an envelope weighs with its contents, in grams. */
export function pieceGrams({ sheets, cards }: Contents): number {
  return sheets * SHEET_GRAMS + ENVELOPE_GRAMS + cards * GIFT_CARD_GRAMS;
}

/** Whole ounces, as the post counts a letter's weight. */
export function ouncesOf(contents: Contents): number {
  return Math.ceil(pieceGrams(contents) / OUNCE_GRAMS);
}
