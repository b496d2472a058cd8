import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { prepare } from './prepare.mjs';

interface Bom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

test('the build lists every package of the lock file in a bill of materials', async () => {
  await prepare({ build: true });
  const bom = JSON.parse(await readFile('dist/sbom.cdx.json', 'utf8')) as Bom;
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  expect(bom.metadata.component.name).toBe('dead-letter-club');
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
  const locked = Object.entries(lock.packages).flatMap(([path, { version }]) =>
    path === '' ? [] : `${path.split('node_modules/').at(-1)}@${version}`,
  );
  const listed = bom.components.map(({ name, version }) => `${name}@${version}`);
  expect([...new Set(locked)].filter((id) => !listed.includes(id))).toEqual([]);
});
