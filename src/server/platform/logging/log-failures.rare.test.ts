import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../test/server/database.ts';
import { type LoggingServer, readLogEntries, startLoggingServer } from '../../../../test/server/logging-server.ts';
import { NamedPipe, openUnwritable } from '../../../../test/server/log-sinks.ts';
import { mountFullDisk } from '../../../../test/server/small-disk.ts';
import { openSurroundings } from '../../../../test/server/surroundings.ts';

const database = await testDatabase();
const around = await openSurroundings(database.url);
const disk = mountFullDisk();

afterAll(async () => {
  disk?.unmount();
  await around.close();
  await database.drop();
});

async function start(log: number): Promise<LoggingServer> {
  const server = await startLoggingServer(around, log);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

test('a log that can never be written: requests are answered, SIGTERM ends the server in order', async () => {
  const log = openUnwritable();
  onTestFinished(() => closeSync(log));
  const server = await start(log);
  await server.logLines(200);
  expect(await server.isReady()).toBe(true);
  expect(await server.stop()).toBe(0);
});

test('a log whose reader leaves: requests are answered, SIGTERM ends the server in order', async () => {
  const pipe = new NamedPipe();
  onTestFinished(() => pipe.close());
  const server = await start(pipe.writer);
  pipe.leave();
  await server.logLines(200);
  expect(await server.isReady()).toBe(true);
  expect(await server.stop()).toBe(0);
});

test('a log whose reader stalls: once it reads again it is told how many lines it has missed', async () => {
  const pipe = new NamedPipe();
  onTestFinished(() => pipe.close());
  const server = await start(pipe.writer);
  await server.logLines(1_500);
  let text = '';
  await expect.poll(() => (text += pipe.read()).includes('were dropped')).toBe(true);
  const { pageFailures, dropped } = readLogEntries(text);
  expect(dropped).toHaveLength(1);
  // The log may lack other lines, too.
  expect(pageFailures + (dropped[0] ?? 0)).toBeGreaterThanOrEqual(1_500);
  expect(await server.stop()).toBe(0);
});

test.runIf(disk !== null)(
  'a log whose disk is full: what waited is written once there is room, and SIGTERM ends the server when it is full again',
  async () => {
    const path = join(disk?.path ?? '', 'log');
    const log = openSync(path, 'a');
    onTestFinished(() => closeSync(log));
    const server = await start(log);
    await server.logLines(20);
    expect(readFileSync(path, 'utf8')).toBe('');
    disk?.free();
    await expect.poll(() => readFileSync(path, 'utf8').split('a page failed in a browser').length - 1).toBe(20);
    // More than the whole disk holds.
    await server.logLines(200);
    expect(await server.stop()).toBe(0);
  },
);
