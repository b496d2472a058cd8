import type { Transaction } from '../../platform/db/database.ts';
import { type Actor, recordRunEvent } from './events.ts';
import { countPieces, type Run, updateRun } from './runs.ts';

/** A run is handed over when no piece of it is left, withdrawn ones included. */
export async function closeIfDone(tx: Transaction, run: Run, now: Date, actor: Actor): Promise<Run> {
  const finalCounts = await countPieces(tx, run.id);
  const undispatched = (['frozen', 'waiting', 'set_aside'] as const).some((state) => (finalCounts[state] ?? 0) > 0);
  if (undispatched) return run;
  const closed = { state: 'handed_over', handedOverAt: now, finalCounts } as const;
  await updateRun(tx, run.id, closed);
  await recordRunEvent(tx, 'handed_over', { runId: run.id, actor, at: now, detail: finalCounts });
  return { ...run, ...closed };
}
