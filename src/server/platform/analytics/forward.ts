import type { Config } from '../config/config.ts';
import type { PlatformContext } from '../context.ts';
import { findBatch, type RecordedEvent } from './queries.ts';

const EVENTS_PER_REQUEST = 25;
const TIMEOUT_MS = 10_000;

/**
 * Sends events at least once. Google sees our IP address, never the visitor's.
 * @throws Error if Google doesn't accept them
 */
export async function forwardEvents({ config, db }: PlatformContext, batchId: string): Promise<void> {
  if (config.ga4 === null) return;
  const events = await findBatch(db, batchId);
  for (let start = 0; start < events.length; start += EVENTS_PER_REQUEST) {
    await send(config, config.ga4, events.slice(start, start + EVENTS_PER_REQUEST));
  }
}

async function send(config: Config, ga4: NonNullable<Config['ga4']>, events: readonly RecordedEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const url = new URL(ga4.url);
  url.searchParams.set('measurement_id', ga4.measurementId);
  url.searchParams.set('api_secret', ga4.apiSecret);
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_id: first.visitId,
      non_personalized_ads: true,
      timestamp_micros: micros(first.happenedAt),
      events: events.map((event) => present(config, event)),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!reply.ok) throw new Error(`Google Analytics answered ${reply.status}.`);
}

function present({ siteUrl }: Config, { name, path, detail, visitId, happenedAt }: RecordedEvent) {
  const { referrer, ...params } = detail;
  return {
    name,
    timestamp_micros: micros(happenedAt),
    params: {
      ...params,
      page_location: siteUrl + path,
      ...(referrer !== undefined && { page_referrer: `https://${referrer}/` }),
      session_id: sessionNumber(visitId),
      engagement_time_msec: 1,
    },
  };
}

function sessionNumber(visitId: string): string {
  return String(Number.parseInt(visitId.slice(0, 8), 16));
}

function micros(instant: Date): string {
  return `${instant.getTime()}000`;
}
