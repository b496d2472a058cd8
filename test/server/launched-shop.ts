import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Replaces our programs under the launcher: prints the ready line, obeys SIGTERM, and writes its events to a diary. */
const PROGRAM = `
  import { appendFileSync } from 'node:fs';
  const [name, ...args] = process.argv.slice(1).filter((argument) => argument !== '--');
  const diary = (line) => appendFileSync(process.env.DIARY, line + '\\n');
  setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { diary(name + ' closed'); process.exit(0); });`;
const STAND_IN = `${PROGRAM}
  diary(name + ' opened as ' + process.pid + ' with ' + args.join(' ') + '; secret ' + process.env.STAND_IN_SECRET);
  console.log(JSON.stringify({ ready: true, url: 'http://127.0.0.1:81', smtpUrl: 'smtp://127.0.0.1:25' }));`;
const serverThat = (mishap: string) => `${PROGRAM}
  ${mishap}
  diary('server told ' + JSON.stringify(process.env));
  const operator = { email: 'emil@example.com', authenticatorKey: 'ABCDEFGH' };
  const demo = { email: 'ada@example.com', password: 'elementary', operator };
  console.log(JSON.stringify({ ready: true, url: 'http://localhost:' + process.env.PORT, demo }));`;

export type LaunchedShop = ReturnType<typeof launchedShop>;

/** Launches a shop of small programs from a process of its own, and waits for its greeting. */
export async function openedShop(folder: string, name: string, settings = {}, mishap = ''): Promise<LaunchedShop> {
  const shop = launchedShop(folder, name, { PORT: '0', ...settings }, mishap);
  await expect.poll(() => shop.output()).toContain('Ctrl-C stops it');
  return shop;
}

/**
 * The same without waiting. `name`: the data folder in `folder`; `mishap`: code that the server runs before it is ready; `output`: a
 * file descriptor for standard output, instead of a pipe.
 */
export function launchedShop(
  folder: string,
  name: string,
  settings: Record<string, string> = {},
  mishap = '',
  output: number | 'pipe' = 'pipe',
) {
  const diary = join(folder, `${name}.diary`);
  writeFileSync(diary, '');
  const dataDir = join(folder, name);
  const launcher = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', launcherScript(mishap)], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, DIARY: diary, ...settings },
    stdio: ['ignore', output, 'pipe'],
  });
  /** What the parts wrote down, line by line. */
  const lines = (): string[] => readFileSync(diary, 'utf8').trim().split('\n');
  return {
    process: launcher,
    /** Everything it has printed so far. */
    output: collect(launcher),
    diary: lines,
    serverSettings: (): Record<string, string> =>
      JSON.parse(lines().flatMap((line) => /^server told (.*)$/.exec(line)?.[1] ?? [])[0] ?? '{}') as Record<
        string,
        string
      >,
    openings: (standIn: string) =>
      lines()
        .map((line) => new RegExp(`^${standIn} opened as (\\d+) with (.*)$`).exec(line))
        .flatMap((opening) => (opening === null ? [] : { pid: Number(opening[1]), args: opening[2] ?? '' })),
    postgresPid: () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
  };
}

const program = (source: string) => ['--input-type=module', '-e', source, '--'];

function launcherScript(mishap: string): string {
  const programs = { server: [...program(serverThat(mishap)), 'server'], standIns: program(STAND_IN) };
  return `import { runShop } from './launch/run.ts'; await runShop(${JSON.stringify(programs)});`;
}

function collect(launcher: ChildProcess): () => string {
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return () => output;
}

/** Sends the signal, if any, and resolves to the exit code; undefined when a signal ended the process. */
export async function exitCode(launcher: ChildProcess, signal?: NodeJS.Signals): Promise<number | undefined> {
  const closed = launcher.exitCode === null && launcher.signalCode === null ? once(launcher, 'close') : undefined;
  if (signal) launcher.kill(signal);
  await closed;
  return launcher.exitCode ?? undefined;
}
