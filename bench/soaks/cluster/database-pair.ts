import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { databaseAccount } from '../../../launch/data-folder.ts';
import { freePort } from '../../../launch/ports.ts';
import { postgresBinaries } from '../../../launch/postgres-binaries.ts';
import { cleanEnvironment } from '../../../launch/postgres-cluster.ts';
import { startPostgres } from '../../../launch/postgres.ts';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import { throwawayFolder } from '../../../test/server/throwaway.ts';
import { PrimaryProxy } from './primary-proxy.ts';
import { Program } from './program.ts';

const WITHIN_MS = 1_000;

interface Server {
  readonly program: Program;
  /** Of its data. */
  readonly folder: string;
  readonly url: string;
}

/** A primary and a synchronous standby: both have every commit that was acknowledged. */
export class DatabasePair {
  readonly #folder: string;
  readonly #removeFolder: () => void;
  readonly #proxy: PrimaryProxy;
  #primary: Server;
  #standby: Server;

  private constructor(
    folder: Awaited<ReturnType<typeof throwawayFolder>>,
    proxy: PrimaryProxy,
    primary: Server,
    standby: Server,
  ) {
    this.#folder = folder.path;
    this.#removeFolder = folder.remove;
    this.#proxy = proxy;
    this.#primary = primary;
    this.#standby = standby;
  }

  static async open(): Promise<DatabasePair> {
    const folder = await throwawayFolder();
    const first = await startPostgres({ dataDir: folder.path, durable: true });
    await migrate(first.url);
    await first.stop();
    const [one, other] = [await freePort(), await freePort()];
    const data = join(folder.path, 'postgres');
    const primary = serverAt(data, first.url, folder.path, one);
    const pair = new DatabasePair(
      folder,
      await PrimaryProxy.open(one),
      primary,
      serverAt(`${data}-other`, first.url, folder.path, other),
    );
    await pair.#begin();
    return pair;
  }

  /** The URL of the primary's proxy. */
  get url(): string {
    return Object.assign(new URL(this.#primary.url), { port: String(this.#proxy.port) }).href;
  }

  get logs(): string {
    return this.#folder;
  }

  /** `kill -9` of the primary; the standby replaces it, without a standby until `makeWhole`. */
  async failOver(): Promise<void> {
    await this.#primary.program.end('SIGKILL');
    await ask(this.#standby.url, 'select pg_promote()');
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
    this.#proxy.leadTo(Number(new URL(this.#primary.url).port));
  }

  /** Makes the killed server the new primary's standby; the primary stops briefly. */
  async makeWhole(): Promise<void> {
    await this.#primary.program.end('SIGINT');
    await this.#begin();
  }

  async close(): Promise<void> {
    this.#proxy.close();
    await Promise.all([this.#primary, this.#standby].map(({ program }) => program.end('SIGQUIT')));
    this.#removeFolder();
  }

  async #begin(): Promise<void> {
    const [primary, standby] = [this.#primary, this.#standby];
    rmSync(standby.folder, { recursive: true, force: true });
    const copied = spawnSync('cp', ['-a', primary.folder, standby.folder], { encoding: 'utf8' });
    if (copied.status !== 0) throw new Error(copied.stderr);
    const { port, username, password } = new URL(primary.url);
    const way = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
    writeFileSync(join(primary.folder, 'postgresql.auto.conf'), `synchronous_standby_names = '*'\n`);
    writeFileSync(join(standby.folder, 'postgresql.auto.conf'), `primary_conninfo = '${way}'\n`);
    writeFileSync(join(standby.folder, 'standby.signal'), '');
    await primary.program.start();
    await standby.program.start();
    // Returns once the standby has this table.
    await ask(primary.url, 'create table if not exists cluster_probe ()');
  }
}

function serverAt(folder: string, url: string, dataDir: string, port: number): Server {
  const account = databaseAccount(folder);
  const own = new URL(url);
  Object.assign(own, { port: String(port), search: '' });
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    // Only processes die here, not machines.
    fsync: 'off',
    wal_keep_size: '512MB',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = new Program(`PostgreSQL at ${port}`, {
    command: [postgresBinaries(dataDir, account).postgres, '-D', folder, ...options],
    env: cleanEnvironment(),
    logPath: join(dataDir, `postgres-${port}.log`),
    account,
    isReady: async () => (await ask(own.href, 'select 1')) === 1,
  });
  return { program, folder, url: own.href };
}

async function ask(url: string, statement: string): Promise<number | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(statement)).rowCount;
  } finally {
    await client.end();
  }
}
