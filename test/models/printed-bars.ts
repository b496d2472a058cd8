export interface PrintedBar {
  /** In points, from the page's top left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The barcode's bars on each page of an uncompressed PDF: filled rectangles that are higher than wide. */
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

/** The bars as letters, from their top and bottom; null for a page without a barcode. */
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

const INCH = 72;
/** USPS-B-3200, in inches: bar and pitch, heights of a full bar and of a tracker. */
const ALLOWED = {
  width: [0.015, 0.025],
  pitch: [0.0416, 0.05],
  full: [0.125, 0.165],
  tracker: [0.039, 0.057],
} as const;

/** How a printed barcode violates the specification; null if it doesn't. */
export function faultOfBars(bars: readonly PrintedBar[]): string | null {
  if (bars.length !== 65) return `It has ${bars.length} bars.`;
  const sorted = [...bars].sort((one, other) => one.x - other.x);
  const heights = bars.map(({ height }) => height);
  const measured = {
    width: bars.map(({ width }) => width),
    pitch: sorted.slice(1).map(({ x }, index) => x - (sorted[index]?.x ?? 0)),
    full: [Math.max(...heights)],
    tracker: [Math.min(...heights)],
  };
  for (const [what, [least, most]] of Object.entries(ALLOWED) as [keyof typeof ALLOWED, readonly [number, number]][]) {
    for (const points of measured[what]) {
      const inches = points / INCH;
      if (inches < least || inches > most) return `Its ${what} is ${inches} inches.`;
    }
  }
  return null;
}
