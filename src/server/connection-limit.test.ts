import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { upTo } from '../../test/load/in-parallel.ts';
import { testDatabase } from '../../test/server/database.ts';
import { startLoggingServer } from '../../test/server/logging-server.ts';
import { RawConnection } from '../../test/server/raw-connection.ts';
import { openSurroundings } from '../../test/server/surroundings.ts';

const database = await testDatabase();
const around = await openSurroundings(database.url);
const folder = mkdtempSync(join(tmpdir(), 'connection-limit-'));
const logPath = join(folder, 'log');
const log = openSync(logPath, 'a');
const DESCRIPTORS = 300;
/** A third is kept for files and the database. */
const MOST = 200;
const server = await startLoggingServer(around, log, DESCRIPTORS);
afterAll(async () => {
  await server.stop();
  closeSync(log);
  rmSync(folder, { recursive: true });
  await around.close();
  await database.drop();
});

function timesLogged(sentence: string): number {
  return readFileSync(logPath, 'utf8').split(sentence).length - 1;
}

test('out of file descriptors it says so once, and tells visitors with 503 to come back', async () => {
  // Heads that are not complete, since idle connections give way to new ones.
  const occupants = upTo(MOST + 5).map(() => visit('GET /api/nothing HTTP/1.1\r\nHost: a\r\n'));
  await expect.poll(() => timesLogged('out of file descriptors')).toBe(1);
  const visitors = upTo(20).map(() => visit('GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\n'));
  await Promise.all(visitors.map(({ closed }) => closed));
  for (const { received } of visitors) {
    expect(received).toMatch(/^HTTP\/1.1 503 [^]*Retry-After: 5/);
    expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'unavailable', error: /try again/ });
  }
  for (const occupant of occupants) occupant.close();
  await expect.poll(() => server.isReady()).toBe(true);
  await expect.poll(() => timesLogged('there are file descriptors again')).toBe(1);
  expect(timesLogged('out of file descriptors')).toBe(1);
});

function visit(bytes: string): RawConnection {
  const connection = new RawConnection(around.siteUrl);
  connection.write(bytes);
  return connection;
}
