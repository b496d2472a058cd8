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
  const visitors: RawConnection[] = [];
  for (const _ of upTo(2 * DESCRIPTORS)) visitors.push(new RawConnection(around.siteUrl));
  const answered = (status: string) => visitors.filter(({ received }) => received.startsWith(status)).length;
  for (const visitor of visitors) visitor.write('GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => answered('HTTP/1.1 503')).toBeGreaterThan(20);
  const refused = visitors.find(({ received }) => received.startsWith('HTTP/1.1 503'))?.received ?? '';
  expect(refused).toContain('Retry-After: 5');
  expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'unavailable', error: /try again/ });
  expect(answered('HTTP/1.1 404')).toBeGreaterThan(100);
  for (const visitor of visitors) visitor.close();
  await expect.poll(() => server.isReady()).toBe(true);
  expect(timesLogged('out of file descriptors')).toBe(1);
  expect(timesLogged('there are file descriptors again')).toBe(1);
});
