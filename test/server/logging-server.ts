import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setInterval } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { prepare } from '../../launch/prepare.mjs';
import { BUILT } from '../../launch/shop.ts';
import { inParallel, upTo } from '../load/in-parallel.ts';
import type { Surroundings } from './surroundings.ts';

const READY_WITHIN_MS = 60_000;
const ANSWERED_WITHIN_MS = 10_000;
const STOPPED_WITHIN_MS = 20_000;
const AT_ONCE = 20;
const FRAME = `/assets/${'x'.repeat(80)}.js:1234567:1234567`;

/** The built server in a process of its own whose log goes to a file descriptor of the caller's. */
export class LoggingServer {
  readonly #process;
  readonly #siteUrl: string;
  #standardError = '';

  private constructor({ siteUrl, settings }: Surroundings, log: number, descriptors: number | null) {
    this.#siteUrl = siteUrl;
    const limit = descriptors === null ? 'exec "$@"' : `ulimit -n ${descriptors}; exec "$@"`;
    this.#process = spawn('sh', ['-c', limit, 'sh', process.execPath, ...BUILT.server], {
      env: { PATH: process.env['PATH'], ...settings, LOG_LEVEL: 'info' },
      stdio: ['ignore', log, 'pipe'],
    });
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#standardError += text));
  }

  /** @param descriptors how many files and connections it may have open; null: as many as this process */
  static async start(around: Surroundings, log: number, descriptors: number | null = null): Promise<LoggingServer> {
    await prepare({ build: true });
    const server = new LoggingServer(around, log, descriptors);
    const deadline = Date.now() + READY_WITHIN_MS;
    for await (const _ of setInterval(50)) {
      if (await server.isReady()) break;
      if (!server.hasEnded() && Date.now() < deadline) continue;
      server.#process.kill('SIGKILL');
      throw new Error(`The server did not get ready: ${server.#standardError}`);
    }
    return server;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  async isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const reply = await fetch(`${this.#siteUrl}/readyz`, { signal }).catch(() => null);
    return reply?.status === 200;
  }

  /** Makes it log `count` lines of a good kilobyte each. @throws Error when a request is not answered */
  async logLines(count: number): Promise<void> {
    await inParallel(upTo(count), AT_ONCE, () => this.#logLine());
  }

  async #logLine(): Promise<void> {
    const body = { reference: randomUUID(), path: '/payment', kind: 'TypeError', frames: Array(8).fill(FRAME) };
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const request = { method: 'POST', body: JSON.stringify(body), signal };
    const reply = await fetch(`${this.#siteUrl}/api/failures`, request);
    if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
  }

  /** SIGTERM. @returns its exit code, or the signal that was needed in the end */
  async stop(): Promise<number | NodeJS.Signals> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) return exitCode ?? signalCode ?? 0;
    const exited = once(this.#process, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    this.#process.kill('SIGTERM');
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), STOPPED_WITHIN_MS);
    const [code, signal] = await exited;
    clearTimeout(timer);
    return code ?? signal ?? 0;
  }
}
