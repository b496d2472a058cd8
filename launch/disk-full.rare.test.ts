import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCode, launchedShop, openedShop } from '../test/server/launched-shop.ts';
import { mountSmallDisk } from '../test/server/small-disk.ts';
import { throwawayFolder, type ThrowawayFolder } from '../test/server/throwaway.ts';
import { databaseAccount, dataFolder } from './data-folder.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { readIfPresent, storeText } from './stored-text.ts';

// Only root may mount a small disk; tests of what a full disk leaves run everywhere.
const disk = mountSmallDisk(400_000);
let folder: ThrowawayFolder;

beforeAll(async () => {
  folder = await throwawayFolder();
});
afterAll(() => {
  disk?.unmount();
  folder.remove();
});

const LEFT_EMPTY = ['postgres.password', 'postgres.port', 'stripe.port', 'mailbox-http.port', 'google-client.secret'];

test('empty files, as a full disk leaves them, are in the way of no start', async () => {
  const dataDir = dataFolder(join(folder.path, 'emptied'));
  for (const name of [
    ...LEFT_EMPTY,
    'stripe-webhook.secret',
    'settings.json',
    'launcher.lock.1',
    'launcher.lock.1.x',
  ]) {
    writeFileSync(join(dataDir, name), '');
  }
  const shop = await openedShop(folder.path, 'emptied');
  expect(await exitCode(shop.process, 'SIGTERM')).toBe(0);
  for (const name of LEFT_EMPTY) expect(readFileSync(join(dataDir, name), 'utf8')).not.toBe('');
});

test('a file of the launcher has its old text until it has the new one', () => {
  const path = join(folder.path, 'stored');
  storeText(path, 'old');
  mkdirSync(join(folder.path, 'stored folder'));
  expect(() => storeText(join(folder.path, 'stored folder'), 'new')).toThrow('EISDIR');
  storeText(path, 'new');
  expect(readIfPresent(path)).toBe('new');
  expect(readdirSync(folder.path).filter((name) => name.includes('draft'))).toEqual([]);
});

test.runIf(disk !== null)('a start that failed for want of room says so, and the next one works', async () => {
  const settings = { PORT: '0', DATA_DIR: dataFolder(join(disk?.path ?? '', 'data')) };
  // Copies the programs now if the account can't read them; later the disk is too full.
  postgresBinaries(settings.DATA_DIR, databaseAccount(join(settings.DATA_DIR, 'postgres')));
  disk?.fill();
  const full = launchedShop(folder.path, 'full', settings);
  expect(await exitCode(full.process)).toBe(1);
  expect(full.output()).toMatch(/^There is no room left on the disk of the data folder \(.+\)\.\n$/);
  disk?.free();

  disk?.leaveRoom(8_000);
  const halfMade = launchedShop(folder.path, 'half made', settings);
  expect(await exitCode(halfMade.process)).toBe(1);
  expect(halfMade.output()).toMatch(/^The database could not be created: there is no room left on the disk of .+\.\n$/);
  disk?.free();

  const shop = await openedShop(folder.path, 'with room', settings);
  expect(await exitCode(shop.process, 'SIGTERM')).toBe(0);
});
