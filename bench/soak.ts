import { parseArgs } from 'node:util';
import { authFuzz } from './soaks/auth-fuzz.ts';
import { cardTesting } from './soaks/card-testing.ts';
import { changes } from './soaks/changes.ts';
import { claims } from './soaks/claims.ts';
import { commonPasswords } from './soaks/common-passwords.ts';
import { cutReplies } from './soaks/cut-replies.ts';
import { doubleSubmit } from './soaks/double-submit.ts';
import { faults } from './soaks/faults.ts';
import { fuzzEveryDoor } from './soaks/fuzz.ts';
import { guesses } from './soaks/guesses.ts';
import { histories } from './soaks/histories.ts';
import { killed } from './soaks/killed.ts';
import { lastCode } from './soaks/last-code.ts';
import { outage } from './soaks/outage.ts';
import { fulfilmentInterleavings } from './soaks/fulfilment-interleavings.ts';
import { fulfilmentKilled } from './soaks/fulfilment-killed.ts';
import { fulfilmentMillion } from './soaks/fulfilment-million.ts';
import { redirects } from './soaks/redirects.ts';
import { refreshRaces } from './soaks/refresh-races.ts';
import { scale } from './soaks/scale.ts';
import { season } from './soaks/season.ts';
import { reconciler } from './soaks/reconciler.ts';
import { scratchDatabase } from './scratch-database.ts';
import { openShop, type Shop } from '../test/server/open-shop.ts';

/** What a long proof is given. */
export interface SoakOptions {
  readonly count: number;
  readonly seed: number;
}

export interface Soak {
  /** The full size, for `docs/proofs.md`. */
  readonly fullCount: number;
  /** Of the shop, beside the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** @throws Error when what it proves is not so */
  run(shop: Shop, options: SoakOptions): Promise<void>;
}

/** `npm run soak -- NAME [--seed N] [--count N]` */
const SOAKS: Readonly<Record<string, Soak>> = {
  'auth-fuzz': authFuzz,
  'card-testing': cardTesting,
  changes,
  claims,
  'common-passwords': commonPasswords,
  'cut-replies': cutReplies,
  'double-submit': doubleSubmit,
  faults,
  fuzz: fuzzEveryDoor,
  guesses,
  histories,
  killed,
  'last-code': lastCode,
  outage,
  'post-interleavings': fulfilmentInterleavings,
  'post-killed': fulfilmentKilled,
  'post-million': fulfilmentMillion,
  redirects,
  'refresh-races': refreshRaces,
  scale,
  reconciler,
  season,
};

await main();

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1957' }, count: { type: 'string' } },
  });
  const name = positionals[0] ?? '';
  const soak = Object.hasOwn(SOAKS, name) ? SOAKS[name] : undefined;
  if (soak === undefined) {
    console.error(`Say which proof to run: ${Object.keys(SOAKS).join(' or ')}.`);
    process.exitCode = 2;
    return;
  }
  const options = { count: Number(values.count ?? soak.fullCount), seed: Number(values.seed) };
  console.log(`${name}: count ${options.count}, seed ${options.seed}`);
  await inAShop(soak.settings ?? {}, (shop) => soak.run(shop, options));
}

async function inAShop(settings: NonNullable<Soak['settings']>, work: (shop: Shop) => Promise<void>): Promise<void> {
  const database = await scratchDatabase();
  const shop = await openShop(database.url, { settings });
  const began = performance.now();
  try {
    await work(shop);
    console.log(`It holds. ${((performance.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(error);
    console.error(shop.log.slice(-20).join(''));
    process.exitCode = 1;
  } finally {
    await shop.close();
    await database.stop();
  }
}
