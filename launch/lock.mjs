// @ts-check
import { randomUUID } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTime } from './processes.mjs';

/**
 * @typedef {{ pid: number, started: string | undefined, note: string }} Owner
 * @typedef {{ held: true, release: () => void } | { held: false, by: Owner }} Lock
 */

/**
 * Takes a lock for as long as this process lives or until `release()` (decision 011). Lock files have numbers, and the
 * highest one's maker is the owner.
 *
 * @param {string} folder
 * @param {string} name
 * @param {string} note shown to a process that finds the lock taken
 * @returns {Lock}
 */
export function takeLock(folder, name, note) {
  const pathOf = (/** @type {number} */ number) => join(folder, `${name}.${number}`);
  for (;;) {
    const last = Math.max(0, ...lockNumbers(folder, name));
    const owner = readOwner(pathOf(last));
    if (owner && isAlive(owner)) return { held: false, by: owner };

    const mine = pathOf(last + 1);
    if (!createOnce(mine, { pid: process.pid, started: startTime(process.pid), note })) continue;
    const numbers = lockNumbers(folder, name);
    if (Math.max(...numbers) > last + 1) {
      rmSync(mine, { force: true });
      continue;
    }
    for (const number of numbers) if (number <= last) rmSync(pathOf(number), { force: true });
    // The number stays, so that no slower process can make the same one.
    const release = () => renameSync(writeDraft(mine, { pid: 0, started: undefined, note: 'released' }), mine);
    return { held: true, release };
  }
}

/** @param {string} folder @param {string} name */
function lockNumbers(folder, name) {
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${name}.`))
    .map((file) => Number(file.slice(name.length + 1)))
    .filter(Number.isInteger);
}

/** @param {string} path @returns {Owner | undefined} */
function readOwner(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {Owner} owner */
function isAlive({ pid, started }) {
  return pid > 0 && started !== undefined && startTime(pid) === started;
}

/**
 * link(2) makes the file with its whole content, or not at all when another process was quicker.
 *
 * @param {string} path
 * @param {Owner} owner
 * @returns {boolean} whether this process made it
 */
function createOnce(path, owner) {
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

/** @param {string} path @param {Owner} owner */
function writeDraft(path, owner) {
  const draft = `${path}.${randomUUID()}`;
  try {
    // Readable for all, so that a user sees that root has opened the same data.
    writeFileSync(draft, JSON.stringify(owner), { mode: 0o644 });
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return draft;
}

/**
 * Makes a folder if it is missing. Other accounts may enter root's, because its database runs under another account.
 *
 * @param {string} folder
 */
export function makeFolder(folder) {
  const created = mkdirSync(folder, { recursive: true });
  if (created !== undefined || readdirSync(folder).length === 0) chmodSync(folder, isRoot() ? 0o711 : 0o700);
}

export function isRoot() {
  return process.getuid?.() === 0;
}
