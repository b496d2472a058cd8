import { sql } from 'drizzle-orm';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Actor, recordRunEvent } from '../runs/events.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import { listBatches } from '../print/print.ts';
import { countPieces, lockRun, type Run, updateRun } from '../runs/runs.ts';

/**
 * Takes a freeze back while nothing is printed; an operator orders the next one (decision 060).
 * @throws ApiError not_found, wrong_state
 */
export async function undoFreeze(ctx: FulfilmentContext, runId: string, actor: Actor): Promise<Run> {
  return await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run.state !== 'frozen' || (await listBatches(tx, runId)).length > 0) {
      throw new ApiError('wrong_state', 'Only a run that is frozen, with nothing printed, can be opened again.');
    }
    const now = ctx.clock.now();
    const detail = await countPieces(tx, runId);
    await tx.execute(sql`delete from mailing_pieces where run_id = ${runId}`);
    await tx.execute(sql`delete from mailing_exclusions where run_id = ${runId}`);
    const planned = { state: 'planned', reopenedAt: now, frozenAt: null } as const;
    await updateRun(tx, runId, planned);
    await recordRunEvent(tx, 'reopened', { runId, actor, at: now, detail });
    return { ...run, ...planned };
  });
}
