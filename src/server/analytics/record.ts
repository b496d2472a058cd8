import { randomUUID } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { UNKNOWN_PATH } from '../../contract/event-paths.ts';
import type { recordEvents, VisitEvent } from '../../contract/events.ts';
import { networkOf } from '../auth/limits.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Call } from '../http/serve.ts';
import { deleteEventsBefore, insertEvents } from './queries.ts';

type Reply = { accepted: number };

/**
 * Keeps a batch of events, and has it forwarded when there is where to.
 * @throws ApiError rate_limited
 */
export async function handleRecordEvents({ ctx, client, body }: Call<typeof recordEvents>): Promise<Reply> {
  if (client.asksNotToBeCounted) return { accepted: 0 };
  await limitBatches(ctx, client.ip);
  const visitId = body.visit;
  const events = body.events.filter(isKept);
  if (events.length === 0) return { accepted: 0 };
  const batchId = randomUUID();
  await ctx.db.transaction(async (tx) => {
    await insertEvents(tx, { batchId, visitId, events, receivedAt: ctx.clock.now() });
    if (ctx.config.ga4 !== null) await ctx.jobs.enqueue(tx, 'forward-events', { batchId });
  });
  return { accepted: events.length };
}

/**
 * Of an address that is in no list of ours no more is kept than that it was looked at: whose names its links and buttons bear, nobody
 * has asked.
 */
function isKept({ name, path }: VisitEvent): boolean {
  return path !== UNKNOWN_PATH || name === 'page_view';
}

const BATCHES_PER_MINUTE = 60;

/**
 * In this process's memory and nowhere else, unlike all other limits: that an address of the network is never stored is worth
 * more here than that several processes count together.
 */
const limiters = new WeakMap<Context, RateLimiterMemory>();

async function limitBatches(ctx: Context, ip: string): Promise<void> {
  const limiter = limiters.get(ctx) ?? new RateLimiterMemory({ points: allowance(ctx), duration: 60 });
  limiters.set(ctx, limiter);
  try {
    await limiter.consume(networkOf(ip));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new ApiError('rate_limited', 'That is more than we can count. Please slow down.');
  }
}

function allowance({ config }: Context): number {
  return Math.max(1, Math.floor(BATCHES_PER_MINUTE * config.auth.rateLimitFactor));
}

const REMEMBERED_DAYS = 400;
const DAY_MS = 86_400_000;

/** A year of comparisons, and a month to make them in. */
export async function forgetOldEvents({ db, clock }: Context): Promise<void> {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - REMEMBERED_DAYS * DAY_MS));
}
