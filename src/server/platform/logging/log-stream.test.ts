import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { NamedPipe } from '../../../../test/server/log-sinks.ts';
import { mountFullDisk } from '../../../../test/server/small-disk.ts';
import { openLog } from './log.ts';
import { LogStream } from './log-stream.ts';

const disk = mountFullDisk();
afterAll(() => disk?.unmount());

const droppedLine = (dropped: number) => `${dropped} dropped`;

function openPipe(): NamedPipe {
  const pipe = new NamedPipe();
  onTestFinished(() => pipe.close());
  return pipe;
}

/** Reads until nothing waits in the stream any more. */
async function readAll(pipe: NamedPipe, stream: LogStream): Promise<string[]> {
  let text = '';
  const snapshot = setInterval(() => (text += pipe.read()), 5);
  await stream.flush(20_000);
  clearInterval(snapshot);
  return `${text}${pipe.read()}`.trim().split('\n');
}

describe('a pipe whose reader stalls', () => {
  test('holds a bounded number of lines, which are read in order and followed by the number of those dropped', async () => {
    const pipe = openPipe();
    const mostWaitingBytes = 100_000;
    const stream = new LogStream({ fd: pipe.writer, mostWaitingBytes, droppedLine });
    const written = Array.from({ length: 100_000 }, (_, line) => `line ${line} with an umlaut: ü`);
    for (const line of written) stream.write(`${line}\n`);
    await stream.flush(100);
    for (const line of written) stream.write(`${line}\n`);
    const read = await readAll(pipe, stream);
    const stored = read.slice(0, -1);
    expect(stored).toEqual(written.slice(0, stored.length));
    expect(Buffer.byteLength(stored.join('\n'))).toBeLessThanOrEqual(mostWaitingBytes);
    expect(read.at(-1)).toBe(`${200_000 - stored.length} dropped`);
    stream.write('afterwards\n');
    expect(await readAll(pipe, stream)).toEqual(['afterwards']);
  });

  test('does not hold up the end for longer than it is given', async () => {
    const pipe = openPipe();
    const stream = new LogStream({ fd: pipe.writer });
    stream.write(`${'x'.repeat(500_000)}\n`);
    const began = performance.now();
    await stream.flush(50);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await readAll(pipe, stream)).toHaveLength(1);
  });
});

test('a subscriber that has left and comes back reads the lines of the meantime', async () => {
  const pipe = openPipe();
  const stream = new LogStream({ fd: pipe.writer });
  pipe.leave();
  stream.write('to an empty room\n');
  await stream.flush(100);
  stream.write('still talking\n');
  pipe.comeBack();
  expect(await readAll(pipe, stream)).toEqual(['to an empty room', 'still talking']);
});

test('a line longer than all that may wait is dropped and counted', async () => {
  const pipe = openPipe();
  const stream = new LogStream({ fd: pipe.writer, mostWaitingBytes: 1_000 });
  const log = openLog('info', stream);
  log.info('x'.repeat(1_001));
  const [entry = ''] = await readAll(pipe, stream);
  expect(JSON.parse(entry)).toMatchObject({ level: 40, pid: process.pid, dropped: 1 });
});

test('a process that breaks down still writes the lines before', async () => {
  const script = `import { standardOutput } from './src/server/platform/logging/log-stream.ts';
    const output = standardOutput();
    for (const line of ['one', 'two', 'three']) output.write(line + '\\n');
    throw new Error('broken');`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stdout.split('\n').sort()]).toEqual([1, ['', 'one', 'three', 'two']]);
  expect(stderr).toContain('Error: broken');
});

test.runIf(disk !== null)('a full disk gets whole lines and the number of those dropped once it has room', async () => {
  const path = join(disk?.path ?? '', 'log');
  const fd = openSync(path, 'a');
  onTestFinished(() => closeSync(fd));
  const stream = new LogStream({ fd, mostWaitingBytes: 10_000, droppedLine });
  const written = Array.from({ length: 1_000 }, (_, line) => `line ${line}: ${'x'.repeat(50)}`);
  for (const line of written) stream.write(`${line}\n`);
  await stream.flush(200);
  expect(readFileSync(path, 'utf8')).toBe('');
  disk?.free();
  await stream.flush();
  const read = readFileSync(path, 'utf8').trim().split('\n');
  const stored = read.slice(0, -1);
  expect(stored.length).toBeGreaterThan(100);
  expect(read).toEqual([...written.slice(0, stored.length), `${1_000 - stored.length} dropped`]);
});
