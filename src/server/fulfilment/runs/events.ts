import type { Db } from '../../platform/db/database.ts';
import { mailingEvents } from '../schema.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';

export type RunEvent =
  | 'planned'
  | 'frozen'
  | 'reopened'
  | 'printed'
  | 'print_undone'
  | 'sent_to_printer'
  | 'sent_to_printer_again'
  | 'called_back_from_printer'
  | 'batch_handed_over'
  | 'handed_over';

export type PieceEvent =
  | 'set_aside'
  | 'resolved'
  | 'released'
  | 'withdrawn'
  | 'arrived'
  | 'found'
  | 'lost'
  | 'returned'
  | 'address_confirmed'
  | 'reship_asked'
  | 'reship_approved'
  | 'reship_refused'
  | 'reship_undone';

export interface PieceRef {
  readonly pieceId: string | null;
  readonly subscriptionId: string;
  readonly letter: number;
  readonly attempt: number;
  readonly runId: string | null;
}

export type Actor = OperatorAct | string | null;

interface EventSource {
  readonly actor: Actor;
  readonly at: Date;
  readonly detail?: Record<string, unknown>;
}

export async function recordRunEvent(
  tx: Db,
  event: RunEvent,
  { runId, actor, at, detail = {} }: EventSource & { readonly runId: string },
): Promise<void> {
  await tx.insert(mailingEvents).values({ event, runId, actor: actorId(actor), at, detail });
  if (!isOperator(actor)) return;
  const subject = `run:${runId}`;
  await writeOperatorLog(tx, { ...actor, action: `post_${event}`, subject, subscriptionId: null, detail }, at);
}

export async function recordPieceEvents(
  tx: Db,
  event: PieceEvent,
  pieces: readonly PieceRef[],
  { actor, at, detail = {} }: EventSource,
): Promise<void> {
  if (pieces.length === 0) return;
  const by = actorId(actor);
  await tx.insert(mailingEvents).values(pieces.map((piece) => ({ event, actor: by, at, detail, ...piece })));
  if (!isOperator(actor)) return;
  for (const { runId, subscriptionId, letter, attempt } of pieces) {
    const subject = runId === null ? null : `run:${runId}`;
    const entry = {
      action: `letter_${event}` as const,
      subject,
      subscriptionId,
      detail: { letter, attempt, ...detail },
    };
    await writeOperatorLog(tx, { ...actor, ...entry }, at);
  }
}

function isOperator(actor: Actor): actor is OperatorAct {
  return typeof actor === 'object' && actor !== null;
}

function actorId(actor: Actor): string | null {
  return isOperator(actor) ? (actor.operatorId ?? actor.operator) : actor;
}
