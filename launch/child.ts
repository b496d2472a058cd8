import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** Its message is a sentence for the user; no stack is shown. */
export class StartError extends Error {}

/** The line of JSON on standard output by which a program says that it serves. */
export interface ReadyLine {
  ready: true;
  url: string;
  [fact: string]: unknown;
}

export interface ChildOptions {
  /** As shown to the user: "The server", "The mailbox". */
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Takes every line except the ready one. */
  onLine: (line: string) => void;
}

export interface Child {
  pid: number;
  /** Rejects with StartError when the program ends before it is ready. */
  ready: Promise<ReadyLine>;
  /** The exit code; 128 + n after signal n. Never rejects. */
  exited: Promise<number>;
  /** SIGTERM, then SIGKILL after `graceMs`. */
  stop(graceMs: number): Promise<void>;
  kill(): void;
}

/** Starts a Node program that ends with this process (decision 011). The current folder is the checkout's. */
export function startChild({ name, args, env, onLine }: ChildOptions): Child {
  const leash = pathToFileURL('launch/leash.mjs').href;
  const child = spawn(process.execPath, args, {
    env: { ...env, NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --import=${leash}`.trim() },
    // Its own group, so that Ctrl-C in the terminal reaches the launcher alone (decision 011).
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = exitCode(child);
  return {
    pid: child.pid ?? 0,
    ready: readyLine(name, child, exited, onLine),
    exited,
    stop: (graceMs) => stop(child, exited, graceMs),
    kill: () => killGroup(child),
  };
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

function readyLine(
  name: string,
  child: ChildProcess,
  exited: Promise<number>,
  onLine: (line: string) => void,
): Promise<ReadyLine> {
  const ready = new Promise<ReadyLine>((resolve, reject) => {
    forEachLine(child.stdout, (line) => {
      const said = parseReadyLine(line);
      if (said) resolve(said);
      else onLine(line);
    });
    forEachLine(child.stderr, onLine);
    void exited.then((code) => reject(new StartError(`${name} ended before it was ready (exit code ${code}).`)));
  });
  ready.catch(() => undefined);
  return ready;
}

function forEachLine(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on('line', onLine);
}

function parseReadyLine(line: string): ReadyLine | undefined {
  if (!line.startsWith('{') || !line.includes('"ready"')) return undefined;
  try {
    const said = JSON.parse(line) as Partial<ReadyLine>;
    return said.ready === true && typeof said.url === 'string' ? (said as ReadyLine) : undefined;
  } catch {
    return undefined;
  }
}

async function stop(child: ChildProcess, exited: Promise<number>, graceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => killGroup(child), graceMs);
  await exited;
  clearTimeout(timer);
}

/** The whole group, because in development the server is a grandchild. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, 'SIGKILL');
}
