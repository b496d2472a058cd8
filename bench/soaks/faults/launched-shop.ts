import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import { freePort } from '../../../launch/ports.ts';
import { prepare } from '../../../launch/prepare.mjs';
import { SETTINGS_FILE } from '../../../launch/shop.ts';
import { openDatabase } from '../../../src/server/platform/db/database.ts';
import { payerAt } from '../../../test/clients/payer.ts';
import { mountSmallDisk } from '../../../test/server/small-disk.ts';
import type { LaunchedShop } from './fault.ts';

const DATA_DISK_KB = 1_000_000;
const OPEN_WITHIN_MS = 120_000;

/** Opens the shop as `npm start` does, with everything embedded, on a disk of its own where that may be mounted. */
export async function openLaunchedShop(): Promise<LaunchedShop> {
  await prepare({ build: true });
  const disk = mountSmallDisk(DATA_DISK_KB);
  const folder = disk?.path ?? mkdtempSync(join(tmpdir(), 'launched-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const launcher = spawn(process.execPath, ['launch/start.mjs'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), AUTH_RATE_LIMIT_FACTOR: '1000000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let isStopping = false;
  let ended = 0;
  launcher.once('exit', () => {
    if (!isStopping) ended += 1;
  });
  const output = collectOutput(launcher);
  await opened(launcher, output);
  const settings = readSettings(dataDir);
  const db = openDatabase(settings['DATABASE_URL'] ?? '', { maxConnections: 4 });
  const sandbox = new URL(settings['STRIPE_API_BASE'] ?? '');
  return {
    siteUrl: `http://127.0.0.1:${port}`,
    payer: payerAt(sandbox.origin),
    stripe: new Stripe(settings['STRIPE_SECRET_KEY'] ?? '', {
      apiVersion: '2026-10-28.endive',
      telemetry: false,
      maxNetworkRetries: 0,
      host: sandbox.hostname,
      port: sandbox.port,
      protocol: 'http',
    }),
    db,
    launcherPid: launcher.pid ?? 0,
    dataDir,
    dataDisk: disk,
    output,
    serverPid: () => serverOf(launcher),
    endedByItself: () => ended,
    async close() {
      isStopping = true;
      await db.$client.end();
      if (launcher.exitCode === null) {
        launcher.kill('SIGTERM');
        await once(launcher, 'exit');
      }
      disk?.unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function collectOutput(launcher: ChildProcess): () => string {
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-100_000)));
  }
  return () => output;
}

async function opened(launcher: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + OPEN_WITHIN_MS;
  while (!output().includes('Ctrl-C closes it')) {
    if (launcher.exitCode !== null || performance.now() > deadline) throw new Error(output());
    await sleep(50);
  }
}

function readSettings(dataDir: string): Record<string, string> {
  return JSON.parse(readFileSync(join(dataDir, SETTINGS_FILE), 'utf8')) as Record<string, string>;
}

/** 0 where the system does not tell whose children there are. */
function serverOf({ pid = 0 }: ChildProcess): number {
  if (process.platform !== 'linux') return 0;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return Number(children.find((child) => commandOf(child).includes('dist/server/main.js')) ?? 0);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
