import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.mjs';

const NOT_MAPPED = /^(\.|docs\/?)/;

/** Folders that contain files, not only other folders. */
function existingFolders(): string[] {
  return [...new Set(trackedFiles('.', /./).map((file) => dirname(file)))].filter((folder) => !NOT_MAPPED.test(folder));
}

function mappedFolders(): string[] {
  const page = readFileSync('docs/map.md', 'utf8');
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [, root = ''] = /^`([^`]+)`/.exec(section) ?? [];
      const entries = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path);
      return root === '' ? [] : [root, ...entries.map((path) => (root === '.' ? path : `${root}/${path}`))];
    });
}

/** `folder/*` in the page stands for each folder below that folder. */
function isFor(entry: string, folder: string): boolean {
  return entry.endsWith('/*') ? dirname(folder) === entry.slice(0, -2) : entry === folder;
}

test('docs/map.md lists every folder, and no folder that does not exist', () => {
  const existing = existingFolders();
  const mapped = mappedFolders();
  expect(existing.filter((folder) => !mapped.some((entry) => isFor(entry, folder)))).toEqual([]);
  const holding = [...existing, ...existing.map((folder) => dirname(folder))];
  expect(mapped.filter((entry) => !holding.some((folder) => isFor(entry, folder)))).toEqual([]);
});
