import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { infoOf } from '../press/letter-files.ts';
import { Press } from '../press/press.ts';
import { edgesOf, TEETH } from './artifacts/row-of-ten.ts';
import { manifest } from './manifest.ts';

/** Pixels of a point, as on a page of 144 to the inch. */
const DETAIL = 2;
const PAGE = { width: 612, height: 792 } as const;
const TOOTH = 11.25;
/** Points that an eye tells apart at arm's length: beyond the edge a long tooth, within it a gap. */
const CLEAR = { long: 7, gap: -4 } as const;
const REACH = 14;

const press = await Press.ofSeason(join(import.meta.dirname, '..'), 'one');

/** Where the stamps stand on their pages, in points, and their places in the row of ten. */
const PIECES = [
  { name: 'the regrets', letter: 4, page: 4, left: 426, right: 526, top: 300, places: [5, 5] },
  { name: 'the tongue’s', letter: 22, page: 4, left: 256, right: 356, top: 336, places: [6, 6] },
  { name: 'the first envelope', letter: 1, page: 4, left: 434, right: 534, top: 292, places: [7, 7] },
  { name: 'the strip', letter: 17, page: 4, left: 156, right: 456, top: 336, places: [8, 10] },
] as const;

test.each(PIECES)('long teeth and gaps of $name stand out on the printed page, in grey', async (piece) => {
  const letter = manifest.letters.find(({ number }) => number === piece.letter);
  if (letter === undefined) throw new Error('The season has no such letter.');
  const picture = press.pictures(infoOf(manifest, letter), 'Reader')[piece.page - 1] ?? '';
  const grey = await sharp(Buffer.from(picture), { density: 72 * DETAIL })
    .resize({ width: PAGE.width * DETAIL, height: PAGE.height * DETAIL, fit: 'fill' })
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer();
  const isInked = (x: number, y: number) =>
    (grey[Math.round(y * DETAIL) * PAGE.width * DETAIL + Math.round(x * DETAIL)] ?? 255) < 128;
  const seen = (side: 1 | -1) =>
    Array.from({ length: TEETH }, (_, index) => {
      const y = piece.top + (index + 0.5) * TOOTH;
      const edge = side === 1 ? piece.right : piece.left;
      const steps = Array.from({ length: REACH * 2 * DETAIL }, (__, step) => REACH - step / DETAIL);
      const out = steps.find((beyond) => isInked(edge + beyond * side, y)) ?? -REACH;
      return out > CLEAR.long ? '+' : out < CLEAR.gap ? '-' : '=';
    }).join('');
  const [first, last] = piece.places;
  expect({ left: seen(-1), right: seen(1) }).toEqual(edgesOf(first, last));
});
