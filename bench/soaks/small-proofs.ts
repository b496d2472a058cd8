import { expect, test } from 'vitest';
import { startShop } from '../../test/server/shop.ts';
import type { Soak } from '../soak.ts';

const SEED = 1957;

export type SmallProof = readonly [name: string, soak: Soak, count: number];

/** Runs each soak in a small size, in a shop of its own; `npm run soak -- NAME` runs it at its full one. */
export function testSmall(proofs: readonly SmallProof[]): void {
  test.each(proofs)(
    '%s',
    async (_name, soak, count) => {
      const shop = await startShop(soak.settings === undefined ? {} : { settings: soak.settings });
      // Awaited first: a proof that fails is shown with its own words and its whole difference.
      expect(await soak.run(shop, { count, seed: SEED })).toBeUndefined();
    },
    180_000,
  );
}
