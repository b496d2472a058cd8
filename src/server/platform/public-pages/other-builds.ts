import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loggedError } from '../logging/log.ts';
import type { BuiltFileStore } from './built-files.ts';
import { answer, type Headers, type Representation, represent } from './representation.ts';

const LOOK_AGAIN_MS = 500;
const MOST_IN_MEMORY = 400;

export class OtherBuilds {
  readonly #store: BuiltFileStore;
  readonly #headers: Headers;
  readonly #log: Logger;
  readonly #known = new Map<string, Promise<Representation | null>>();
  #paths: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  #lookedAt = Number.NEGATIVE_INFINITY;
  #nextLook: Promise<ReadonlySet<string>> | null = null;

  constructor(store: BuiltFileStore, headers: Headers, log: Logger) {
    this.#store = store;
    this.#headers = headers;
    this.#log = log;
  }

  answer(req: IncomingMessage, res: ServerResponse, path: string): true {
    void this.#answer(req, res, path);
    return true;
  }

  async #answer(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const refusal = { ...this.#headers, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' };
    try {
      const found = await this.#find(path);
      if (found !== null) return void answer(req, res, found);
      res.writeHead(404, refusal).end('No build of ours has such a file.\n');
    } catch (error) {
      this.#log.warn({ error: loggedError(error).message, path }, 'a file of another build could not be read');
      res.writeHead(503, { ...refusal, 'Retry-After': '5' }).end('Please try again in a moment.\n');
    }
  }

  async #find(path: string): Promise<Representation | null> {
    const known = this.#known.get(path);
    if (known) return await known;
    if (!(await this.#isStored(path))) return null;
    const pending = this.#read(path);
    this.#known.set(path, pending);
    const drop = () => this.#known.delete(path);
    // A missing file isn't remembered, since it may be published later with its build.
    pending.then((file) => file === null && drop(), drop);
    if (this.#known.size > MOST_IN_MEMORY) this.#known.delete(this.#known.keys().next().value ?? '');
    return await pending;
  }

  /**
   * Queries again, since the file may have been published meanwhile. Made-up names cost at most two queries a second.
   */
  async #isStored(path: string): Promise<boolean> {
    if ((await this.#paths.catch(() => new Set())).has(path)) return true;
    return (await (this.#nextLook ??= this.#lookAgain())).has(path);
  }

  async #lookAgain(): Promise<ReadonlySet<string>> {
    await sleep(Math.max(0, this.#lookedAt + LOOK_AGAIN_MS - performance.now()));
    this.#lookedAt = performance.now();
    this.#nextLook = null;
    this.#paths = this.#store.paths();
    return await this.#paths;
  }

  async #read(path: string): Promise<Representation | null> {
    const file = await this.#store.read(path);
    return file && represent(file, { ...this.#headers, 'Content-Type': file.type });
  }
}
