import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a lock is held once, says by whom, and can be taken again after its release', () => {
  const lock = takeLock(folder, 'shop', 'on port 3000');
  expect(takeLock(folder, 'shop', '')).toMatchObject({ held: false, by: { pid: process.pid, note: 'on port 3000' } });
  if (lock.held) lock.release();
  expect(takeLock(folder, 'shop', '').held).toBe(true);
});

test('a lock whose pid was given to another process is not held', () => {
  writeFileSync(join(folder, 'shop.7'), JSON.stringify({ pid: process.pid, started: 'long ago', note: '' }));
  expect(takeLock(folder, 'shop', '').held).toBe(true);
});

test('of many that find a dead holder exactly one gets the lock', async () => {
  writeFileSync(join(folder, 'shop.1'), JSON.stringify({ pid: 999_999_999, started: '1', note: '' }));
  const contenders = Array.from({ length: 8 }, startContender);
  const answers = await Promise.all(contenders.map(({ stdout }) => once(stdout, 'data')));
  expect(answers.map(String).sort()).toEqual([...Array.from({ length: 7 }, () => 'refused'), 'took it']);
  for (const contender of contenders) contender.stdin.end();
  await Promise.all(contenders.map((contender) => once(contender, 'close')));
});

/** Another process that tries, says how that went, and lives on until its input ends. */
function startContender(): ChildProcessByStdio<Writable, Readable, null> {
  const script = `
    import { takeLock } from './launch/lock.mjs';
    const { held } = takeLock(${JSON.stringify(folder)}, 'shop', '');
    process.stdout.write(held ? 'took it' : 'refused');
    process.stdin.resume();`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
}
