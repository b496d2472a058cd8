import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const PROGRAM = pathToFileURL(join(import.meta.dirname, '../../../../test/load/many-lines.ts')).href;
const RUN = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(PROGRAM)}, ${JSON.stringify(import.meta.url)}))`;

/** The program needs less than 24 MB, and the layouts of all lines more than 40. */
const LIMITS = { maxOldGenerationSizeMb: 40 };

test('a document of thirty thousand different lines does not stay in memory', async () => {
  const worker = new Worker(RUN, { eval: true, resourceLimits: LIMITS });
  expect(await once(worker, 'exit')).toEqual([0]);
});
