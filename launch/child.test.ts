import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startChild, type Child } from './child.ts';
import { hasEnded, isRunning } from './processes.mjs';

const READY = `console.log(JSON.stringify({ ready: true, url: 'http://127.0.0.1:1', colour: 'red' }))`;
const FOREVER = 'setInterval(() => {}, 1000)';

test('a program is ready when it says so, and all else it says is passed on', async () => {
  const lines: string[] = [];
  const child = run(`console.log('good evening'); ${READY}; ${FOREVER}`, lines);
  expect(await child.ready).toEqual({ ready: true, url: 'http://127.0.0.1:1', colour: 'red' });
  expect(lines).toEqual(['good evening']);
  await child.stop(1_000);
});

test('a program that ends before it is ready is reported with its exit code', async () => {
  await expect(run('process.exit(3)').ready).rejects.toThrow('The patient ended before it was ready (exit code 3).');
});

test('a program that does not listen to SIGTERM is killed when its time is up', async () => {
  const child = run(`process.on('SIGTERM', () => {}); ${READY}; ${FOREVER}`);
  await child.ready;
  await child.stop(100);
  expect(await child.exited).toBe(128 + 9);
});

test('a program ends when the one who started it is killed with -9', async () => {
  const script = `
    import { startChild } from './launch/child.ts';
    const { pid, ready } = startChild({ name: 'x', args: ['-e', ${JSON.stringify(`${READY}; ${FOREVER}`)}], env: process.env, onLine: console.log });
    await ready;
    process.stdout.write(String(pid));
    setInterval(() => {}, 1000);`;
  const launcher = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(launcher.stdout, 'data')) as [Buffer];
  const orphan = Number(output.toString());
  expect(isRunning(orphan)).toBe(true);
  launcher.kill('SIGKILL');
  expect(await hasEnded(orphan, 20_000)).toBe(true);
});

function run(script: string, lines: string[] = []): Child {
  return startChild({
    name: 'The patient',
    args: ['-e', script],
    env: process.env,
    onLine: (line) => lines.push(line),
  });
}
