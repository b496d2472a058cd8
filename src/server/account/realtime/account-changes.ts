import { Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { ACCOUNT_CHANGES_PATH } from '../../../contract/realtime.ts';
import { authenticate } from '../../identity/session/bearer.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppEnv } from '../../platform/http/call.ts';
import { ChangeFeed } from '../../platform/realtime/feed.ts';

/** A burst of changes, such as a purchase makes, is one message. */
const GATHER_MS = 50;
/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 20_000;
/** The browser reconnects with a fresh token, so an ended session stops listening. */
const LIFETIME_MS = 10 * 60_000;
const STREAMS_PER_USER = 20;

/** Server-sent events over `fetch`, so that the token travels in a header (decision 050). */
export function accountChanges(ctx: CommerceContext): Hono<AppEnv> {
  const feed = new ChangeFeed(ctx.config.databaseUrl, ctx.log);
  return new Hono<AppEnv>().get(ACCOUNT_CHANGES_PATH, async (c) => {
    const header = c.req.header('authorization');
    if (header === undefined) throw new ApiError('not_signed_in', 'Please sign in first.');
    const { userId } = await authenticate(ctx, header, 'session');
    const news = new News();
    if (!take(userId, news)) throw new ApiError('rate_limited', 'Too many windows are listening at once.');
    const stop = await feed
      .listen(userId, () => news.arrive())
      .catch((error: unknown) => {
        leave(userId, news);
        throw error;
      });
    c.header('Cache-Control', 'no-store');
    // Some proxies would wait until the stream is complete.
    c.header('X-Accel-Buffering', 'no');
    return streamSSE(c, async (stream) => {
      stream.onAbort(() => news.end());
      try {
        await send(stream, news);
      } finally {
        stop();
        leave(userId, news);
      }
    });
  });
}

const open = new Map<string, Set<News>>();

function take(userId: string, news: News): boolean {
  const own = open.get(userId) ?? new Set();
  if (own.size >= STREAMS_PER_USER) return false;
  open.set(userId, own.add(news));
  return true;
}

function leave(userId: string, news: News): void {
  const own = open.get(userId);
  own?.delete(news);
  if (own?.size === 0) open.delete(userId);
}

export function endStreams(): void {
  for (const own of open.values()) for (const news of own) news.end();
}

async function send(stream: SSEStreamingApi, news: News): Promise<void> {
  const over = setTimeout(() => news.end(), LIFETIME_MS);
  await stream.writeSSE({ event: 'listening', data: '' });
  while (!news.ended) {
    const arrived = await news.next(HEARTBEAT_MS);
    if (news.ended) break;
    if (arrived) await stream.writeSSE({ event: 'changed', data: '' });
    else await stream.write(': still listening\n\n');
  }
  clearTimeout(over);
}

class News {
  ended = false;
  #arrived = false;
  #wake: () => void = () => undefined;

  arrive(): void {
    this.#arrived = true;
    this.#wake();
  }

  end(): void {
    this.ended = true;
    this.#wake();
  }

  async next(patienceMs: number): Promise<boolean> {
    if (!this.#arrived && !this.ended) await this.#sleep(patienceMs);
    if (!this.#arrived) return false;
    await this.#sleep(GATHER_MS, 'through');
    this.#arrived = false;
    return true;
  }

  async #sleep(ms: number, manner?: 'through'): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        if (manner === 'through' && !this.ended) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
