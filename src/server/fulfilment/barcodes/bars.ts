import { encodeIMb } from 'etiket';
import { isPostalBarcode } from '../../../domain/postal-barcode.ts';

/** The four kinds of bars: tracker, ascender, descender, full. */
export type BarKind = 'T' | 'A' | 'D' | 'F';

const TRACKING_DIGITS = 20;

/** @throws RangeError for invalid digits, some of which the library would accept */
export function barsOf(digits: string): readonly BarKind[] {
  if (!isPostalBarcode(digits)) throw new RangeError(`${digits} are no digits of a barcode.`);
  return encodeIMb(digits.slice(0, TRACKING_DIGITS), digits.slice(TRACKING_DIGITS));
}

const INCH = 72;

/** Sizes in points, in the middle of what USPS-B-3200 allows. */
export const BARS = {
  width: 0.02 * INCH,
  pitch: 0.0455 * INCH,
  height: 0.145 * INCH,
  tracker: 0.048 * INCH,
} as const;
export const BARCODE_WIDTH = 64 * BARS.pitch + BARS.width;
export const CLEAR = 0.125 * INCH;

/** Coordinates are in points, from the top left corner. */
export function drawBars(
  pdf: PDFKit.PDFDocument,
  bars: readonly BarKind[],
  { x, y }: { readonly x: number; readonly y: number },
): void {
  const reach = (BARS.height - BARS.tracker) / 2;
  for (const [index, kind] of bars.entries()) {
    const isUp = kind === 'A' || kind === 'F';
    const isDown = kind === 'D' || kind === 'F';
    const height = BARS.tracker + (isUp ? reach : 0) + (isDown ? reach : 0);
    pdf.rect(x + index * BARS.pitch, y + (isUp ? 0 : reach), BARS.width, height);
  }
  pdf.fill('#000');
}
