import type { CalendarDate } from '../../src/domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../src/domain/holidays.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import type { FulfilmentContext } from '../../src/server/fulfilment/runs/fulfilment-context.ts';
import { freezeRun } from '../../src/server/fulfilment/freeze.ts';
import { openRun } from '../../src/server/fulfilment/runs/runs.ts';
import { testDatabase } from './database.ts';
import { fulfilmentContext } from './fulfilment-context.ts';

export type FulfilmentFixture = Awaited<ReturnType<typeof openFulfilment>>;

/** Fulfilment alone: a database and a clock, without a shop around it. */
export async function openFulfilment(start: string, config: Partial<FulfilmentContext['config']> = {}) {
  const database = await testDatabase();
  const db = openDatabase(database.url, { maxConnections: 8 });
  let now = new Date(start);
  const ctx = fulfilmentContext(db, { now: () => now }, config);
  return {
    db,
    ctx,
    set now(time: Date) {
      now = time;
    },
    get now() {
      return now;
    },
    friday: (nominalOn: CalendarDate) => openRun(db, { kind: 'friday', nominalOn }, NO_OVERRIDES, now),
    firstLetters: (nominalOn: CalendarDate) => openRun(db, { kind: 'first_letter', nominalOn }, NO_OVERRIDES, now),
    freeze: (runId: string) => freezeRun(ctx, runId, null),
    async close() {
      await db.$client.end();
      await database.drop();
    },
  };
}
