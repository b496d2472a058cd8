import { randomUUID } from 'node:crypto';
import { UNKNOWN_PATH } from '../../../contract/event-paths.ts';
import type { recordEvents, VisitEvent } from '../../../contract/events.ts';
import type { PlatformContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import { limitNetwork } from '../rate-limits/rate-limits.ts';
import { deleteEventsBefore, insertEvents } from './queries.ts';

type Reply = { accepted: number };

const LIMIT = { points: 60, seconds: 60 };
const REFUSAL = 'Too many events. Please slow down.';

export async function handleRecordEvents({ ctx, client, body }: Call<typeof recordEvents>): Promise<Reply> {
  if (client.asksNotToBeCounted) return { accepted: 0 };
  await limitNetwork(ctx, 'events', client.ip, LIMIT, REFUSAL);
  const visitId = body.visit;
  const events = body.events.filter(isCounted);
  if (events.length === 0) return { accepted: 0 };
  const batchId = randomUUID();
  await ctx.db.transaction(async (tx) => {
    await insertEvents(tx, { batchId, visitId, events, receivedAt: ctx.clock.now() });
    if (ctx.config.ga4 !== null) await ctx.jobs.enqueue(tx, 'forward-events', { batchId });
  });
  return { accepted: events.length };
}

/** Links on unlisted pages may contain names, so only the view itself is stored. */
function isCounted({ name, path }: VisitEvent): boolean {
  return path !== UNKNOWN_PATH || name === 'page_view';
}

const RETENTION_DAYS = 400;
const DAY_MS = 86_400_000;

export async function deleteOldEvents({ db, clock }: PlatformContext): Promise<void> {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS));
}
