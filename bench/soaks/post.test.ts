import { expect, test } from 'vitest';
import { startShop } from '../../test/shop.ts';
import type { Soak } from '../soak.ts';
import { postInterleavings } from './post-interleavings.ts';
import { postKilled } from './post-killed.ts';
import { postMillion } from './post-million.ts';

const SEED = 1957;

/** `npm run soak -- NAME` runs each at its full size; see docs/proofs-post.md. */
const PROOFS: readonly (readonly [name: string, soak: Soak, count: number])[] = [
  ['killed twice, a mailing day comes out as if nothing had happened', postKilled, 2],
  ['five months of twenty subscriptions bring the letters that the rules promise', postInterleavings, 20],
  ['a thousand pieces are planned, frozen and printed', postMillion, 1_000],
];

test.each(PROOFS)(
  '%s',
  async (_name, soak, count) => {
    await expect(soak.run(await startShop(), { count, seed: SEED })).resolves.toBeUndefined();
  },
  180_000,
);
