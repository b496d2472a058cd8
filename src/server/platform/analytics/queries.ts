import { eq, lt } from 'drizzle-orm';
import type { VisitEvent } from '../../../contract/events.ts';
import { visitEvents } from '../schema.ts';
import type { Db } from '../db/database.ts';

export type RecordedEvent = typeof visitEvents.$inferSelect;

export interface Batch {
  readonly batchId: string;
  readonly visitId: string;
  readonly events: readonly VisitEvent[];
  readonly receivedAt: Date;
}

export async function insertEvents(db: Db, { batchId, visitId, events, receivedAt }: Batch): Promise<void> {
  await db.insert(visitEvents).values(
    events.map(({ name, path, age, ...detail }) => ({
      batchId,
      visitId,
      name,
      path,
      detail: withoutUndefined(detail),
      happenedAt: new Date(receivedAt.getTime() - age),
    })),
  );
}

function withoutUndefined(
  detail: Readonly<Record<string, string | number | undefined>>,
): Record<string, string | number> {
  const given = Object.entries(detail).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  return Object.fromEntries(given);
}

export async function findBatch(db: Db, batchId: string): Promise<RecordedEvent[]> {
  return await db.select().from(visitEvents).where(eq(visitEvents.batchId, batchId)).orderBy(visitEvents.id);
}

export async function deleteEventsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(visitEvents).where(lt(visitEvents.happenedAt, before));
}
