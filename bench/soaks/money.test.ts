import { expect, test } from 'vitest';
import { startShop } from '../../test/shop.ts';
import type { Soak } from '../soak.ts';
import { cardTesting } from './card-testing.ts';
import { cutReplies } from './cut-replies.ts';
import { histories } from './histories.ts';
import { lastCode } from './last-code.ts';
import { outage } from './outage.ts';
import { season } from './season.ts';

const SEED = 1957;

/** `npm run soak -- NAME` runs each at its full size; see docs/proofs.md. */
const PROOFS: readonly (readonly [name: string, soak: Soak, count: number])[] = [
  ['a season of eight people ends with the same books on both sides', season, 8],
  ['twelve lives of a subscription end the same, however their events come', histories, 12],
  ['twelve lost answers of the provider charge nobody twice', cutReplies, 12],
  ['a code for one goes to one of ten', lastCode, 10],
  ['eight thieves find out about five cards each and twenty together', cardTesting, 8],
  ['three seconds without the provider lose nothing', outage, 3],
];

test.each(PROOFS)(
  '%s',
  async (_name, soak, count) => {
    const shop = await startShop(soak.settings === undefined ? {} : { settings: soak.settings });
    await expect(soak.run(shop, { count, seed: SEED })).resolves.toBeUndefined();
  },
  180_000,
);
