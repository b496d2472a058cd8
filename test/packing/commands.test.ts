import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepare } from '../../launch/prepare.mjs';
import { findCommand } from '../../src/server/operator/terminal/commands.ts';
import { ROOT } from './deployed-environments.ts';
import { documentedCommands, documentedOperatorCommands, documentedScripts } from './documented-commands.ts';
import { prunedInstall } from './pruned-install.ts';

const COMMANDS = documentedCommands();
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const FILES = COMMANDS.flatMap(({ file }) => (file === null ? [] : [file]));
const SCRIPTS = documentedScripts();

let install: Awaited<ReturnType<typeof prunedInstall>>;

beforeAll(async () => {
  await prepare({ build: true });
  install = await prunedInstall();
});
afterAll(() => install.remove());

/** In the pruned installation, with nothing set. */
function run(args: readonly string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, args, {
    cwd: install.path,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (out += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out })));
}

test('docs/operating.md names the commands of a shop, by npm and by node, and none that need a checkout', () => {
  expect(new Set(SCRIPTS)).toEqual(new Set(['backup', 'operator', 'payments:setup', 'restore', 'verify']));
  const programs = ['migrate', 'operator', 'payments-setup'];
  expect(new Set(FILES)).toEqual(new Set(programs.map((name) => `dist/server/${name}.js`)));
});

test('every operator’s command in docs/operating.md exists and takes the flags that are shown', () => {
  const documented = documentedOperatorCommands();
  expect(documented.length).toBeGreaterThan(15);
  for (const { name, flags } of documented) {
    const help = findCommand(name).help().join('\n');
    for (const flag of flags) expect([`${help}\n--by --json --after`, flag]).toSatisfy(mentions);
  }
});

function mentions([help = '', flag = '']: readonly string[]): boolean {
  return help.includes(flag);
}

test('without development packages every command of docs/operating.md answers with its help', async () => {
  expect(existsSync(join(install.path, 'node_modules/tsx'))).toBe(false);
  const byNpm = SCRIPTS.map((name) => (scripts[name] ?? '').replace(/^node /, '').split(' '));
  const byNode = [...new Set(FILES)].map((file) => [file]);
  const answers = await Promise.all([...byNpm, ...byNode].map(async (args) => [args, await run([...args, '--help'])]));
  for (const [args, answer] of answers) {
    expect([args, answer]).toEqual([args, { code: 0, out: expect.stringMatching(/^[A-Z]/) }]);
  }
  // Help must work on a read-only root file system.
  expect(existsSync(join(install.path, '.data'))).toBe(false);
});

test('without development packages a backup of no database is refused in a sentence', async () => {
  const refused = await run(['launch/command.mjs', 'backup']);
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('name a') });
  expect(refused.out).not.toContain('    at ');
});
