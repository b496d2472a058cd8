import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const POSTGRES = '/usr/lib/postgresql';

/** Each program, and Debian's package of it. */
const TOOLS = {
  ip: 'iproute2',
  setpriv: 'util-linux',
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
} as const;

export const PROGRAM_PATH = `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`;

/** Why this machine cannot stand for several, and how it could; null when it can. */
export function missingTools(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return 'Several machines are made of network namespaces here, which only root on Linux may make.';
  }
  const missing = Object.entries(TOOLS).filter(([program]) => !isInstalled(program));
  const packages = [...missing.map(([, name]) => name), ...(postgresVersion() === null ? ['postgresql'] : [])];
  if (packages.length === 0) return null;
  const names = [...missing.map(([program]) => program), ...(postgresVersion() === null ? ['postgres'] : [])];
  return (
    `This machine lacks ${new Intl.ListFormat('en').format(names)}: ` +
    `\`apt-get install --no-install-recommends ${packages.join(' ')}\`, then stop the services that come with them.`
  );
}

/** The folder of the newest PostgreSQL's programs. */
export function postgresPrograms(): string {
  return join(POSTGRES, postgresVersion() ?? '', 'bin');
}

function postgresVersion(): string | null {
  const found = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
  const versions = found.filter((version) => existsSync(join(POSTGRES, version, 'bin', 'postgres')));
  return versions.toSorted((a, b) => Number(b) - Number(a))[0] ?? null;
}

export function isInstalled(program: string): boolean {
  return PROGRAM_PATH.split(':').some((folder) => existsSync(join(folder, program)));
}
