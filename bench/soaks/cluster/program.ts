import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from './network.ts';

/** Where programs run. */
export interface Machines {
  /** A program on a machine; it ends with this process. */
  run(machine: string, options: Run): ChildProcess;
}

export interface ProgramOptions {
  readonly name: string;
  readonly machine: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly account?: string;
  /** Resolves to whether it does its work. */
  readonly isReady: () => Promise<boolean>;
}

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** One process on one machine, that can be stopped, killed and started again. */
export class Program {
  readonly name: string;
  readonly machine: string;
  readonly logPath: string;
  readonly #machines: Machines;
  readonly #log: number;
  #options: ProgramOptions;
  #process: ChildProcess | null = null;

  constructor(machines: Machines, folder: string, options: ProgramOptions) {
    this.name = options.name;
    this.machine = options.machine;
    this.#machines = machines;
    this.#options = options;
    this.logPath = join(folder, `${options.name}.log`);
    this.#log = openSync(this.logPath, 'a');
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#process !== null && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** From the next start on. */
  change(options: Partial<ProgramOptions>): void {
    this.#options = { ...this.#options, ...options };
  }

  /** Resolves when it is ready. @throws Error when it ends before, or takes too long */
  async start(): Promise<void> {
    this.begin();
    await this.untilReady();
  }

  begin(): void {
    const { command, env = {}, account } = this.#options;
    const as = account === undefined ? {} : { account };
    this.#process = this.#machines.run(this.machine, { command, env, ...as, log: this.#log });
  }

  async untilReady(): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await this.#options.isReady().catch(() => false))) {
      if (!this.isRunning) throw new Error(`${this.name} has ended: see ${this.logPath}`);
      if (performance.now() > deadline) throw new Error(`${this.name} does not get ready: see ${this.logPath}`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** SIGTERM. @returns its exit code */
  async stop(): Promise<number | null> {
    return await this.#end('SIGTERM');
  }

  /** @returns its exit code, once it has ended by itself */
  async ended(): Promise<number | null> {
    if (this.#process === null || !this.isRunning) return this.#process?.exitCode ?? null;
    const [code] = (await once(this.#process, 'exit')) as [number | null];
    return code;
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
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
