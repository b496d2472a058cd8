import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type LogStream, standardOutput } from '../src/server/platform/logging/log-stream.ts';
import { printable } from '../src/server/platform/logging/printable.ts';
import { dataFolder } from './data-folder.ts';
import { diskSentence } from './disk-sentence.ts';
import { takeLock } from './lock.mjs';
import { readableLogLine } from './log-line.ts';
import { claimPort } from './ports.ts';
import { readLaunchSettings, type LaunchSettings } from './settings.ts';
import { Shop, type Opened, type Programs } from './shop.ts';
import { StartError } from './child.ts';

/** A launcher that was just stopped gets this long to release the data. */
const PATIENCE_MS = 3_000;
/** npm passes a terminal's Ctrl-C on a millisecond later (@npmcli/run-script, signal-manager.js). */
const SAME_KEYPRESS_MS = 300;
/** 128 + SIGINT. */
const KILLED_BY_CTRL_C = 130;
const PARENT_WATCH_MS = 250;

/** Runs the shop until a signal or the end of a part, then exits. */
export async function runShop(programs: Programs): Promise<void> {
  const output = standardOutput((dropped) => `${dropped} lines are missing here: they could not be written.`);
  try {
    const settings = readLaunchSettings(process.env);
    const dataDir = dataFolder(settings.dataDir);
    await lockData(dataDir, settings);
    const port = await claimPort(settings.port);
    if (dataDir !== resolve(settings.dataDir)) output.write(`The data is kept in ${dataDir}.\n`);
    const say = (line: string) => output.write(`${readableLogLine(line)}\n`);
    await serve(new Shop({ ...settings, programs, dataDir, port, durable: true, say }), output);
  } catch (error) {
    await output.flush();
    console.error(printable(error instanceof StartError ? error.message : (diskSentence(error) ?? inspect(error))));
    process.exit(1);
  }
}

async function lockData(dataDir: string, { port }: LaunchSettings): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(100)) {
    const lock = takeLock(dataDir, 'launcher.lock', `on port ${port}`);
    if (lock.held) return;
    if (performance.now() > deadline) {
      const { pid, note } = lock.by;
      throw new StartError(
        `The Dead Letter Club is already open on this data (${dataDir}), ${note}, as process ${pid}; for a second one set DATA_DIR and PORT.`,
      );
    }
  }
}

async function serve(shop: Shop, output: LogStream): Promise<void> {
  const leaving = closeOnSignal(shop, output);
  try {
    const { code, reason } = await Promise.race([
      shop.ended,
      shop
        .open()
        .then((opened) => output.write(printable(greeting(opened))))
        .then(() => shop.ended),
    ]);
    await shop.stop();
    await output.flush();
    // Printed last, where users look.
    console.error(printable(reason));
    process.exit(code);
  } catch (error) {
    // Errors during shutdown are its effects; `closeOnSignal` exits.
    if (leaving.aborted) return;
    await shop.stop();
    throw error;
  }
}

function greeting({ server, settings }: Opened): string {
  const lines = ['', `  The Dead Letter Club is open: ${server.url}`];
  if (settings['MAILBOX_URL']) lines.push(`  The emails it sends are at ${server.url}/dev/mailbox`);
  if (isDemo(server['demo'])) lines.push(...signIns(server['demo'], server.url));
  lines.push('  Ctrl-C stops it. Its data is kept.', '');
  return `${lines.join('\n')}\n`;
}

interface Demo {
  readonly email: string;
  readonly password: string;
  readonly operator: { readonly email: string; readonly authenticatorKey: string };
}

function isDemo(value: unknown): value is Demo {
  return typeof value === 'object' && value !== null && 'email' in value && 'password' in value && 'operator' in value;
}

function signIns({ email, password, operator }: Demo, url: string): string[] {
  return [
    `  Sign in as ${email} with the password ${password}`,
    `  At ${url}/operator sign in as ${operator.email} with the same password;`,
    `  an authenticator app makes its codes with the key ${operator.authenticatorKey}`,
  ];
}

/** The first signal closes the shop in order and exits with 0, a second one kills what is left. */
function closeOnSignal(shop: Shop, output: LogStream): AbortSignal {
  const leaving = new AbortController();
  let since = 0;
  let exitCode = 0;
  const close = async (): Promise<never> => {
    try {
      await shop.stop();
    } catch (error) {
      console.error(printable(inspect(error)));
      exitCode ||= 1;
    }
    await output.flush();
    process.exit(exitCode);
  };
  const leave = (): void => {
    if (!leaving.signal.aborted) {
      leaving.abort();
      since = performance.now();
      void close();
    } else if (performance.now() - since > SAME_KEYPRESS_MS) {
      exitCode = KILLED_BY_CTRL_C;
      shop.kill();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
  whenNpmDies(leave);
  return leaving.signal;
}

/** `npm start` killed with -9 passes nothing on, but changes the parent process. */
function whenNpmDies(leave: () => void): void {
  if (!process.env['npm_lifecycle_event']) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    leave();
  }, PARENT_WATCH_MS);
  timer.unref();
}
