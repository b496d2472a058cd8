import { Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { ACCOUNT_CHANGES_PATH } from '../../contract/realtime.ts';
import { authenticate } from '../auth/bearer.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { AppEnv } from '../http/serve.ts';
import { ChangeFeed } from './feed.ts';

/** A burst of changes, such as a purchase makes, is one piece of news. */
const GATHER_MS = 50;
/** Proxies close what is silent for a minute. */
const HEARTBEAT_MS = 20_000;
/** The browser comes back with a token of that moment, so that an ended session stops hearing. */
const LIFETIME_MS = 10 * 60_000;
/** One stream serves all tabs of a browser; this many are for as many devices. */
const STREAMS_PER_USER = 20;

/**
 * `GET /api/account/changes`: tells a browser that something of its account has changed, and nothing else; what it is now it asks for
 * as always. Server-sent events over `fetch`, so that the token travels in a header (decision 050).
 */
export function accountChanges(ctx: Context): Hono<AppEnv> {
  const feed = new ChangeFeed(ctx.config.databaseUrl, ctx.log);
  const open = new Map<string, number>();
  return new Hono<AppEnv>().get(ACCOUNT_CHANGES_PATH, async (c) => {
    const header = c.req.header('authorization');
    if (header === undefined) throw new ApiError('not_signed_in', 'Please sign in first.');
    const { userId } = await authenticate(ctx, header, 'session');
    const places = new Places(open, userId);
    if (!places.take()) throw new ApiError('rate_limited', 'Too many windows are listening at once.');
    const news = new News();
    const stop = await feed
      .listen(userId, () => news.arrive())
      .catch((error: unknown) => {
        places.leave();
        throw error;
      });
    inProgress.add(news);
    c.header('Cache-Control', 'no-store');
    // For proxies that would rather wait until a stream is complete.
    c.header('X-Accel-Buffering', 'no');
    return streamSSE(c, async (stream) => {
      stream.onAbort(() => news.end());
      try {
        await tell(stream, news);
      } finally {
        stop();
        inProgress.delete(news);
        places.leave();
      }
    });
  });
}

/** Of this process. */
const inProgress = new Set<News>();

/** Before the process stops: each browser finds another one. */
export function endStreams(): void {
  for (const news of inProgress) news.end();
}

/** How many streams one person has open. */
class Places {
  constructor(
    private readonly taken: Map<string, number>,
    private readonly userId: string,
  ) {}

  take(): boolean {
    const before = this.taken.get(this.userId) ?? 0;
    if (before >= STREAMS_PER_USER) return false;
    this.taken.set(this.userId, before + 1);
    return true;
  }

  leave(): void {
    const left = (this.taken.get(this.userId) ?? 1) - 1;
    if (left === 0) this.taken.delete(this.userId);
    else this.taken.set(this.userId, left);
  }
}

async function tell(stream: SSEStreamingApi, news: News): Promise<void> {
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

/** What has arrived for one stream and has not been told yet. */
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

  /** True once there is news; false when there was none for so long. */
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
