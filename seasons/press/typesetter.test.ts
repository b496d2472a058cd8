import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { manifest } from '../one/manifest.ts';
import { editionOf, filesOf, infoOf, readSeasonFiles } from './letter-files.ts';
import type { Orders } from './orders.ts';
import { typeset } from './typesetter.ts';

const options = process.env['NODE_OPTIONS'] ?? '';
afterEach(() => {
  process.env['NODE_OPTIONS'] = options;
  delete process.env['STRIPE_WEBHOOK_SECRET'];
});

const BUSY_MS = 3_000;

test('letters are set in a shop that its launcher holds on a leash, and that is busy while the typesetter starts', async () => {
  process.env['NODE_OPTIONS'] = `${options} --import=${pathToFileURL('launch/leash.mjs').href}`;
  const made = typeset(oneLetter());
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
  expect(await made).toHaveLength(1);
});

// Linux alone shows the environment of another process.
test.runIf(process.platform === 'linux')('the typesetting process is given no secret of the server', async () => {
  process.env['STRIPE_WEBHOOK_SECRET'] = 'whsec_not_for_typesetters';
  const made = typeset(oneLetter());
  await nextTurn();
  const environments = typesetters().map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'));
  expect(environments).toHaveLength(1);
  expect(environments.join('')).not.toContain('whsec_not_for_typesetters');
  expect(await made).toHaveLength(1);
});

function typesetters(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => parentOf(pid) === process.pid && contentOf(pid, 'cmdline').includes('press/child.ts'));
}

function parentOf(pid: string): number {
  const stat = contentOf(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Empty for a process that has ended meanwhile. */
function contentOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function oneLetter(): Orders {
  const [first] = manifest.letters;
  if (first === undefined) throw new Error('The season has no letter.');
  const info = infoOf(manifest, first);
  const files = readSeasonFiles('seasons', manifest.name);
  const stuffing = { edition: editionOf(filesOf(files, info), info), sheets: 1, grams: 20 };
  return { files, orders: [{ kind: 'edition', info, stuffing }] };
}
