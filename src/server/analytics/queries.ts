import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { VisitEvent } from '../../contract/events.ts';
import { APP_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { visitEvents } from '../db/analytics-schema.ts';
import type { Db } from '../db/database.ts';
import { subscriptions } from '../db/schema.ts';

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
      detail: withoutGaps(detail),
      happenedAt: new Date(receivedAt.getTime() - age),
    })),
  );
}

function withoutGaps(detail: Readonly<Record<string, string | number | undefined>>): Record<string, string | number> {
  const given = Object.entries(detail).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  return Object.fromEntries(given);
}

export async function findBatch(db: Db, batchId: string): Promise<RecordedEvent[]> {
  return await db.select().from(visitEvents).where(eq(visitEvents.batchId, batchId)).orderBy(visitEvents.id);
}

/** How many visits came as far as each step. */
export interface Funnel {
  readonly landing: number;
  readonly signUp: number;
  readonly season: number;
  readonly shipping: number;
  readonly payment: number;
  /** From the books: those who asked not to be counted have paid too. */
  readonly paid: number;
}

/** The funnel of [from, until). */
export async function readFunnel(db: Db, from: Date, until: Date): Promise<Funnel> {
  const [visits] = await db
    .select({
      landing: visitsThat(sql`${visitEvents.name} = 'page_view' and ${visitEvents.path} = ${PUBLIC_PATHS.home}`),
      signUp: visitsThat(sql`${visitEvents.name} = 'sign_up'`),
      season: visitsThat(sql`${visitEvents.name} = 'page_view' and ${visitEvents.path} = ${APP_PATHS.seasonSelection}`),
      shipping: visitsThat(sql`${visitEvents.name} = 'page_view' and ${visitEvents.path} = ${APP_PATHS.shipping}`),
      payment: visitsThat(sql`${visitEvents.name} = 'page_view' and ${visitEvents.path} = ${APP_PATHS.payment}`),
    })
    .from(visitEvents)
    .where(
      and(
        gte(visitEvents.happenedAt, from),
        lt(visitEvents.happenedAt, until),
        inArray(visitEvents.name, ['page_view', 'sign_up']),
      ),
    );
  const paid = await db.$count(
    subscriptions,
    and(gte(subscriptions.createdAt, from), lt(subscriptions.createdAt, until)),
  );
  return { landing: 0, signUp: 0, season: 0, shipping: 0, payment: 0, ...visits, paid };
}

function visitsThat(condition: ReturnType<typeof sql>) {
  return sql<number>`count(distinct ${visitEvents.visitId}) filter (where ${condition})`.mapWith(Number);
}

export async function deleteEventsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(visitEvents).where(lt(visitEvents.happenedAt, before));
}
