import type { Box } from '../../../platform/typesetting/type-case.ts';

const INCH = 72;
const COLUMN_PITCH = 2.75 * INCH;
const LEFT = 0.1875 * INCH;
const TOP = 0.5 * INCH;
const COLUMNS = 3;

/** Avery 5160: three columns of ten labels, 2 5/8 by 1 inch each, on Letter; in points. */
export const AVERY_5160 = { perPage: COLUMNS * 10, width: 2.625 * INCH, height: INCH } as const;

/** The box of a page's nth label, counted from 0, row by row. */
export function labelBox(place: number): Box {
  const { width, height } = AVERY_5160;
  return {
    x: LEFT + (place % COLUMNS) * COLUMN_PITCH,
    y: TOP + Math.floor(place / COLUMNS) * height,
    width,
    height,
  };
}
