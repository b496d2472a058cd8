import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { exitCode, launchedShop, openedShop, type LaunchedShop } from '../test/server/launched-shop.ts';
import { NamedPipe, openUnwritable } from '../test/server/log-sinks.ts';
import { type ThrowawayFolder, throwawayFolder } from '../test/server/throwaway.ts';
import { prepare } from './prepare.mjs';

let folder: ThrowawayFolder;
const unwritable = openUnwritable();

beforeAll(async () => {
  folder = await throwawayFolder();
});
afterAll(() => {
  closeSync(unwritable);
  folder.remove();
});

const BUSY = `setInterval(() => diary('busy'), 5);`;
/** A server that has something to say again and again. */
const TALKATIVE = `${BUSY} setInterval(() => console.log('a line of the log'), 5);`;

test('on a full disk the shop opens, goes on, and closes in order', async () => {
  const shop = launch('full', { PORT: '0' }, TALKATIVE, unwritable);
  await goesOn(shop);
  expect(await exitCode(shop.process, 'SIGTERM')).toBe(0);
  expect(shop.diary()).toContain('server closed');
});

test('on a full disk a start that fails says why on standard error and exits with 1', async () => {
  const shop = launch('refused', { PORT: 'letterbox' }, '', unwritable);
  expect(await exitCode(shop.process)).toBe(1);
  expect(shop.output()).toBe('PORT is "letterbox"; expected a number from 1 to 65535, or 0 for any free port.\n');
});

test('on a full disk `npm start` fails in the same way before anything has been opened', async () => {
  await prepare({ build: true });
  const settings = { PATH: process.env['PATH'], DATA_DIR: join(folder.path, 'npm'), PORT: 'letterbox' };
  const launcher = spawn(process.execPath, ['launch/start.mjs'], {
    env: settings,
    stdio: ['ignore', unwritable, 'pipe'],
  });
  const said = launcher.stderr ? text(launcher.stderr) : '';
  expect(await once(launcher, 'close')).toEqual([1, null]);
  expect(await said).toContain('PORT is "letterbox"');
});

test('a server that ends by itself, even with 0, is a failure and named as one', async () => {
  const end = join(folder.path, 'end');
  const mishap = `import { existsSync } from 'node:fs';
    setInterval(() => existsSync(${JSON.stringify(end)}) && process.exit(0), 50);`;
  const shop = launch('ends', { PORT: '0' }, mishap, unwritable);
  await expect.poll(() => shop.serverSettings()).toHaveProperty('PORT');
  writeFileSync(end, '');
  expect(await exitCode(shop.process)).toBe(1);
  expect(shop.output()).toMatch(/The server (has ended by itself|ended before it was ready) \(exit code 0\)/);
});

test('the shop stays open when its subscriber leaves', async () => {
  const shop = await openedShop(folder.path, 'left', {}, TALKATIVE);
  onTestFinished(async () => void (await exitCode(shop.process, 'SIGTERM')));
  shop.process.stdout?.destroy();
  await goesOn(shop);
  expect(await exitCode(shop.process, 'SIGTERM')).toBe(0);
});

test('a subscriber that stalls is told how many lines it has missed', async () => {
  const pipe = new NamedPipe();
  onTestFinished(() => pipe.close());
  const burst = `for (let line = 0; line < 5_000; line++) console.log(line + 'x'.repeat(1_000)); ${BUSY}`;
  const shop = launch('stalled', { PORT: '0' }, burst, pipe.writer);
  await goesOn(shop);
  let read = '';
  await expect
    .poll(() => /(\d+) lines are missing here: they could not be written\.\n/.test((read += pipe.read())))
    .toBe(true);
  const missing = Number(/(\d+) lines are missing here/.exec(read)?.[1]);
  const there = read.match(/^\d+x+$/gm)?.length ?? 0;
  expect(there).toBeLessThan(2_000);
  expect(missing).toBeGreaterThanOrEqual(5_000 - there);
  expect(await exitCode(shop.process, 'SIGTERM')).toBe(0);
});

function launch(name: string, settings: Record<string, string>, mishap: string, output: number): LaunchedShop {
  const shop = launchedShop(folder.path, name, settings, mishap, output);
  onTestFinished(async () => void (await exitCode(shop.process, 'SIGTERM')));
  return shop;
}

/** The server has come up, and after two hundred turns of its work the launcher is still there. */
async function goesOn(shop: LaunchedShop): Promise<void> {
  await expect.poll(() => shop.serverSettings()).toHaveProperty('PORT');
  await expect.poll(() => shop.diary().filter((line) => line === 'busy').length).toBeGreaterThan(200);
  expect(shop.process.exitCode).toBe(null);
}
