import { expect, test } from 'vitest';
import { startShop } from '../../test/shop.ts';
import type { Soak } from '../soak.ts';
import { authFuzz } from './auth-fuzz.ts';
import { commonPasswords } from './common-passwords.ts';
import { guesses } from './guesses.ts';
import { redirects } from './redirects.ts';
import { refreshRaces } from './refresh-races.ts';

const SEED = 1957;

/** `npm run soak -- NAME` runs each at its full size; see docs/proofs.md. */
const PROOFS: readonly (readonly [name: string, soak: Soak, count: number])[] = [
  ['a hundred guesses at a password: ten are checked, and the owner gets in', guesses, 100],
  ['forty races of two tabs sign nobody out; a stolen token ends its session', refreshRaces, 40],
  ['thirty addresses that look like ours lead nobody away', redirects, 30],
  ['the sixty most common passwords are refused, with reasons', commonPasswords, 60],
  ['ten generated requests at every door of the identity server are answered in its own words', authFuzz, 10],
];

test.each(PROOFS)(
  '%s',
  async (_name, soak, count) => {
    const shop = await startShop(soak.settings === undefined ? {} : { settings: soak.settings });
    await expect(soak.run(shop, { count, seed: SEED })).resolves.toBeUndefined();
  },
  180_000,
);
