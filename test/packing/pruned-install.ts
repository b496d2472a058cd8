import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './deployed-environments.ts';

const RUN_FROM = ['package.json', 'dist', 'db/migrations', 'fonts', 'seasons', 'launch'];

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/**
 * The shop as `npm ci && npm run build && npm prune --omit=dev` leaves it, by links to the files of this checkout.
 */
export async function prunedInstall(): Promise<{ readonly path: string; remove(): void }> {
  const caches = join(ROOT, 'node_modules/.cache');
  mkdirSync(caches, { recursive: true });
  const path = await mkdtemp(join(caches, 'pruned-'));
  for (const each of RUN_FROM) linkAll(join(ROOT, each), join(path, each));
  for (const place of productionPackages()) linkAll(join(ROOT, place), join(path, place));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Installed packages of package-lock.json that production needs. */
export function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(packages)
    .filter(([place, { dev = false }]) => place !== '' && !dev && existsSync(join(ROOT, place)))
    .map(([place]) => place);
}

function linkAll(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    linkFolder(from, to);
  }
}

/** A nested `node_modules` has packages of its own in the lock file. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isFile()) linkSync(source, target);
    else cpSync(source, target);
  }
}
