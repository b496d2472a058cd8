// @ts-check
// `npm run nodes`: starts the shop under this Node and under 22 and 24, which are fetched from npm's registry.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './prepare.mjs';

const VERSIONS = ['22', '24'];

for (const version of VERSIONS) {
  const folder = join('node_modules', '.cache', 'nodes', version);
  mkdirSync(folder, { recursive: true });
  const name = `node-${process.platform}-${process.arch}@${version}`;
  const code = await run('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    name,
  ]);
  if (code !== 0) console.error(`Node ${version} is not available here, so the shop was not started with it.`);
}
process.exitCode = await run('npx', ['vitest', 'run', 'launch/start.rare.test.ts', '--reporter=verbose'], {
  ...process.env,
  RARE: '1',
});
