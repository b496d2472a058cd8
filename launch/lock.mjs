// @ts-check
import { randomUUID } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTime } from './processes.mjs';

/**
 * @typedef {{ pid: number, started: string | undefined, note: string }} Holder
 * @typedef {{ held: true, release: () => void } | { held: false, by: Holder }} Lock
 */

/**
 * Takes the lock `name` in a folder, for as long as this process lives or until `release()`.
 *
 * Node has no flock(2), and removing a dead holder's file is a race: two that find it dead can both remove it, the
 * slower one removing the quicker one's new lock. So the file is never replaced but followed: the holder is whoever
 * made the file with the highest number, and the next number can be made by one process only (link(2) is atomic).
 *
 * @param {string} folder
 * @param {string} name
 * @param {string} note what a process that finds the lock taken is told about the holder
 * @returns {Lock}
 */
export function takeLock(folder, name, note) {
  for (;;) {
    const last = highestNumber(folder, name);
    const owner = readOwner(join(folder, `${name}.${last}`));
    if (owner && isAlive(owner)) return { held: false, by: owner };

    const mine = join(folder, `${name}.${last + 1}`);
    if (!createWhole(mine, { pid: process.pid, started: startTime(process.pid), note })) continue;
    if (highestNumber(folder, name) > last + 1) {
      rmSync(mine, { force: true });
      continue;
    }
    removeLower(folder, name, last + 1);
    return { held: true, release: () => replaceWhole(mine, { pid: 0, started: undefined, note: 'released' }) };
  }
}

/**
 * Makes a folder if it is missing. Root's is opened for passing through, since its database runs under another account;
 * everything private in it has a mode of its own.
 *
 * @param {string} folder
 */
export function makeFolder(folder) {
  const created = mkdirSync(folder, { recursive: true });
  if (created !== undefined || readdirSync(folder).length === 0) chmodSync(folder, isRoot() ? 0o711 : 0o700);
}

/** @returns {boolean} */
export function isRoot() {
  return process.getuid?.() === 0;
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {number}
 */
function highestNumber(folder, name) {
  return Math.max(0, ...lockNumbers(folder, name));
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {number[]}
 */
function lockNumbers(folder, name) {
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${name}.`))
    .map((file) => Number(file.slice(name.length + 1)))
    .filter(Number.isInteger);
}

/**
 * @param {string} path
 * @returns {Holder | undefined}
 */
function readOwner(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {Holder} owner
 * @returns {boolean}
 */
function isAlive(owner) {
  return owner.pid > 0 && owner.started !== undefined && startTime(owner.pid) === owner.started;
}

/**
 * The file appears with its whole content or not at all; false when another was quicker.
 *
 * @param {string} path
 * @param {Holder} owner
 * @returns {boolean}
 */
function createWhole(path, owner) {
  const draft = writeDraft(path, owner);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * @param {string} path
 * @param {Holder} owner
 */
function replaceWhole(path, owner) {
  renameSync(writeDraft(path, owner), path);
}

/**
 * @param {string} path
 * @param {Holder} owner
 * @returns {string}
 */
function writeDraft(path, owner) {
  const draft = `${path}.${randomUUID()}`;
  // Readable for all: a user must see that root has opened the same data.
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o644 });
  return draft;
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {number} mine
 */
function removeLower(folder, name, mine) {
  for (const number of lockNumbers(folder, name)) {
    if (number < mine) rmSync(join(folder, `${name}.${number}`), { force: true });
  }
}
