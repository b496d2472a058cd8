import { appendFile, chmod, mkdtemp, readFile, stat, writeFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mountSmallDisk } from '../../../test/server/small-disk.ts';
import { openJournal } from './journal.ts';

async function entriesOf(path: string): Promise<unknown[]> {
  const entries: unknown[] = [];
  const journal = await openJournal(path, (entry) => entries.push(entry));
  await journal.close();
  return entries;
}

test('a last line that a kill has cut is left out, and the next entry follows the last whole one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'stripe.journal');
  const first = await openJournal(path, () => undefined);
  await first.append('one');
  await first.close();
  await chmod(path, 0o644);
  await appendFile(path, '"half of tw');
  const second = await openJournal(path, () => undefined);
  await second.append('three');
  await second.close();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, 'utf8')).toBe('"one"\n"three"\n');
});

const disk = mountSmallDisk(64);

test.runIf(disk !== null)('on a full disk an entry waits for room, and what is written then is whole', async () => {
  onTestFinished(() => disk?.unmount());
  const path = join(disk?.path ?? '', 'stripe.journal');
  const journal = await openJournal(path, () => undefined);
  await journal.append('first');
  disk?.fill();
  let isWritten = false;
  const long = 'x'.repeat(10_000);
  const waiting = journal.append(long).then(() => (isWritten = true));
  await expect(writeFile(join(disk?.path ?? '', 'another'), long)).rejects.toMatchObject({ code: 'ENOSPC' });
  const later = journal.append('later');
  expect(isWritten).toBe(false);
  disk?.free();
  await Promise.all([waiting, later]);
  await journal.close();
  expect(await entriesOf(path)).toEqual(['first', long, 'later']);
});
