import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Journal, memoryJournal, openJournal } from './stripe/state/journal.ts';

const KINDS = ['repeat', 'out_of_order', 'silence', 'wrong_signature', 'lost_answer'] as const;

/** A fault for each of the next `times` messages. */
export const feedFault = z.strictObject({ kind: z.enum(KINDS), times: z.int().min(1) });

export type FeedFault = z.output<typeof feedFault>;

export interface Message {
  readonly id: string;
  readonly body: string;
}

/** `isForged`: with a signature or a login that is wrong. Resolves to whether the receiver took it. */
export type Send = (message: Message, isForged: boolean, signal: AbortSignal) => Promise<boolean>;

interface Entry {
  readonly push?: Message;
  readonly done?: string;
}

const RETRY_MS = 300;

/** Messages to the shop, each at least once and in order but for the faults; with a file they outlive the process. */
export class WebhookFeed {
  readonly #waiting = new Map<string, Message>();
  readonly #closing = new AbortController();
  #faults: FeedFault[] = [];
  #running: Promise<void> | null = null;

  private constructor(
    private readonly send: Send,
    private readonly journal: Journal,
  ) {}

  static async open(send: Send, file: string | undefined): Promise<WebhookFeed> {
    const entries: Entry[] = [];
    const journal =
      file === undefined ? memoryJournal() : await openJournal(file, (entry) => entries.push(entry as Entry));
    const feed = new WebhookFeed(send, journal);
    for (const { push, done } of entries) {
      if (push !== undefined) feed.#waiting.set(push.id, push);
      if (done !== undefined) feed.#waiting.delete(done);
    }
    feed.#start();
    return feed;
  }

  async push(bodies: readonly string[]): Promise<void> {
    const messages = bodies.map((body) => ({ id: randomUUID(), body }));
    await Promise.all(messages.map((push) => this.journal.append({ push } satisfies Entry)));
    for (const message of messages) {
      const fault = this.#take('out_of_order', 'silence', 'repeat');
      if (fault === 'silence') continue;
      if (fault === 'out_of_order') this.#putFirst(message);
      else this.#waiting.set(message.id, message);
      if (fault === 'repeat') this.#waiting.set(`${message.id} again`, message);
    }
    this.#start();
  }

  plan(fault: FeedFault): void {
    this.#faults.push(fault);
  }

  clearFaults(): void {
    this.#faults = [];
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    await this.journal.close();
  }

  #putFirst(message: Message): void {
    const others = [...this.#waiting];
    this.#waiting.clear();
    for (const [key, each] of [[message.id, message] as const, ...others]) this.#waiting.set(key, each);
  }

  #take(...kinds: readonly FeedFault['kind'][]): FeedFault['kind'] | null {
    const met = this.#faults.find(({ kind }) => kinds.includes(kind));
    if (met === undefined) return null;
    met.times -= 1;
    this.#faults = this.#faults.filter(({ times }) => times > 0);
    return met.kind;
  }

  #start(): void {
    if (this.#running !== null || this.#waiting.size === 0 || this.#closing.signal.aborted) return;
    this.#running = this.#drain().finally(() => {
      this.#running = null;
      this.#start();
    });
  }

  async #drain(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      const [key, message] = next;
      if (await this.#deliver(message)) {
        this.#waiting.delete(key);
        await this.journal.append({ done: key } satisfies Entry);
      } else await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #deliver(message: Message): Promise<boolean> {
    const fault = this.#take('wrong_signature', 'lost_answer');
    const { signal } = this.#closing;
    if (fault === 'wrong_signature') await this.send(message, true, signal);
    const isTaken = await this.send(message, false, signal);
    return isTaken && fault !== 'lost_answer';
  }
}

const ANSWER_WITHIN_MS = 20_000;

/** Posts a body. Resolves to whether it was taken; never rejects. */
export async function sendBody(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), signal]),
  }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.ok ?? false;
}
