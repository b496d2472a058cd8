import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isRoot, makeFolder } from './lock.mjs';
import { StartError } from './child.ts';

export interface Account {
  uid: number;
  gid: number;
}

/** Every system has this number. */
const UNPRIVILEGED: Account = { uid: 65534, gid: 65534 };

/** PostgreSQL refuses to run as root; undefined is the process's own account. An existing database stays with its owner. */
export function databaseAccount(cluster: string): Account | undefined {
  if (!isRoot()) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : UNPRIVILEGED;
}

/**
 * Makes the folder of all embedded state. Root's moves to /var/lib when the database's account cannot reach it.
 * @returns its absolute path without symbolic links
 */
export function dataFolder(wanted: string): string {
  makeWritableFolder(wanted);
  const path = placeOf(wanted);
  if (path === realpathSync(wanted)) return path;
  makeWritableFolder(path);
  requireOwnFolder(path);
  return path;
}

/** Makes nothing. @returns its absolute path, or null where no shop has been */
export function existingDataFolder(wanted: string): string | null {
  const path = existsSync(wanted) ? placeOf(wanted) : null;
  return path !== null && existsSync(path) ? path : null;
}

function placeOf(wanted: string): string {
  // Processes are matched by comparing paths, so a folder must have one name.
  const path = realpathSync(wanted);
  if (!isRoot() || canPassInto(path)) return path;
  return `/var/lib/dead-letter-club-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`;
}

function makeWritableFolder(path: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The data folder ${path} cannot be used (${reason}); name another with DATA_DIR.`);
  }
}

function canPassInto(folder: string): boolean {
  const account = databaseAccount(resolve(folder, 'postgres')) ?? UNPRIVILEGED;
  // The kernel decides, because access lists and mounts count beside mode bits.
  const shell = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' });
  return shell.status === 0;
}

function requireOwnFolder(path: string): void {
  const found = lstatSync(path);
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return;
  throw new StartError(`${path} is not a folder that only root can change; remove it, or name another with DATA_DIR.`);
}
