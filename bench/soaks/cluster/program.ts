import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProgramOptions {
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logPath: string;
  readonly account?: Pick<SpawnOptions, 'uid' | 'gid'> | undefined;
  /** Resolves to whether the program works. */
  readonly isReady: () => Promise<boolean>;
}

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
const LAST_LINES = 10;

/** A process that can be stopped, killed and started again. */
export class Program {
  readonly name: string;
  #options: ProgramOptions;
  #process: ChildProcess | null = null;

  constructor(name: string, options: ProgramOptions) {
    this.name = name;
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#process !== null && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Applies from the next start. */
  change(options: Partial<ProgramOptions>): void {
    this.#options = { ...this.#options, ...options };
  }

  /** Resolves when it is ready. @throws Error when it ends before, or takes too long */
  async start(): Promise<void> {
    const { env, account, logPath, isReady } = this.#options;
    const [program = '', ...args] = this.#options.command;
    const log = openSync(logPath, 'a');
    this.#process = spawn(program, args, { ...account, env, cwd: account ? '/' : '.', stdio: ['ignore', log, log] });
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await isReady().catch(() => false))) {
      if (!this.isRunning) throw new Error(`${this.name} has ended: see ${logPath}`);
      if (performance.now() > deadline) throw new Error(`${this.name} does not get ready: see ${logPath}`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** The end of its log. */
  lastWords(): string {
    const { logPath } = this.#options;
    const log = existsSync(logPath) ? readFileSync(logPath, 'utf8') : '';
    return `${this.name}:\n${log.split('\n').slice(-LAST_LINES).join('\n')}`;
  }

  /** @returns its exit code, null when the signal has ended it */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = this.#process;
    if (ending === null || !this.isRunning) return ending?.exitCode ?? null;
    const exited = once(ending, 'exit') as Promise<[number | null]>;
    ending.kill(signal);
    const [code] = await exited;
    return code;
  }
}

/** Whether an address answers 200 within a second. */
export async function answersWell(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000);
  const answer = await fetch(url, { signal, headers: { connection: 'close' } }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status === 200;
}
