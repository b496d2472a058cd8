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

/** True when the event is new. Inside the transaction that applies it, this is what makes it apply once. */
export async function rememberEvent(db: Db, event: EventStamp, now: Date): Promise<boolean> {
  const inserted = await db
    .insert(webhookEvents)
    .values({ ...event, receivedAt: now })
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id });
  return inserted.length > 0;
}
