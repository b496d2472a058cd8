// @ts-check
// `npm run dependencies` also asks which packages of servers and pages have a newer version, and since when: docs/packages.md
// allows ninety days for each. If another package holds one back, only its name is listed.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { reachesBrowsers } from './shipped-packages.mjs';

const MOST_DAYS = 90;
const DAY_MS = 86_400_000;
const run = promisify(execFile);

/** @typedef {{ current?: string, wanted: string, latest: string, dependent: string, location?: string }} Outdated */

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const ours = { ...devDependencies, ...dependencies };
const isOfPages = reachesBrowsers(lock);
const late = [];
for (const [name, current, wanted] of await outdatedPackages()) {
  const isOurs = name in ours && ours[name] === current;
  if (!isOurs && wanted === current) {
    console.log(`held back       ${name}@${current}`);
    continue;
  }
  const newer = await firstNewer(name, current, isOurs ? null : wanted);
  if (newer === null) continue;
  console.log(`${newer.days.toFixed(0).padStart(4)} days since ${newer.version.padEnd(10)} ${name}@${current}`);
  if (newer.days > MOST_DAYS) late.push(`${name}@${current}`);
}
if (late.length > 0) {
  console.error(`Newer versions are out for more than ${MOST_DAYS} days: ${late.join(', ')}. Update or drop them.`);
  process.exitCode = 1;
} else console.log(`No newer version of what servers and pages contain is older than ${MOST_DAYS} days.`);
await askForHoles();

/** @returns {Promise<[name: string, current: string, wanted: string][]>} what servers and browsers run, each once */
async function outdatedPackages() {
  // `npm outdated` exits with 1 if any package is outdated.
  const { stdout } = await run('npm', ['outdated', '--all', '--json'], { maxBuffer: 2 ** 26 }).catch((error) => error);
  /** @type {[string, Outdated | Outdated[]][]} */
  const entries = Object.entries(JSON.parse(stdout));
  /** @type {Map<string, [string, string, string]>} */
  const found = new Map();
  for (const [name, each] of entries) {
    for (const { current, wanted, location } of [each].flat()) {
      if (current === undefined || location === undefined || name.startsWith('@types/')) continue;
      const path = relative(process.cwd(), location);
      const { dev, devOptional } = lock[path] ?? { dev: true };
      const best =
        found.get(`${name}@${current}`)?.[2] === current ? wanted : (found.get(`${name}@${current}`)?.[2] ?? wanted);
      if (isOfPages(path) || (!dev && !devOptional)) found.set(`${name}@${current}`, [name, current, best]);
    }
  }
  return [...found.values()].toSorted(([a], [b]) => a.localeCompare(b));
}

/** The first stable version after that one, up to `most`. @param {string} name @param {string} current @param {string | null} most */
async function firstNewer(name, current, most) {
  const { stdout } = await run('npm', ['view', name, 'time', '--json'], { maxBuffer: 2 ** 26 });
  /** @type {Record<string, string>} */
  const published = JSON.parse(stdout);
  const isNewer = (/** @type {string} */ version) =>
    /^\d+\.\d+\.\d+$/.test(version) && compare(version, current) > 0 && (most === null || compare(version, most) <= 0);
  const days = Object.entries(published)
    .filter(([version]) => isNewer(version))
    .map(([version, at]) => ({ version, days: (Date.now() - Date.parse(at)) / DAY_MS }));
  return days.toSorted((a, b) => b.days - a.days)[0] ?? null;
}

/** @param {string} a @param {string} b */
function compare(a, b) {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** @param {string} path */
function isShipped(path) {
  return isOfPages(path) || !lock[path]?.dev;
}

/** Asks the registry for known vulnerabilities; each must be fixed within seven or thirty days (docs/packages.md). */
async function askForHoles() {
  const { stdout } = await run('npm', ['audit', '--json'], { maxBuffer: 2 ** 26 }).catch((error) => error);
  /** @type {{ vulnerabilities?: Record<string, { nodes: string[] }> }} */
  const { vulnerabilities } = JSON.parse(stdout || '{}');
  if (vulnerabilities === undefined) {
    console.log('This registry does not say what is known against packages (npm audit): ask where one does.');
    return;
  }
  const shipped = Object.entries(vulnerabilities).filter(([, { nodes }]) => nodes.some(isShipped));
  if (shipped.length === 0) return console.log('Nothing is known against what servers and pages contain.');
  const names = shipped.map(([name]) => name);
  console.error(`Known holes: ${names.join(', ')}. npm audit says more.`);
  process.exitCode = 1;
}
