import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { throwawayFolder } from '../../test/server/throwaway.ts';

const GOOD = { version: '1.0.0', license: '(MIT OR GPL-3.0-only)', integrity: 'sha512-AA==' };

const PACKAGES = {
  '': { version: '1.0.0' },
  'node_modules/good': GOOD,
  'node_modules/greedy': { ...GOOD, license: '(MIT AND GPL-3.0-only)' },
  'node_modules/nameless': { ...GOOD, license: undefined },
  'node_modules/good/node_modules/unchecked': { ...GOOD, integrity: undefined },
  'node_modules/@myriaddreamin/typst-ts-node-compiler-linux-arm64-gnu': { ...GOOD, integrity: undefined },
  'node_modules/@myriaddreamin/typst-ts-node-compiler-linux-riscv64-gnu': { ...GOOD, integrity: undefined },
  'node_modules/busy': { ...GOOD, hasInstallScript: true },
};

test('packages are refused with another licence or none, without a checksum, or with an install script', async () => {
  const folder = await throwawayFolder();
  onTestFinished(() => folder.remove());
  writeFileSync(join(folder.path, 'LICENSES-OF-PACKAGES.md'), '');
  writeFileSync(join(folder.path, 'package-lock.json'), JSON.stringify({ packages: PACKAGES }));
  const program = resolve('launch/checks/packages.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program], { cwd: folder.path, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr.split('\n').map((line) => line.split(/[,:] | \(/, 1)[0])).toEqual([
    '@myriaddreamin/typst-ts-node-compiler-linux-riscv64-gnu@1.0.0 has no SHA-512 in package-lock.json.',
    'busy@1.0.0 has an install script',
    'greedy@1.0.0 has the licence',
    'nameless@1.0.0 has the licence none',
    'unchecked@1.0.0 has no SHA-512 in package-lock.json.',
    'LICENSES-OF-PACKAGES.md is out of date',
    '',
  ]);
});
