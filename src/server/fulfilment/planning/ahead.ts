import { and, asc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { attendedFrom } from '../../../domain/mailing-calendar.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Run } from '../runs/runs.ts';
import { mailingRuns } from '../schema.ts';
import { runDecisions } from './due.sql.ts';

/**
 * Stores in `assumed_letters` the letters that open Friday runs before this run will mail.
 * @returns the day from which those count as mailed; undefined without such a run
 */
export async function assumeEarlierLetters(tx: Transaction, run: Run, asOf: Date): Promise<CalendarDate | undefined> {
  const from = attendedFrom('friday', newYorkDate(asOf));
  const earlier = run.kind === 'friday' ? await listOpenFridays(tx, from, run.nominalOn) : [];
  if (earlier.length === 0) return undefined;
  await tx.execute(
    sql`create temporary table assumed_letters (subscription_id uuid, letter smallint, nominal_on date) on commit drop`,
  );
  await tx.execute(sql`create index on assumed_letters (subscription_id, letter)`);
  for (const { state, nominalOn } of earlier) {
    if (state !== 'planned') continue;
    const day = sql`${nominalOn}::date`;
    await tx.execute(sql`
      insert into assumed_letters select d.subscription_id, d.letter, ${day}
      from (${runDecisions('friday', day, asOf, undefined, from)}) d where d.kind <> 'excluded'`);
    await tx.execute(sql`analyze assumed_letters`);
  }
  return from;
}

async function listOpenFridays(tx: Transaction, from: CalendarDate, before: CalendarDate) {
  const { kind, state, nominalOn } = mailingRuns;
  return await tx
    .select({ state, nominalOn })
    .from(mailingRuns)
    .where(and(eq(kind, 'friday'), ne(state, 'handed_over'), gte(nominalOn, from), lt(nominalOn, before)))
    .orderBy(asc(nominalOn));
}
