import { sql } from 'drizzle-orm';
import type { LetterCost } from '../../../contract/operator/figures.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import { readSettings } from '../../platform/shop-settings.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { monthsFrom, percent, readDeferred } from './money-months.ts';
import { firstMonth } from './months.ts';
import { type CostContext, figuresOf } from './stored-figures.ts';

export const letterCostHandlers = {
  async listLetterCosts({ ctx }) {
    return { items: (await figuresOf(ctx, 'letter-costs', countLetterCosts)).figures, next: null };
  },
} satisfies Partial<OperatorHandlers>;

export async function countLetterCosts({ db, clock, config }: CostContext): Promise<LetterCost[]> {
  const first = firstMonth(newYorkDate(clock.now()));
  const posted = await readPosted(db, first);
  const earned = await readDeferred(db, first);
  const settings = await readSettings(db, config);
  const printOfOne = settings.printCost === '' ? null : Math.round(100 * Number(settings.printCost));
  return posted.map(({ month, letters, postageCents }, index) => {
    const recognizedCents = earned[index]?.recognizedCents ?? 0;
    const printCents = printOfOne === null ? null : printOfOne * letters;
    const costCents = postageCents + (printCents ?? 0);
    const marginCents = recognizedCents - costCents;
    return {
      month,
      letters,
      postageCents,
      printCents,
      costPerLetterCents: letters === 0 ? null : Math.round(costCents / letters),
      recognizedCents,
      marginCents,
      marginPercent: percent(marginCents, recognizedCents),
    };
  });
}

interface Posted extends Record<string, unknown> {
  readonly month: string;
  readonly letters: number;
  readonly postageCents: number;
}

async function readPosted(db: Db, first: CalendarDate): Promise<Posted[]> {
  const { rows } = await db.execute<Posted>(sql`
    with ${monthsFrom(first)},
    stamped as (
      select date_trunc('month', (b.dispatched_postage ->> 'on')::date)::date as month, b.dispatched_cents as cents,
        (select sum((l ->> 'pieces')::int) from jsonb_array_elements(b.dispatched_postage -> 'lines') l
          where l ->> 'cents' is not null) as letters
      from mailing_batches b where b.dispatched_postage is not null)
    select m.month::text as month, coalesce(sum(s.letters), 0)::int as letters,
      coalesce(sum(s.cents), 0)::float8 as "postageCents"
    from months m left join stamped s on s.month = m.month group by m.month order by m.month`);
  return rows;
}
