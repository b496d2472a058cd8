import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const moment = Date.now() + 1_500;
  const answers = await Promise.all(Array.from({ length: 8 }, () => takeLockAt(moment)));
  expect(answers.filter((answer) => answer === 'true')).toHaveLength(1);
});

/** Another process tries at the given moment, and lives until all have tried. */
async function takeLockAt(moment: number): Promise<string> {
  const script = `
    import { takeLock } from './launch/lock.mjs';
    while (Date.now() < ${moment});
    const { held } = takeLock(${JSON.stringify(folder)}, 'shop', '');
    setTimeout(() => process.stdout.write(String(held)), 500);`;
  const contender = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  contender.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(contender, 'close');
  return output;
}
