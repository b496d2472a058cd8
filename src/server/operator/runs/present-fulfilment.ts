import type {
  BatchReply,
  EventReply,
  FileReply,
  PieceReply,
  ReshipReply,
  RunDetailReply,
  RunReply,
} from '../../../contract/operator/fulfilment.ts';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import type { Db } from '../../platform/db/database.ts';
import type { EventRow } from '../../fulfilment/runs/events.ts';
import { type Batch, lastBatch, type PrintFile } from '../../fulfilment/print/print.ts';
import { pieceCode } from '../../fulfilment/pieces/pieces.ts';
import { findRun, type Run, runCode } from '../../fulfilment/runs/runs.ts';
import { type Page, pageOf } from '../paging/paging.ts';
import {
  countUndispatched,
  countPiecesOf,
  lastHandOversOf,
  namesOf,
  type PieceRow,
  type ReshipRow,
} from './fulfilment-queries.ts';

/** Runs with the figures of their pieces; those of a run that is over were noted when it ended. */
async function presentRuns(db: Db, runs: readonly Run[]): Promise<RunReply[]> {
  const open = runs.filter(({ finalCounts, state }) => finalCounts === null && state !== 'planned');
  const over = runs.filter(({ state }) => state === 'handed_over');
  const [counts, days] = await Promise.all([countPiecesOf(db, idsOf(open)), lastHandOversOf(db, idsOf(over))]);
  return runs.map((run) =>
    presentRun(run, { pieces: run.finalCounts ?? counts.get(run.id) ?? {}, handedOverOn: days.get(run.id) ?? null }),
  );
}

export async function presentRunPage(db: Db, { items, next }: Page<Run>): Promise<Page<RunReply>> {
  return { items: await presentRuns(db, items), next };
}

function idsOf(runs: readonly Run[]): string[] {
  return runs.map(({ id }) => id);
}

function presentRun(run: Run, found: Pick<RunReply, 'pieces' | 'handedOverOn'>): RunReply {
  const { id, kind, nominalOn, handOverOn, state, plan } = run;
  return {
    id,
    code: runCode(run),
    kind,
    nominalOn,
    handOverOn,
    freezesAt: run.freezesAt.toISOString(),
    reopened: run.reopenedAt !== null,
    state,
    due: sum(Object.values(plan?.due ?? {})),
    waiting: plan?.waiting ?? 0,
    ...found,
  };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @throws ApiError not_found */
export async function presentRunDetail(db: Db, runId: string): Promise<RunDetailReply> {
  const run = await findRun(db, runId);
  const [presented, newest, branding] = await Promise.all([
    presentRuns(db, [run]),
    lastBatch(db, runId),
    countUndispatched(db, runId),
  ]);
  const [first] = presented;
  if (first === undefined) throw new Error(`The run ${runId} could not be shown.`);
  return {
    run: first,
    plan: { due: run.plan?.due ?? {}, excluded: run.plan?.excluded ?? {} },
    printed: { newest: newest && presentBatch(newest), ...branding },
  };
}

export function presentBatch({ number, firstNumber, lastNumber, printedAt, handedOverAt }: Batch): BatchReply {
  return {
    number,
    firstNumber,
    lastNumber,
    printedAt: printedAt.toISOString(),
    handedOverAt: handedOverAt?.toISOString() ?? null,
  };
}

export function presentFile({ name, pieces, bytes, sha256 }: PrintFile): FileReply {
  return { name, pieces, bytes, sha256 };
}

/** A page of what happened, with the names of those who did it. */
export async function pageOfEvents(db: Db, rows: readonly EventRow[]): Promise<Page<EventReply>> {
  const actors = rows.map(({ actor }) => actor).filter((actor): actor is string => actor !== null && isId(actor));
  const names = await namesOf(db, [...new Set(actors)]);
  return pageOf(
    rows,
    ({ id, at, event, actor, letter, attempt, detail }) => ({
      id: String(id),
      at: at.toISOString(),
      event,
      actor: actor === null ? 'the clock' : (names.get(actor) ?? actor),
      letter,
      attempt,
      detail,
    }),
    ({ id }) => String(id),
  );
}

function isId(actor: string): boolean {
  return /^[0-9a-f-]{36}$/.test(actor);
}

export function presentPiece({ piece, run, canReship }: PieceRow): PieceReply {
  const { id, subscriptionId, runId, letter, attempt, state, reason, nominalOn, handedOverOn, arrivesBy } = piece;
  return {
    id,
    code: run === null || piece.number === null ? null : pieceCode(run, { letter, number: piece.number }),
    subscriptionId,
    runId,
    letter,
    attempt,
    state,
    reason,
    nominalOn,
    handedOverOn,
    arrivesBy,
    confirmedAt: piece.confirmedAt?.toISOString() ?? null,
    canReship,
    address: { ...storedAddress(piece.address) },
    envelope: [...envelopeLines(storedAddress(piece.address))],
    changedAt: piece.updatedAt.toISOString(),
  };
}

export function presentReship({ reship, recipient }: ReshipRow): ReshipReply {
  const { id, subscriptionId, letter, attempt, way, cause, state } = reship;
  return {
    id,
    subscriptionId,
    letter,
    attempt,
    way,
    cause,
    state,
    askedAt: reship.askedAt.toISOString(),
    decidedAt: reship.decidedAt?.toISOString() ?? null,
    recipient,
  };
}
