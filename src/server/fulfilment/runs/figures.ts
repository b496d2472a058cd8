import { sql } from 'drizzle-orm';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Sample } from '../../platform/metrics/definitions.ts';
import { mailingBatches, mailingRuns } from '../schema.ts';

interface LetterRow {
  readonly due: number;
  readonly printed: number;
  readonly handedOver: number;
  readonly late: number;
}

/**
 * Counts runs and batches, since there are few of them. A planned letter that waits for no payment is due until it is
 * in a batch.
 */
export async function measureLetters(tx: Transaction, now: Date): Promise<Sample[]> {
  const { rows } = await tx.execute<LetterRow & Record<string, unknown>>(sql`
    with printed as (
      select run_id, sum(last_number - first_number + 1) as pieces,
        coalesce(sum(last_number - first_number + 1) filter (where handed_over_at is not null), 0) as handed_over
      from ${mailingBatches} group by run_id
    ), runs as (
      select r.hand_over_on, r.state = 'handed_over' as is_over, coalesce(b.pieces, 0) as pieces,
        coalesce((r.final_counts ->> 'handed_over')::int, b.handed_over, 0) as handed_over,
        (select coalesce(sum(value::int), 0) from jsonb_each_text(coalesce(r.plan -> 'due', '{}')))
          - coalesce((r.plan ->> 'waiting')::int, 0) as due
      from ${mailingRuns} r left join printed b on b.run_id = r.id
    )
    select
      coalesce(sum(greatest(due - pieces, 0)) filter (where not is_over), 0)::float8 as due,
      coalesce(sum(pieces - handed_over) filter (where not is_over), 0)::float8 as printed,
      coalesce(sum(handed_over), 0)::float8 as "handedOver",
      count(*) filter (where not is_over and hand_over_on < ${newYorkDate(now)}::date)::int as late
    from runs`);
  const { due = 0, printed = 0, handedOver = 0, late = 0 } = rows[0] ?? {};
  return [
    { gauge: 'letters', labels: { state: 'due' }, value: due },
    { gauge: 'letters', labels: { state: 'printed' }, value: printed },
    { gauge: 'letters', labels: { state: 'handed_over' }, value: handedOver },
    { gauge: 'runs_late', value: late },
  ];
}
