import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { nowhere } from './archive.ts';
import { RowSum } from './row-sum.ts';

async function sumOf(...chunks: string[]): Promise<string> {
  const rows = new RowSum();
  await pipeline(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), rows.stream, nowhere());
  return rows.sum;
}

test('rows have the same sum in any order and however they arrive, and another one for any other byte', async () => {
  const sum = await sumOf('one\t1\ntwo\t2\n', 'three\t3\n');
  expect(await sumOf('three\t3\none\t', '1\ntw', 'o\t2\n')).toBe(sum);
  expect(await sumOf('three\t3\none\t1\ntwo\t3\n')).not.toBe(sum);
  expect(await sumOf('one\t1\ntwo\t2\n')).not.toBe(sum);
  expect(await sumOf('one\t1\none\t1\n')).not.toBe(await sumOf('one\t1\n'));
  expect(await sumOf()).toBe('0');
});
