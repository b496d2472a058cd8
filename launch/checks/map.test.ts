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

const LONG_PAGES = /story|season|security-asvs/;

test('docs has at most 35,000 words without the story, the season and the table of requirements', () => {
  const pages = trackedFiles('docs', /\.md$/).filter((file) => !LONG_PAGES.test(file));
  const words = pages
    .flatMap((file) => readFileSync(file, 'utf8').split(/\s+/))
    .filter((word) => /[a-z0-9]/i.test(word));
  expect(words.length).toBeLessThanOrEqual(35_000);
});
