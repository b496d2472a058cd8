import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { addDays, type CalendarDate, newYorkDate, newYorkMidnight } from '../../../src/domain/calendar-date.ts';
import { addBusinessDays } from '../../../src/domain/holidays.ts';
import { type Context, openContext } from '../../../src/server/context.ts';
import { readConfig } from '../../../src/server/platform/config/config.ts';
import { emailOutbox } from '../../../src/server/platform/schema.ts';
import { addSubscriber } from '../../../test/builders/subscribers.ts';
import { upTo } from '../../../test/load/in-parallel.ts';
import { workMailingDay } from '../mailing-day.ts';
import { patiently } from './patiently.ts';

// A process that plays one mailing day after another from 'begin' until 'end'. Setting letters in type keeps a thread busy for seconds,
// which in the soak's own would look like a shop that does not answer.

const SUBSCRIBERS_A_DAY = 40;
const PAUSE_MS = 2_000;
const MOST_WAITING = 500;
const NOON_MS = 12 * 3_600_000;
/** So that days of the soak never meet those of the workers' own clock. */
const DAYS_AHEAD = 40;

let today = addDays(newYorkDate(new Date()), DAYS_AHEAD);
let leaving = new AbortController();
let running: Promise<void> = Promise.resolve();

const noon = () => new Date(newYorkMidnight(today).getTime() + NOON_MS);
const ctx = await patiently(() => openContext({ ...readConfig(process.env), role: 'web' }, { clock: { now: noon } }));
await patiently(() => ctx.jobs.start());

process.on('disconnect', () => process.exit());
process.on('message', (order: 'begin' | 'end') => {
  if (order === 'begin') {
    leaving = new AbortController();
    running = playDays(ctx, leaving.signal);
  } else {
    leaving.abort();
    void running.then(() => process.send?.('ended'));
  }
});
process.send?.('ready');

/** Tells of the subscriptions of each day. */
async function playDays(context: Context, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await sleep(PAUSE_MS)) {
    const yesterday = today;
    today = addBusinessDays(yesterday, 1);
    process.send?.(await patiently(() => addSubscribers(context, yesterday)));
    await patiently(() => workMailingDay(context));
    await untilFewWait(context, signal);
  }
}

/** Or the days would go on faster than their emails are sent, and the last of them would leave hours later. */
async function untilFewWait({ db }: Context, signal: AbortSignal): Promise<void> {
  const isQueued = eq(emailOutbox.status, 'queued');
  while (!signal.aborted && (await patiently(() => db.$count(emailOutbox, isQueued))) > MOST_WAITING) {
    await sleep(PAUSE_MS);
  }
}

async function addSubscribers(context: Context, serviceStart: CalendarDate): Promise<string[]> {
  return await context.db.transaction(async (tx) => {
    const ids: string[] = [];
    for (const _subscriber of upTo(SUBSCRIBERS_A_DAY)) {
      ids.push((await addSubscriber(tx, { serviceStart, planType: 'annual' })).subscriptionId);
    }
    return ids;
  });
}
