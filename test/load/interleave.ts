import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db, Transaction } from '../../src/server/platform/db/database.ts';

interface Interleaving<T> {
  /** Takes the lock that blocks the call. */
  readonly hold: (tx: Transaction) => Promise<unknown>;
  readonly call: () => Promise<T>;
  /** How many of the call's transactions will wait; one by default. */
  readonly waiting?: number;
  /** What else happens before the call may go on. */
  readonly meanwhile?: (tx: Transaction) => Promise<unknown>;
}

/** Makes a call that waits for a lock, finishes the other transaction first, and returns the call's result. */
export async function interleave<T>(db: Db, { hold, call, waiting = 1, meanwhile }: Interleaving<T>): Promise<T> {
  const answer = await db.transaction(async (tx) => {
    await hold(tx);
    const called = call();
    await expect.poll(async () => await waitersIn(db)).toBeGreaterThanOrEqual(waiting);
    await meanwhile?.(tx);
    return { called };
  });
  return await answer.called;
}

async function waitersIn(db: Db): Promise<number> {
  const waiting = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.rows.length;
}
