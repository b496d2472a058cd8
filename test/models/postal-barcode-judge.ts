import { default as bwipjs } from 'bwip-js/node';

interface Bars {
  readonly bhs: readonly number[];
  readonly bbs: readonly number[];
}

/** The bars of those digits as another library draws them: 65 of T, A, D and F. */
export function judgedBars(digits: string): string {
  // The named export `raw` draws another kind of barcode.
  const [drawn] = bwipjs.raw({ bcid: 'onecode', text: digits }) as unknown as readonly Bars[];
  if (drawn === undefined) throw new Error('The other library has drawn nothing.');
  const [tallest, shortest] = [Math.max(...drawn.bhs), Math.min(...drawn.bhs)];
  return drawn.bhs
    .map((height, index) => {
      if (height === tallest) return 'F';
      if (height === shortest) return 'T';
      return drawn.bbs[index] === 0 ? 'D' : 'A';
    })
    .join('');
}
