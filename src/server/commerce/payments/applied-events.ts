import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { webhookEvents } from '../schema.ts';

export interface EventStamp {
  readonly id: string;
  readonly type: string;
}

export async function isKnownEvent(db: Db, id: string): Promise<boolean> {
  const [row] = await db.select({ id: webhookEvents.id }).from(webhookEvents).where(eq(webhookEvents.id, id));
  return row !== undefined;
}

/** False if the event was applied before. Call it in the transaction that applies the event (rules/money 20). */
export async function recordEvent(db: Db, event: EventStamp, now: Date): Promise<boolean> {
  const inserted = await db
    .insert(webhookEvents)
    .values({ ...event, receivedAt: now })
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id });
  return inserted.length > 0;
}
