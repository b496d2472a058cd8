export interface PrintedBar {
  /** In points, from the page's top left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Of each page of an uncompressed PDF the filled rectangles of a barcode: such as are higher than wide. */
export function barsOnPages(pdf: string): PrintedBar[][] {
  return pdf
    .split('endstream')
    .filter((part) => part.includes('1 0 0 -1 0'))
    .map((page) =>
      [...page.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)]
        .map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number])
        .map(([x, y, width, height]) => ({ x, y, width, height }))
        .filter(({ width, height }) => height > width),
    );
}

/** The bars as letters, by where they begin and end; null for a page without a barcode. */
export function lettersOfBars(bars: readonly PrintedBar[]): string | null {
  if (bars.length === 0) return null;
  const top = Math.min(...bars.map(({ y }) => y));
  const bottom = Math.max(...bars.map(({ y, height }) => y + height));
  return [...bars]
    .sort((one, other) => one.x - other.x)
    .map(({ y, height }) => {
      const isUp = y - top < 0.5;
      const isDown = bottom - (y + height) < 0.5;
      return isUp ? (isDown ? 'F' : 'A') : isDown ? 'D' : 'T';
    })
    .join('');
}
