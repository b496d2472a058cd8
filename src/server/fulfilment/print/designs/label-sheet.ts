const INCH = 72;

/** Avery 5160: three columns of ten, 2 5/8 by 1 inch, on Letter. */
export const AVERY_5160 = {
  columns: 3,
  rows: 10,
  left: 0.1875 * INCH,
  top: 0.5 * INCH,
  width: 2.625 * INCH,
  height: INCH,
  columnPitch: 2.75 * INCH,
} as const;
export const LABELS_PER_PAGE = AVERY_5160.columns * AVERY_5160.rows;
export const LABEL_PADDING = { x: 8, y: 4 } as const;

/** Where a label's content begins, in points. @param place on its page, from 0 */
export function labelPlace(place: number): { readonly x: number; readonly y: number } {
  const { columns, left, top, height, columnPitch } = AVERY_5160;
  return {
    x: left + (place % columns) * columnPitch + LABEL_PADDING.x,
    y: top + Math.floor(place / columns) * height + LABEL_PADDING.y,
  };
}
