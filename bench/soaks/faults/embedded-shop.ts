import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { dataFolder } from '../../../launch/data-folder.ts';
import { openDatabase } from '../../../src/server/platform/db/database.ts';
import { exitCode } from '../../../test/server/launched-shop.ts';
import { mountSmallDisk } from '../../../test/server/small-disk.ts';
import { startShopProcess } from '../../../test/server/started-shop.ts';
import { STRIPE_SETTINGS } from '../../../test/server/surroundings.ts';
import { throwawayFolder } from '../../../test/server/throwaway.ts';
import type { LaunchedShop } from './fault.ts';

const DISK_KILOBYTES = 2_000_000;

export type EmbeddedShop = Awaited<ReturnType<typeof openEmbeddedShop>>;

/** The built launcher with everything embedded, on a disk of its own where this account may mount one. */
export async function openEmbeddedShop() {
  const dataDisk = mountSmallDisk(DISK_KILOBYTES);
  const folder = await throwawayFolder();
  const dataDir = dataFolder(join(dataDisk?.path ?? folder.path, 'data'));
  const settings = { SEED_DEMO: '0' };
  let running = await startShopProcess(dataDir, settings);
  let db = openDatabase(running.databaseUrl, { maxConnections: 2 });
  const shop = {
    get siteUrl() {
      return running.siteUrl;
    },
    get payer() {
      return running.payer;
    },
    get stripe() {
      return stripeAt(running.stripeUrl);
    },
    get db() {
      return db;
    },
    get launcherPid() {
      return running.process.pid ?? 0;
    },
    serverPid: () => childOf(running.process.pid ?? 0, 'dist/server/main.js'),
    output: () => running.output(),
    dataDir,
    dataDisk,
  } satisfies LaunchedShop;
  const closeAll = async (): Promise<number | undefined> => {
    await db.$client.end();
    return await exitCode(running.process, 'SIGTERM');
  };
  return {
    shop,
    /** A folder that outlives the data. */
    folder: folder.path,
    hasEnded: () => running.process.exitCode !== null || running.process.signalCode !== null,
    postgresPid: () => running.postgresPid(),
    /** Closes the shop, lets something happen to its data, and opens it again on the same port. */
    async whileClosed(happen: () => Promise<void>): Promise<void> {
      const { port } = running;
      await closeAll();
      await happen();
      running = await startShopProcess(dataDir, { ...settings, PORT: String(port) });
      db = openDatabase(running.databaseUrl, { maxConnections: 2 });
    },
    /** @returns the launcher's exit code */
    async close(): Promise<number | undefined> {
      const code = await closeAll();
      dataDisk?.unmount();
      rmSync(folder.path, { recursive: true, force: true });
      return code;
    },
  };
}

function stripeAt(url: string): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(STRIPE_SETTINGS.STRIPE_SECRET_KEY, {
    apiVersion: '2026-10-28.endive',
    telemetry: false,
    host: hostname,
    port,
    protocol: 'http',
  });
}

function childOf(parent: number, program: string): number {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' });
  const line = children.split('\n').find((each) => each.includes(program));
  return Number(line?.trim().split(' ')[0] ?? 0);
}
