import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../launch/ports.ts';
import { isAnswering } from './is-answering.ts';

/** `1.18.0`; null where there is no PgBouncer. */
export function poolerVersion(): string | null {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8', env: withSbin() });
  return /PgBouncer (\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? null;
}

/** Whether PgBouncer keeps prepared statements across server connections. */
export function carriesPreparedStatements(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor >= 21;
}

const UNPRIVILEGED = 65_534;
const SERVER_CONNECTIONS = 4;

/** A PgBouncer with default settings in transaction mode, with few connections, in front of a database. */
export async function openPooler(databaseUrl: string, preparedStatements = 0) {
  const direct = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const port = await freePort();
  await chmod(folder, 0o755);
  await writeFile(
    join(folder, 'users'),
    `"${decodeURIComponent(direct.username)}" "${decodeURIComponent(direct.password)}"\n`,
  );
  await writeFile(join(folder, 'pgbouncer.ini'), settingsFor(direct, port, folder, preparedStatements));
  const account = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const pooler = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...account,
    env: withSbin(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  pooler.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const url = new URL(databaseUrl);
  Object.assign(url, { host: `127.0.0.1:${port}`, search: '' });
  for (let tries = 0; !(await isAnswering(url.href)); tries++) {
    if (tries > 100 || pooler.exitCode !== null) throw new Error(`PgBouncer does not answer: ${said}`);
    await sleep(50);
  }
  return {
    url: url.href,
    async close() {
      const ended = once(pooler, 'exit');
      pooler.kill('SIGTERM');
      await Promise.race([ended, sleep(2_000)]);
      pooler.kill('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}

function settingsFor(direct: URL, port: number, folder: string, preparedStatements: number): string {
  return [
    '[databases]',
    `* = host=127.0.0.1 port=${direct.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(folder, 'users')}`,
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    ...(preparedStatements > 0 ? [`max_prepared_statements = ${preparedStatements}`] : []),
    '',
  ].join('\n');
}

function withSbin(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` };
}
