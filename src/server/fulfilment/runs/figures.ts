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

/** By runs and batches, which are few: a run's plan says what is due until its batches say what is printed. */
export async function measureLetters(tx: Transaction, now: Date): Promise<Sample[]> {
  const { rows } = await tx.execute<LetterRow & Record<string, unknown>>(sql`
    with printed as (
      select run_id, sum(last_number - first_number + 1) as pieces,
        coalesce(sum(last_number - first_number + 1) filter (where handed_over_at is not null), 0) as handed_over
      from ${mailingBatches} group by run_id
    ), planned as (
      select r.id, r.state, r.hand_over_on,
        (select coalesce(sum(value::int), 0) from jsonb_each_text(coalesce(r.plan -> 'due', '{}'))) as due
      from ${mailingRuns} r
    )
    select
      coalesce(sum(greatest(p.due - coalesce(b.pieces, 0), 0)) filter (where p.state <> 'handed_over'), 0)::float8 as due,
      coalesce(sum(b.pieces - b.handed_over), 0)::float8 as printed,
      coalesce(sum(b.handed_over), 0)::float8 as "handedOver",
      count(*) filter (where p.state <> 'handed_over' and p.hand_over_on < ${newYorkDate(now)}::date)::int as late
    from planned p left join printed b on b.run_id = p.id`);
  const { due = 0, printed = 0, handedOver = 0, late = 0 } = rows[0] ?? {};
  return [
    { gauge: 'letters', labels: { state: 'due' }, value: due },
    { gauge: 'letters', labels: { state: 'printed' }, value: printed },
    { gauge: 'letters', labels: { state: 'handed_over' }, value: handedOver },
    { gauge: 'runs_late', value: late },
  ];
}
