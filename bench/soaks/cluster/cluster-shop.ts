import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { openContext, closeContext } from '../../../src/server/context.ts';
import { readConfig } from '../../../src/server/platform/config/config.ts';
import { type Database, openDatabase } from '../../../src/server/platform/db/database.ts';
import { openSurroundings, type Surroundings } from '../../../test/server/surroundings.ts';
import { throwawayFolder } from '../../../test/server/throwaway.ts';
import { KEY_HEADER, openSmtpServer } from './smtp-server.ts';
import { DATABASE_MACHINES, DatabaseMachines } from './database-machines.ts';
import { Network } from './network.ts';
import type { Place } from './request-load.ts';
import { openWay } from './way.ts';
import { BALANCER_MACHINES, POOLER_PORT, SHOP_MACHINES, ShopMachines } from './shop-machines.ts';

export interface ClusterShop {
  readonly network: Network;
  readonly databases: DatabaseMachines;
  readonly shop: ShopMachines;
  readonly around: Surroundings;
  readonly smtp: Awaited<ReturnType<typeof openSmtpServer>>;
  /** The shop's database, past its poolers. */
  readonly db: Database;
  /** Of a context in this process. */
  readonly settings: Readonly<Record<string, string>>;
  readonly balancers: readonly Place[];
  /** Where the programs' logs lie. */
  readonly folder: string;
  close(options: { readonly leavesLogs: boolean }): Promise<void>;
}

const HTTP_PORT = 80;

/** Opens seven machines: two balancers, two with the shop's processes, three of PostgreSQL. */
export async function openClusterShop(report: (line: string) => void): Promise<ClusterShop> {
  const folder = await throwawayFolder();
  chmodSync(folder.path, 0o755);
  const closers: (() => unknown)[] = [];
  const close = async ({ leavesLogs }: { readonly leavesLogs: boolean }) => {
    for (const each of closers.toReversed()) await each();
    if (!leavesLogs) folder.remove();
  };
  try {
    const network = Network.open([...BALANCER_MACHINES, ...SHOP_MACHINES, ...DATABASE_MACHINES]);
    closers.push(() => network.close());
    const databases = await DatabaseMachines.open(network, folder.path);
    report('three PostgreSQL are whole');
    const smtp = await openSmtpServer(network.ownAddress);
    closers.push(() => smtp.close());
    const around = await openSurroundings(databases.urlOf('club_app'), {
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      SMTP_KEY_HEADER: KEY_HEADER,
    });
    closers.push(() => around.close());
    await makeKeys(around.settings);
    const settings = { ...around.settings, AUTH_JWT_KEYS: join(around.settings['DATA_DIR'] ?? '', 'auth-keys.json') };
    const balancers = BALANCER_MACHINES.map((machine) => ({ host: network.addressOf(machine), port: HTTP_PORT }));
    const stripe = Number(new URL(around.sandbox.url).port);
    const ways = [
      { own: { host: network.ownAddress, port: stripe }, targets: [{ host: '127.0.0.1', port: stripe }] },
      {
        own: { host: '127.0.0.1', port: Number(around.settings['PORT']) },
        targets: balancers,
      },
    ];
    for (const { own, targets } of ways) {
      const way = await openWay(own, () => targets);
      closers.push(() => way.close());
    }
    const db = openDatabase(databases.urlOf('club_app'), { maxConnections: 4 });
    closers.push(() => db.$client.end());
    const shop = new ShopMachines(network, folder.path, databases, {
      ...settings,
      DATABASE_URL: `postgres://club_app:none@127.0.0.1:${POOLER_PORT}/club`,
      DATABASE_DIRECT_URL: databases.urlOf('club_app'),
      TRUSTED_PROXIES: BALANCER_MACHINES.map((machine) => network.addressOf(machine)).join(),
    });
    await shop.open();
    report('four web processes and two workers are ready');
    return { network, databases, shop, around, smtp, db, settings, balancers, folder: folder.path, close };
  } catch (error) {
    await close({ leavesLogs: true });
    throw new Error(`The logs are in ${folder.path}.`, { cause: error });
  }
}

/** The shop's own, in the file that every process is then told of. */
async function makeKeys(settings: Readonly<Record<string, string>>): Promise<void> {
  const ctx = await openContext(readConfig(settings));
  await closeContext(ctx);
}
