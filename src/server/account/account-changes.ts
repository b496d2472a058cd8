import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { ACCOUNT_CHANGES_PATH } from '../../contract/site-paths.ts';
import { authenticate } from '../identity/session/bearer.ts';
import type { CommerceContext } from '../commerce/context.ts';
import { ApiError } from '../platform/api-error.ts';
import type { AppEnv } from '../platform/http/call.ts';
import { clientOf } from '../platform/http/client.ts';
import { networkOf } from '../platform/rate-limits/network.ts';

const GATHER_MS = 50;
/** Proxies close a connection after a minute of silence. */
const HEARTBEAT_MS = 20_000;
const LIFETIME_MS = 10 * 60_000;
const STREAMS_PER_USER = 20;
/** Enough for a household or an office. AUTH_RATE_LIMIT_FACTOR multiplies it. */
const STREAMS_PER_NETWORK = 200;

/** Server-sent events that the browser reads with `fetch`, so that it can send the token in a header (decision 050). */
export function accountChanges(ctx: CommerceContext): Hono<AppEnv> {
  return new Hono<AppEnv>().get(ACCOUNT_CHANGES_PATH, async (c) => {
    const header = c.req.header('authorization');
    if (header === undefined) throw new ApiError('not_signed_in', 'Please sign in first.');
    const { userId, sessionId } = await authenticate(ctx, header, 'session');
    const signal = new ChangeSignal();
    const listeners = [`user ${userId}`, `network ${networkOf(clientOf(ctx.config, c).ip)}`] as const;
    if (!register(listeners, signal, ctx.config.auth.rateLimitFactor)) {
      throw new ApiError('rate_limited', 'Too many of your windows are open at once.');
    }
    const stopEnds = ctx.feed.onSessionEnd((id) => id === sessionId && signal.end());
    const stopChanges = await ctx.feed
      .listen(userId, () => signal.notify())
      .catch((error: unknown) => {
        stopEnds();
        unregister(listeners, signal);
        throw error;
      });
    // Without this header, some proxies keep the events until the stream ends.
    c.header('X-Accel-Buffering', 'no');
    const answer = streamSSE(c, async (stream) => {
      stream.onAbort(() => signal.end());
      try {
        await send(stream, signal);
      } finally {
        stopEnds();
        stopChanges();
        unregister(listeners, signal);
      }
    });
    // The framework sets `no-cache`, which still lets a browser store the answer.
    answer.headers.set('Cache-Control', 'no-store');
    return answer;
  });
}

type Listeners = readonly [user: string, network: string];

const open = new Map<string, Set<ChangeSignal>>();

function register([user, network]: Listeners, signal: ChangeSignal, factor: number): boolean {
  const isFull = sizeOf(user) >= STREAMS_PER_USER || sizeOf(network) >= STREAMS_PER_NETWORK * factor;
  if (isFull) return false;
  for (const listener of [user, network]) open.set(listener, (open.get(listener) ?? new Set()).add(signal));
  return true;
}

function sizeOf(listener: string): number {
  return open.get(listener)?.size ?? 0;
}

export function countStreams(): number {
  return new Set([...open.values()].flatMap((own) => [...own])).size;
}

function unregister(listeners: Listeners, signal: ChangeSignal): void {
  for (const listener of listeners) {
    const own = open.get(listener);
    own?.delete(signal);
    if (own?.size === 0) open.delete(listener);
  }
}

/**
 * Ends every stream in the second half of the given time, when the load balancer no longer sends requests here. The
 * browsers then reconnect to another process.
 */
export function moveStreams(withinMs: number): void {
  for (const own of open.values()) {
    for (const signal of own) setTimeout(() => signal.end(), withinMs * (0.5 + Math.random() / 2)).unref();
  }
}

export function endStreams(): void {
  for (const own of open.values()) for (const signal of own) signal.end();
}

async function send(stream: SSEStreamingApi, signal: ChangeSignal): Promise<void> {
  const over = setTimeout(() => signal.end(), LIFETIME_MS);
  await stream.writeSSE({ event: 'listening', data: '' });
  while (!signal.ended) {
    const changed = await signal.next(HEARTBEAT_MS);
    if (signal.ended) break;
    if (changed) await stream.writeSSE({ event: 'changed', data: '' });
    else await stream.write(': still listening\n\n');
  }
  clearTimeout(over);
}

class ChangeSignal {
  ended = false;
  #changed = false;
  #wake: () => void = () => undefined;

  notify(): void {
    this.#changed = true;
    this.#wake();
  }

  end(): void {
    this.ended = true;
    this.#wake();
  }

  async next(patienceMs: number): Promise<boolean> {
    if (!this.#changed && !this.ended) await this.#sleep(patienceMs);
    if (!this.#changed) return false;
    await sleep(GATHER_MS);
    this.#changed = false;
    return true;
  }

  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
