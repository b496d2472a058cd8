import { sql } from 'drizzle-orm';
import type { Exclusion } from '../../../domain/run-exclusions.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Run } from '../runs/runs.ts';
import { runDecisions } from './due.sql.ts';

export interface LeftOut extends Record<string, unknown> {
  readonly subscriptionId: string;
  readonly letter: number;
  readonly reason: Exclusion;
}

interface Wanted {
  readonly reason: Exclusion | undefined;
  /** The subscription after which the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
  readonly now: Date;
}

/** Subscriptions are checked in steps, so that a page never has to wait for a million of them (rules/operators 13). */
const STEP = 5_000;
const STEPS_OF_A_PAGE = 10;

/**
 * Subscriptions without a piece in an open run, by id. `next` is where the next page begins.
 * @throws ApiError wrong_state once the run is handed over
 */
export async function listLeftOut(
  db: Db,
  run: Run,
  wanted: Wanted,
): Promise<{ rows: readonly LeftOut[]; next: string | null }> {
  if (run.state === 'handed_over') {
    throw new ApiError('wrong_state', 'This run is with the post. Who was left out is known while a run is open.');
  }
  const rows: LeftOut[] = [];
  let place = wanted.after;
  for (let step = 0; step < STEPS_OF_A_PAGE; step++) {
    const end = await endOfStep(db, place);
    rows.push(...(await decideStep(db, run, { ...wanted, after: place, limit: wanted.limit + 1 - rows.length })));
    if (rows.length > wanted.limit) {
      const page = rows.slice(0, wanted.limit);
      return { rows: page, next: page.at(-1)?.subscriptionId ?? null };
    }
    if (end === null) return { rows, next: null };
    place = end;
  }
  return { rows, next: place };
}

const idsOfStep = (after: string | null) => sql`
  select id from subscriptions
  where status <> 'completed' ${after === null ? sql`` : sql`and id > ${after}`} order by id limit ${STEP}`;

/** Null for the last step. */
async function endOfStep(db: Db, after: string | null): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from (${idsOfStep(after)}) step offset ${STEP - 1}`);
  return rows[0]?.id ?? null;
}

async function decideStep(db: Db, run: Run, { reason, after, limit, now }: Wanted): Promise<LeftOut[]> {
  const decisions = runDecisions(run.kind, sql`${run.nominalOn}::date`, now, sql`select id from step`);
  const { rows } = await db.execute<LeftOut>(sql`
    with step as materialized (${idsOfStep(after)})
    select d.subscription_id as "subscriptionId", d.letter, d.reason from (${decisions}) d
    where d.kind = 'excluded' ${reason === undefined ? sql`` : sql`and d.reason = ${reason}`}
      and not exists (
        select 1 from mailing_pieces p where p.subscription_id = d.subscription_id and p.run_id = ${run.id})
    order by d.subscription_id limit ${limit}`);
  return rows;
}
