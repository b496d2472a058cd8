import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startPostgres, type Postgres } from '../../../launch/postgres.ts';
import { prepare } from '../../../launch/prepare.mjs';
import { BUILT } from '../../../launch/shop.ts';
import { openDatabase } from '../../../src/server/platform/db/database.ts';
import { mountSmallDisk } from '../../../test/server/small-disk.ts';
import { openSurroundings } from '../../../test/server/surroundings.ts';
import { endWithUs, throwawayFolder } from '../../../test/server/throwaway.ts';
import { Wire } from '../../../test/server/wire.ts';
import type { GivenShop } from './fault.ts';

/** More than the visitors of any fault but the one that takes them all. */
export const DESCRIPTORS = 3_000;
const HEAP_MB = 512;
const LOG_DISK_KB = 64;
const READY_WITHIN_MS = 60_000;

export interface GivenShopOptions {
  /** Keeps the server to the first processor; only Linux can. */
  readonly onOneCore?: boolean;
  /** Loaded before the server (`--import`). */
  readonly preload?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Opens the built server on a PostgreSQL of its own, which writes to the disk as a real one does. */
export async function openGivenShop({ onOneCore = false, preload, env }: GivenShopOptions = {}): Promise<GivenShop> {
  await prepare({ build: true });
  const folder = await throwawayFolder();
  const start = () => startPostgres({ dataDir: folder.path, durable: true });
  let postgres: Postgres = await start();
  let release = endWithUs(postgres.pid, folder.path);
  const url = new URL(postgres.url);
  const wire = await Wire.open(Number(url.port));
  url.port = String(wire.port);
  // The search names the socket file, which would bypass the wire.
  url.search = '';
  const around = await openSurroundings(url.href);
  const disk = mountSmallDisk(LOG_DISK_KB);
  const log = openSync(join(disk?.path ?? folder.path, 'server.log'), 'a');
  const shiftFile = join(around.settings['DATA_DIR'] ?? '', 'clock-shift');
  const shift = (seconds: number) => writeFileSync(shiftFile, String(seconds));
  shift(0);
  const settings = { ...around.settings, ...env, LOG_LEVEL: 'info', CLOCK_SHIFT: shiftFile };
  const preloads = ['test/server/shifted-clock.mjs', ...(preload === undefined ? [] : [preload])];
  const server = new RestartingServer(settings, log, commandOf(preloads, onOneCore));
  await server.start();
  const db = openDatabase(postgres.url, { maxConnections: 4 });
  return {
    siteUrl: around.siteUrl,
    payer: around.payer,
    stripe: around.stripe,
    db,
    wire,
    logDisk: disk,
    clock: { shift },
    serverPid: () => server.pid,
    endedByItself: () => server.endedByItself,
    postgres: {
      pid: () => postgres.pid,
      async restart() {
        postgres = await start();
        void release();
        release = endWithUs(postgres.pid, folder.path);
      },
    },
    async restartServer() {
      const code = await server.stop();
      await server.start();
      return code;
    },
    async close() {
      await server.stop();
      await db.$client.end();
      closeSync(log);
      disk?.unmount();
      await around.close();
      wire.close();
      await postgres.stop();
      await release();
      folder.remove();
    },
  };
}

function commandOf(preloads: readonly string[], onOneCore: boolean): string[] {
  const options = preloads.map((path) => `--import=${pathToFileURL(path).href}`);
  const program = [process.execPath, `--max-old-space-size=${HEAP_MB}`, ...options, ...BUILT.server];
  return onOneCore && process.platform === 'linux' ? ['taskset', '--cpu-list', '0', ...program] : program;
}

class RestartingServer {
  endedByItself = 0;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #log: number;
  readonly #command: readonly string[];
  #process: ChildProcess | null = null;
  #isStopping = false;

  constructor(settings: Readonly<Record<string, string>>, log: number, command: readonly string[]) {
    this.#settings = settings;
    this.#log = log;
    this.#command = command;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    this.#isStopping = false;
    const limited = `ulimit -n ${DESCRIPTORS}; exec "$@"`;
    this.#process = spawn('sh', ['-c', limited, 'sh', ...this.#command], {
      env: { PATH: process.env['PATH'], ...this.#settings },
      stdio: ['ignore', this.#log, 'inherit'],
    });
    this.#process.once('exit', () => {
      if (!this.#isStopping) this.endedByItself += 1;
    });
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await this.#isReady())) {
      if (performance.now() > deadline) throw new Error('The server did not get ready.');
      await sleep(50);
    }
  }

  async #isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(5_000);
    const reply = await fetch(`${this.#settings['SITE_URL']}/readyz`, { signal }).catch(() => null);
    return reply?.status === 200;
  }

  async stop(): Promise<number> {
    if (this.#process === null || this.#process.exitCode !== null) return this.#process?.exitCode ?? 0;
    this.#isStopping = true;
    const exited = once(this.#process, 'exit') as Promise<[number | null]>;
    this.#process.kill('SIGTERM');
    const [code] = await exited;
    return code ?? -1;
  }
}
