import { asc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { mailingEvents } from '../db/mailing-schema.ts';

/** What can happen to a run as a whole: it happens to all of its pieces. */
export type RunEvent =
  | 'planned'
  | 'frozen'
  | 'reopened'
  | 'printed'
  | 'print_undone'
  | 'batch_handed_over'
  | 'handed_over';

/** What can happen to a piece by itself. */
export type PieceEvent =
  | 'set_aside'
  | 'resolved'
  | 'released'
  | 'withdrawn'
  | 'arrived'
  | 'lost'
  | 'returned'
  | 'address_confirmed'
  | 'reship_asked'
  | 'reship_approved'
  | 'reship_refused';

export interface PieceRef {
  readonly pieceId: string | null;
  readonly subscriptionId: string;
  readonly letter: number;
  readonly attempt: number;
  readonly runId: string | null;
}

export type EventRow = typeof mailingEvents.$inferSelect;

/** Who did something: a person's id, or null for the clock. */
export type Actor = string | null;

export async function noteRunEvent(
  tx: Db,
  event: RunEvent,
  { runId, actor, at, detail = {} }: { runId: string; actor: Actor; at: Date; detail?: Record<string, unknown> },
): Promise<void> {
  await tx.insert(mailingEvents).values({ event, runId, actor, at, detail });
}

export async function notePieceEvents(
  tx: Db,
  event: PieceEvent,
  pieces: readonly PieceRef[],
  { actor, at, detail = {} }: { actor: Actor; at: Date; detail?: Record<string, unknown> },
): Promise<void> {
  if (pieces.length === 0) return;
  await tx.insert(mailingEvents).values(pieces.map((piece) => ({ event, actor, at, detail, ...piece })));
}

export async function listRunEvents(db: Db, runId: string): Promise<EventRow[]> {
  return await db.select().from(mailingEvents).where(eq(mailingEvents.runId, runId)).orderBy(asc(mailingEvents.id));
}
