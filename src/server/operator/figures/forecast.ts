import { sql } from 'drizzle-orm';
import { ouncesOf } from '../../../../seasons/weight.ts';
import type { ForecastDay } from '../../../contract/operator/figures.ts';
import { addMonths, type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { type ForecastGroup, type ForecastLetters, forecastLetters } from '../../../domain/letter-forecast.ts';
import { DAYS_AFTER_FIRST_LETTER, nextMailingDays } from '../../../domain/mailing-calendar.ts';
import { postageFor } from '../../../domain/postage.ts';
import { LETTERS_PER_MONTH, LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { monthsPaidBySubscription } from '../../commerce/subscriptions/months-paid.ts';
import { readRatesOn } from '../../fulfilment/postage/rates.ts';
import { currentPaper } from '../../fulfilment/postage/run-postage.ts';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { type FigureContext, figuresOf } from './stored-figures.ts';

const MONTHS_AHEAD = 6;

export const forecastHandlers = {
  async listForecast({ ctx }) {
    return { items: (await figuresOf(ctx, 'forecast', countForecast)).figures, next: null };
  },
} satisfies Partial<OperatorHandlers>;

export async function countForecast({ db, clock }: FigureContext): Promise<ForecastDay[]> {
  const today = newYorkDate(clock.now());
  const until = addMonths(today, MONTHS_AHEAD);
  const days = nextMailingDays(today, LETTERS_PER_MONTH * (MONTHS_AHEAD + 1)).filter((day) => day < until);
  const groups = await readGroups(db, today);
  const frozen = await readFrozen(db, today);
  const onPile = frozen.flatMap((pile) => {
    const day = days.find((each) => each >= pile.on);
    return day === undefined ? [] : [{ ...pile, day }];
  });
  const all = [...forecastLetters(groups, days), ...onPile];
  const items: ForecastDay[] = [];
  for (const day of days) items.push(await forecastDay(db, day, all));
  return items;
}

async function forecastDay(db: Db, day: CalendarDate, all: readonly ForecastLetters[]) {
  const mailed = all
    .filter((letters) => letters.day === day)
    .map((letters) => ({ ...letters, ...currentPaper(letters) }));
  const sum = (of: (each: (typeof mailed)[number]) => number) =>
    mailed.reduce((total, each) => total + each.pieces * of(each), 0);
  const rates = await readRatesOn(db, day);
  const alike = mailed.map(({ country, sheets, isUneven, pieces }) => {
    return { country, ounces: ouncesOf({ sheets, cards: 0 }), isUneven, isGift: false, pieces };
  });
  const { lines, totalCents } = postageFor(alike, rates);
  return {
    mailingDay: day,
    letters: sum(() => 1),
    abroad: sum(({ country }) => (country === 'US' ? 0 : 1)),
    sheets: sum(({ sheets }) => sheets),
    postageCents: lines.every(({ cents }) => cents !== null) ? totalCents : null,
  };
}

/** Assumes that all renewals are paid. Holds that end in between aren't taken into account. */
async function readGroups(db: Db, today: CalendarDate): Promise<ForecastGroup[]> {
  const { rows } = await db.execute<ForecastGroup & Record<string, unknown>>(sql`
    with each as (
      select s.season_id, a.country, coalesce(newest.letter, 0) + 1 as next,
        case when s.status = 'cancelled' then least(${LETTERS_PER_SEASON}::int, ${LETTERS_PER_MONTH}::int * coalesce(paid.months, 0))
          else ${LETTERS_PER_SEASON}::int end as last,
        greatest(${today}::date, case when newest.letter is null then s.service_start
          when newest.letter = 1 then newest.nominal_on + ${DAYS_AFTER_FIRST_LETTER}::int
          else newest.nominal_on + 1 end) as from_day
      from subscriptions s
      join shipping_addresses a on a.id = s.shipping_address_id
      left join (${monthsPaidBySubscription(sql``)}) paid on paid.subscription_id = s.id
      left join lateral (
        select p.letter, p.nominal_on from mailing_pieces p
        where p.subscription_id = s.id and p.attempt + 0 = 1 order by p.letter desc limit 1) newest on true
      where s.status <> 'completed' and s.refund_requested_at is null and s.dispute_held_at is null)
    select season_id as "seasonId", country, next as "nextLetter", last as "lastLetter", from_day::text as "from",
      count(*)::int as subscriptions
    from each where next <= last group by 1, 2, 3, 4, 5`);
  return rows;
}

interface Frozen extends Omit<ForecastLetters, 'day'>, Record<string, unknown> {
  readonly on: string;
}

/** Letters in an open run. */
async function readFrozen(db: Db, today: CalendarDate): Promise<Frozen[]> {
  const { rows } = await db.execute<Frozen>(sql`
    select s.season_id as "seasonId", coalesce(p.country, 'US') as country, p.letter,
      greatest(p.nominal_on, ${today}::date)::text as "on", count(*)::int as pieces
    from mailing_pieces p join subscriptions s on s.id = p.subscription_id
    join mailing_runs r on r.id = p.run_id and r.state <> 'handed_over'
    where p.state = 'frozen' group by 1, 2, 3, 4`);
  return rows;
}
