import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { manifest } from '../one/manifest.ts';
import { editionOf, filesOf, infoOf, readSeasonFiles } from './letter-files.ts';
import { typeset } from './typesetter.ts';

const options = process.env['NODE_OPTIONS'] ?? '';
afterEach(() => {
  process.env['NODE_OPTIONS'] = options;
});

const BUSY_MS = 3_000;

test('letters are set in a shop that its launcher holds on a leash, and that is busy while the typesetter starts', async () => {
  process.env['NODE_OPTIONS'] = `${options} --import=${pathToFileURL('launch/leash.mjs').href}`;
  const [first] = manifest.letters;
  if (first === undefined) throw new Error('The season has no letter.');
  const info = infoOf(manifest, first);
  const files = readSeasonFiles('seasons', manifest.name);
  const stuffing = { edition: editionOf(filesOf(files, info), info), sheets: 1, grams: 20 };
  const made = typeset({ files, orders: [{ kind: 'edition', info, stuffing }] });
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
  expect(await made).toHaveLength(1);
});
