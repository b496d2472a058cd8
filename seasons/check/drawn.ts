const PAPER = '#ffffff';

/** One letter as it is printed, in points from the top left of its page. */
export interface Glyph {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly ink: string;
  /** What was painted where it stands before it, or the paper. */
  readonly ground: string;
}

type Matrix = readonly [number, number, number, number, number, number];
const UNMOVED: Matrix = [1, 0, 0, 1, 0, 0];

type Point = readonly [x: number, y: number];

/** A filled shape: its outlines, and what fills it. */
interface Area {
  readonly outlines: readonly (readonly Point[])[];
  readonly box: Box;
  readonly color: string;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const WORDS = {
  d: /\bd="([^"]+)"/,
  fill: /\bfill="([^"]+)"/,
  x: /\bx="([^"]+)"/,
};

/** Each letter of a page that typesetting drew, through all the groups around it. */
export function glyphsOf(picture: string, page: number): Glyph[] {
  const drawn = picture.slice(0, picture.indexOf('<defs>'));
  const around: Matrix[] = [UNMOVED];
  const painted: Area[] = [];
  const glyphs: Glyph[] = [];
  for (const [tag, closing, name, attributes = '', empty] of drawn.matchAll(/<(\/?)(g|use|path)\b([^>]*?)(\/?)>/g)) {
    const outer = around.at(-1) ?? UNMOVED;
    if (closing === '/') {
      if (name === 'g') around.pop();
    } else if (name === 'use' && tag.includes('href="#')) {
      const [x, y] = moved(outer, numberOf(attributes, 'x'), 0);
      glyphs.push({ page, x, y, ink: wordOf(attributes, 'fill') ?? '#000000', ground: groundAt(painted, x, y) });
    } else if (name === 'path') {
      const color = wordOf(attributes, 'fill') ?? 'none';
      const outlines = outlinesOf(wordOf(attributes, 'd') ?? '');
      if (color.startsWith('#')) painted.push(areaOf(outlines, outer, color));
    } else if (name === 'g' && empty !== '/') around.push(product(outer, matrixOf(attributes)));
  }
  return glyphs;
}

function areaOf(outlines: readonly (readonly Point[])[], matrix: Matrix, color: string): Area {
  const corners = outlines.map((outline) => outline.map(([x, y]) => moved(matrix, x, y)));
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const [x, y] of corners.flat()) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return { outlines: corners, box, color };
}

function groundAt(painted: readonly Area[], x: number, y: number): string {
  const isInBox = ({ left, right, top, bottom }: Box) => left <= x && x <= right && top <= y && y <= bottom;
  return painted.findLast(({ outlines, box }) => isInBox(box) && isWithin(outlines, x, y))?.color ?? PAPER;
}

/** Whether a line from here to the right leaves the shape an odd number of times. */
function isWithin(outlines: Area['outlines'], x: number, y: number): boolean {
  const crossed = outlines.flatMap((outline) =>
    outline.filter(([toX, toY], index) => {
      const [fromX, fromY] = outline.at(index - 1) ?? [toX, toY];
      return fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
    }),
  );
  return crossed.length % 2 === 1;
}

/** The corners of each outline of a path; a curve is taken for the lines between the points that bend it. */
function outlinesOf(path: string): Point[][] {
  const outlines: Point[][] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', values = ''] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const isRelative = command === command.toLowerCase();
    const [fromX, fromY] = isRelative ? [x, y] : [0, 0];
    const numbers = values.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
    if (command.toLowerCase() === 'm') outlines.push([]);
    if (command.toLowerCase() === 'z') [x, y] = outlines.at(-1)?.[0] ?? [x, y];
    for (const [stepX, stepY] of stepsOf(command.toLowerCase(), numbers)) {
      [x, y] = [stepX === null ? x : fromX + stepX, stepY === null ? y : fromY + stepY];
      outlines.at(-1)?.push([x, y]);
    }
  }
  return outlines;
}

function stepsOf(command: string, numbers: readonly number[]): (readonly [number | null, number | null])[] {
  if (command === 'h') return numbers.map((across) => [across, null]);
  if (command === 'v') return numbers.map((down) => [null, down]);
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => [
    numbers[at * 2] ?? 0,
    numbers[at * 2 + 1] ?? 0,
  ]);
}

function wordOf(attributes: string, name: keyof typeof WORDS): string | undefined {
  return WORDS[name].exec(attributes)?.[1];
}

function numberOf(attributes: string, name: keyof typeof WORDS): number {
  return Number(wordOf(attributes, name) ?? 0);
}

function matrixOf(attributes: string): Matrix {
  const [, numbers = ''] = /matrix\(([^)]*)\)/.exec(attributes) ?? [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return [a, b, c, d, e, f];
}

function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

function product([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
