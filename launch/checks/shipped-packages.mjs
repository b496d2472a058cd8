// @ts-check
// What the build takes into the browser is in devDependencies, since no server needs it; it is checked like server packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = 'src/web';

const IMPORT = /(?:from|import)\s*\(?'((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g;
const STYLES_ONLY = /^@fontsource/;

/** @typedef {{ dev?: boolean, devOptional?: boolean, dependencies?: Record<string, string> }} Entry */

/**
 * Whether a package of package-lock.json reaches a browser without being one of the server's.
 * @param {Record<string, Entry>} lock
 * @returns {(path: string) => boolean} by its place in the lock file
 */
export function reachesBrowsers(lock) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const name of importedByPages()) collect(lock, '', name, found);
  return (path) => found.has(path) && lock[path]?.dev === true;
}

function importedByPages() {
  const all = existsSync(PAGES) ? readdirSync(PAGES, { encoding: 'utf8', recursive: true }) : [];
  const texts = all
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(PAGES, file), 'utf8'));
  const names = texts.flatMap((text) => [...text.matchAll(IMPORT)].map(([, name]) => name ?? ''));
  return new Set(names.filter((name) => !STYLES_ONLY.test(name)));
}

/** @param {Record<string, Entry>} lock @param {string} from @param {string} name @param {Set<string>} found */
function collect(lock, from, name, found) {
  const path = placeOf(lock, from, name);
  if (path === null || found.has(path)) return;
  found.add(path);
  for (const needed of Object.keys(lock[path]?.dependencies ?? {})) collect(lock, path, needed, found);
}

/** Resolves like Node does. @param {Record<string, Entry>} lock @param {string} from @param {string} name @returns {string | null} */
function placeOf(lock, from, name) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (path in lock) return path;
  if (from === '') return null;
  const above = from.lastIndexOf('/node_modules/');
  return placeOf(lock, above === -1 ? '' : from.slice(0, above), name);
}
