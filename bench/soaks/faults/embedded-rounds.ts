import { deepStrictEqual, ok } from 'node:assert';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareLedgers } from '../ledgers.ts';
import { Visits } from '../../../test/load/visits.ts';
import type { Shop } from '../../../test/server/open-shop.ts';
import { runProgram } from '../../../test/server/run-program.ts';
import type { SoakOptions } from '../soak.ts';
import { EMBEDDED_FAULTS } from './embedded-faults.ts';
import { type EmbeddedShop, openEmbeddedShop } from './embedded-shop.ts';
import type { Fault, LaunchedShop } from './fault.ts';

const VISITORS = 3;
const BACK_WITHIN_MS = 10_000;
const RECORDED_WITHIN_MS = 90_000;
/** The launcher counts a restart anew once its part has run for ten seconds. */
const BETWEEN_FAULTS_MS = 11_000;

/** Rounds of every fault of an embedded shop under visits, then a backup, the data's end and a restore. */
export async function meetEmbeddedFaults(rounds: number, report: SoakOptions['report']): Promise<string> {
  const embedded = await openEmbeddedShop();
  try {
    const visits = new Visits(embedded.shop);
    visits.begin(VISITORS);
    let slowest = 0;
    for (let round = 1; round <= rounds; round++) {
      for (const fault of EMBEDDED_FAULTS) {
        const back = await meet(embedded, visits, fault);
        report(`round ${round}, ${fault.name}: ${back === null ? 'not here' : `back after ${back.toFixed(0)} ms`}`);
        slowest = Math.max(slowest, back ?? 0);
      }
    }
    await visits.end();
    await checkBooks(embedded, visits);
    await destroyAndRestore(embedded);
    deepStrictEqual(await visits.lost(), []);
    const { answers, saved, bought } = visits.counts;
    return `${rounds} rounds, ${answers} answers, ${saved} addresses and ${bought} purchases acknowledged, none lost, back within ${(slowest / 1000).toFixed(1)} s, all there after a restore`;
  } finally {
    await embedded.close();
  }
}

/** @returns how long the shop took to come back, in milliseconds; null where the fault cannot be made */
async function meet(embedded: EmbeddedShop, visits: Visits, fault: Fault<LaunchedShop>): Promise<number | null> {
  if (fault.unavailable?.(embedded.shop)) return null;
  await sleep(BETWEEN_FAULTS_MS);
  await fault.happen(embedded.shop);
  const over = performance.now();
  for (; visits.allFineAfter(over) === null; await sleep(50)) {
    ok(performance.now() - over < BACK_WITHIN_MS, `The shop is not back after ${fault.name}.`);
  }
  ok(!embedded.hasEnded(), `The shop has ended by itself: ${embedded.shop.output()}`);
  deepStrictEqual(visits.faults, [], `after ${fault.name}`);
  return (visits.allFineAfter(over) ?? over) - over;
}

/** Nothing acknowledged is lost, and nothing that was paid is unrecorded. */
async function checkBooks({ shop }: EmbeddedShop, visits: Visits): Promise<void> {
  deepStrictEqual(await visits.lost(), []);
  const books = { stripe: shop.stripe, ctx: { db: shop.db } as Shop['ctx'] };
  for (const deadline = performance.now() + RECORDED_WITHIN_MS; ; await sleep(1_000)) {
    try {
      await compareLedgers(books);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

async function destroyAndRestore(embedded: EmbeddedShop): Promise<void> {
  const { dataDir } = embedded.shop;
  const file = join(embedded.folder, 'shop.zip');
  await perform('backup', file, dataDir);
  await embedded.whileClosed(async () => {
    rmSync(dataDir, { recursive: true });
    await perform('restore', file, dataDir);
  });
  await perform('verify', file, dataDir);
}

async function perform(command: string, file: string, dataDir: string): Promise<void> {
  const done = await runProgram('launch/backup.ts', [command, file], { DATA_DIR: dataDir });
  deepStrictEqual(done.code, 0, done.err);
}
