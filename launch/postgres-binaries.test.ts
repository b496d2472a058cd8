import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throwawayFolder, type ThrowawayFolder } from '../test/server/throwaway.ts';
import { databaseAccount } from './data-folder.ts';
import { installedPackage, runnableBinaries } from './postgres-binaries.ts';

let folder: ThrowawayFolder;

beforeAll(async () => {
  folder = await throwawayFolder();
});
afterAll(() => folder.remove());

test('PostgreSQL runs after npm ci --ignore-scripts, and from a checkout that only its owner can read', () => {
  const account = databaseAccount(join(folder.path, 'postgres'));
  const installed = privateCopyWithoutLinks();
  const { postgres } = runnableBinaries(installed, folder.path, account);
  const version = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  expect(version.stdout).toMatch(/^postgres \(PostgreSQL\) \d+/);
  expect(existsSync(join(installed, 'native', 'lib', 'libpq.so.5'))).toBe(process.platform === 'linux');
});

function privateCopyWithoutLinks(): string {
  const checkout = join(folder.path, 'private checkout');
  mkdirSync(checkout, { mode: 0o700 });
  const installed = join(checkout, 'package');
  cpSync(installedPackage(), installed, { recursive: true, verbatimSymlinks: true });
  const libraries = join(installed, 'native', 'lib');
  for (const name of readdirSync(libraries)) {
    if (lstatSync(join(libraries, name)).isSymbolicLink()) rmSync(join(libraries, name));
  }
  chmodSync(checkout, 0o700);
  return installed;
}
