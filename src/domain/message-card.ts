/** The printed card with a gift's message: A6, in points. The payment page shows it in these proportions. */
export const CARD_SIZE: [number, number] = [419.53, 297.64];
export const CARD_MARGIN = 30;
export const CARD_TEXT_WIDTH = CARD_SIZE[0] - 2 * CARD_MARGIN;
export const CARD_TEXT_SIZE = 10.5;
export const CARD_LINE_HEIGHT = 14;
