import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { type CalendarDate, isCalendarDate, newYorkDate } from '../../domain/calendar-date.ts';
import { isUnseen } from '../../domain/sightings.ts';
import { runSightings } from '../fulfilment/scans-schema.ts';
import { mailingRuns } from '../fulfilment/schema.ts';
import type { Db } from '../platform/db/database.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { invalidCursor, matchCursor, pageOf, QUERY_LIMIT } from './calls/paging.ts';
import { presentRuns } from './runs/present-run.ts';

export const sightingHandlers = {
  async listSightings({ ctx: { db, clock }, query: { after } }) {
    const today = newYorkDate(clock.now());
    const rows = await listRunSightings(db, decodeCursor(after));
    const { items, next } = pageOf(
      rows,
      (row) => row,
      ({ run }) => `${run.nominalOn}_${run.kind}`,
    );
    const runs = await presentRuns(
      db,
      items.map(({ run }) => run),
    );
    return {
      items: items.flatMap(({ run, pieces, seen, lookedAt }, index) => {
        const shown = runs[index];
        if (shown === undefined) return [];
        const unseen = isUnseen({ pieces, seen, handedOverOn: run.handOverOn }, today);
        return [{ run: shown, pieces, seen, unseen, lookedAt: lookedAt.toISOString() }];
      }),
      next,
    };
  },
} satisfies Partial<OperatorHandlers>;

type Place = readonly [nominalOn: CalendarDate, kind: string];

async function listRunSightings(db: Db, after: Place | null) {
  const { nominalOn, kind } = mailingRuns;
  const { pieces, seen, lookedAt } = getTableColumns(runSightings);
  return await db
    .select({ run: mailingRuns, pieces, seen, lookedAt })
    .from(runSightings)
    .innerJoin(mailingRuns, eq(mailingRuns.id, runSightings.runId))
    .where(after === null ? undefined : sql`(${nominalOn}, ${kind}) < (${after[0]}::date, ${after[1]})`)
    .orderBy(desc(nominalOn), desc(kind))
    .limit(QUERY_LIMIT);
}

/** @throws ApiError validation_failed */
function decodeCursor(cursor: string | undefined): Place | null {
  const [, nominalOn = '', kind = ''] = matchCursor(cursor, /^(\d{4}-\d\d-\d\d)_(friday|first_letter)$/) ?? [];
  if (cursor === undefined) return null;
  if (!isCalendarDate(nominalOn)) throw invalidCursor();
  return [nominalOn, kind];
}
