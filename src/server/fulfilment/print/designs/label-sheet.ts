import type { Box } from '../../../platform/typesetting/type-case.ts';

const INCH = 72;
const COLUMNS = 3;
const ROWS = 10;
const LEFT = 0.1875 * INCH;
const TOP = 0.5 * INCH;
const COLUMN_PITCH = 2.75 * INCH;

/** Avery 5160, in points: three columns of ten labels, each 2 5/8 by 1 inch, on Letter paper. */
export const AVERY_5160 = { width: 2.625 * INCH, height: INCH } as const;
export const LABELS_PER_PAGE = COLUMNS * ROWS;
export const LABEL_PADDING = { x: 8, y: 4 } as const;

/** @param place the label's place on its page, counted from 0, row by row */
export function labelBox(place: number): Box {
  const { width, height } = AVERY_5160;
  return {
    x: LEFT + (place % COLUMNS) * COLUMN_PITCH,
    y: TOP + Math.floor(place / COLUMNS) * height,
    width,
    height,
  };
}

export function labelPlace(place: number): Pick<Box, 'x' | 'y'> {
  const { x, y } = labelBox(place);
  return { x: x + LABEL_PADDING.x, y: y + LABEL_PADDING.y };
}
