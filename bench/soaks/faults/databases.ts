import { deepStrictEqual, ok } from 'node:assert';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded } from '../../../launch/processes.mjs';
import { runProgram } from '../../../test/server/run-program.ts';
import type { Fault, FaultyShop, GivenShop, LaunchedShop } from './fault.ts';

const FULL_FOR_MS = 5_000;
const NOTICED_WITHIN_MS = 10_000;

const ABSENT_MS = 1_000;
const BACK_WITHIN_MS = 2_000;

export const killedGivenDatabase: Fault<GivenShop> = {
  name: 'kill -9 of a PostgreSQL that was given, which comes back a second later',
  async happen(shop) {
    const killed = shop.postgres.pid();
    process.kill(killed, 'SIGKILL');
    await hasEnded(killed, NOTICED_WITHIN_MS);
    await sleep(ABSENT_MS);
    await shop.postgres.restart();
    await ready(shop, BACK_WITHIN_MS);
  },
};

const killedDatabase: Fault<LaunchedShop> = {
  name: 'kill -9 of PostgreSQL',
  async happen({ dataDir }) {
    process.kill(postmasterOf(dataDir), 'SIGKILL');
  },
};

const fullDisk: Fault<LaunchedShop> = {
  name: "a full disk under PostgreSQL's and the stand-ins' data",
  unavailable: ({ dataDisk }) => (dataDisk === null ? 'Only root may mount a disk that can be filled.' : null),
  async happen(shop) {
    shop.dataDisk?.fill();
    try {
      await notReady(shop);
      await sleep(FULL_FOR_MS);
    } finally {
      shop.dataDisk?.free();
    }
  },
};

const killedOnFullDisk: Fault<LaunchedShop> = {
  name: 'kill -9 of PostgreSQL while its disk is full',
  unavailable: ({ dataDisk }) => (dataDisk === null ? 'Only root may mount a disk that can be filled.' : null),
  async happen(shop) {
    shop.dataDisk?.fill();
    try {
      process.kill(postmasterOf(shop.dataDir), 'SIGKILL');
      await notReady(shop);
      await sleep(FULL_FOR_MS);
    } finally {
      shop.dataDisk?.free();
    }
  },
};

const backup: Fault<LaunchedShop> = {
  name: 'a backup, and its verification',
  async happen({ dataDir }) {
    const file = `${dataDir}.backup.zip`;
    for (const command of ['backup', 'verify']) {
      const done = await runProgram('launch/backup.ts', [command, file], { DATA_DIR: dataDir });
      deepStrictEqual(done.code, 0, done.err);
    }
    rmSync(file);
  },
};

/** What happens to a shop whose database is embedded. */
export const EMBEDDED_FAULTS: readonly Fault<LaunchedShop>[] = [killedDatabase, fullDisk, killedOnFullDisk, backup];

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function notReady(shop: FaultyShop): Promise<void> {
  return untilReadyzSays(shop, 503, NOTICED_WITHIN_MS);
}

function ready(shop: FaultyShop, withinMs: number): Promise<void> {
  return untilReadyzSays(shop, 200, withinMs);
}

async function untilReadyzSays({ siteUrl }: FaultyShop, status: number, withinMs: number): Promise<void> {
  for (const deadline = performance.now() + withinMs; ; await sleep(20)) {
    if ((await fetch(`${siteUrl}/readyz`)).status === status) return;
    ok(performance.now() < deadline, `/readyz has not said ${status} for ${withinMs} ms.`);
  }
}
