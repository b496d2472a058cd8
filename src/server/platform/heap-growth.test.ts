import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** 32 MB stay, 8 MB pass on only after collections have seen them, and the most that was in use is printed in MB. */
const PROGRAM = `
  import { getHeapStatistics } from 'node:v8';
  import { boundHeapGrowth } from ${JSON.stringify(new URL('heap-growth.ts', import.meta.url).href)};
  boundHeapGrowth({ works: true });
  const block = () => new Array(4096).fill(0);
  const kept = Array.from({ length: 1000 }, block);
  const passing = Array.from({ length: 250 }, block);
  let most = 0;
  for (let number = 0; number < 6000; number++) {
    passing[number % passing.length] = block();
    most = Math.max(most, getHeapStatistics().used_heap_size);
  }
  console.log(kept.length * most / 1000 / 1024 / 1024);
`;

test('a busy process uses little more than what lives in it, though V8 might take four times as much', async () => {
  const options = ['--max-old-space-size=4096', '--import=tsx', '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  expect(Number(stdout)).toBeGreaterThan(40);
  expect(Number(stdout)).toBeLessThan(100);
});
