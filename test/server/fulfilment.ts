import type { CalendarDate } from '../../src/domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../src/domain/holidays.ts';
import { type Database, openDatabase } from '../../src/server/platform/db/database.ts';
import { freezeRun } from '../../src/server/fulfilment/freeze/freeze.ts';
import type { FulfilmentContext } from '../../src/server/fulfilment/runs/fulfilment-context.ts';
import { openRun, type Run } from '../../src/server/fulfilment/runs/runs.ts';
import { testDatabase } from './database.ts';
import { fulfilmentContext } from './fulfilment-context.ts';

/** Fulfilment alone: a database and a clock, without a shop around it. */
export interface FulfilmentFixture {
  readonly db: Database;
  readonly ctx: FulfilmentContext;
  now: Date;
  friday(day: CalendarDate): Promise<Run>;
  firstLetters(day: CalendarDate): Promise<Run>;
  freeze(runId: string): Promise<Run>;
  close(): Promise<void>;
}

export async function openFulfilment(now: string): Promise<FulfilmentFixture> {
  const database = await testDatabase();
  const db = openDatabase(database.url, { maxConnections: 8 });
  const fulfilment: FulfilmentFixture = {
    db,
    ctx: fulfilmentContext(db, { now: () => fulfilment.now }),
    now: new Date(now),
    friday: (nominalOn) => openRun(db, { kind: 'friday', nominalOn }, NO_OVERRIDES, fulfilment.now),
    firstLetters: (nominalOn) => openRun(db, { kind: 'first_letter', nominalOn }, NO_OVERRIDES, fulfilment.now),
    freeze: (runId) => freezeRun(fulfilment.ctx, runId, null),
    async close() {
      await db.$client.end();
      await database.drop();
    },
  };
  return fulfilment;
}
