import { deepStrictEqual, ok } from 'node:assert';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from '../../../test/server/run-program.ts';
import type { Fault, LaunchedShop } from './fault.ts';

const FULL_FOR_MS = 5_000;
const NOTICED_WITHIN_MS = 10_000;

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

async function notReady({ siteUrl }: LaunchedShop): Promise<void> {
  for (const deadline = performance.now() + NOTICED_WITHIN_MS; ; await sleep(50)) {
    if ((await fetch(`${siteUrl}/readyz`)).status === 503) return;
    ok(performance.now() < deadline, '/readyz says that nothing is wrong.');
  }
}
