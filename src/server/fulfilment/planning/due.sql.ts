import { type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { DAYS_AFTER_FIRST_LETTER } from '../../../domain/mailing-calendar.ts';
import type { Exclusion } from '../../../domain/run-exclusions.ts';
import { LETTERS_PER_MONTH, LETTERS_PER_SEASON, MONTHS_PER_SEASON } from '../../../domain/season.ts';
import { monthsPaidBySubscription } from '../../commerce/subscriptions/months-paid.ts';
import type { RunKind } from '../runs/runs.ts';
import { heldFrom } from './held.sql.ts';

/**
 * Columns subscription_id, letter, attempt, reason and kind, for each subscription whose season isn't over. Must agree
 * with test/models/run-decision.
 * @param asOf uses holds as they were just before it
 * @param among a query of subscription ids; by default all
 * @param ahead from that day on, letters in open runs and in `assumed_letters` count as mailed
 */
export function runDecisions(kind: RunKind, day: SQL, asOf: Date, among?: SQL, ahead?: CalendarDate): SQL {
  const facts = kind === 'friday' ? fridayFacts(day, asOf, among, ahead) : firstLetterFacts(day, asOf, among);
  const reason = kind === 'friday' ? fridayReason(day) : firstLetterReason(day);
  return sql`
    select f.subscription_id, f.letter::smallint as letter, 1::smallint as attempt, d.reason,
      case when d.reason is null then 'due' when d.reason = 'waiting' then 'waiting' else 'excluded' end as kind
    from (${facts}) f cross join lateral (select ${reason} as reason) d`;
}

function fridayFacts(day: SQL, asOf: Date, among: SQL | undefined, ahead: CalendarDate | undefined): SQL {
  return sql`
    select s.id as subscription_id, s.status, s.service_start, coalesce(last.letter, 0) + 1 as letter,
      s.refund_requested_at, s.dispute_held_at, coalesce(paid.months, 0) as months_paid,
      last.letter as last_letter, last.nominal_on as last_nominal_on, last.posted as last_posted, held.from_letter as held_from
    from subscriptions s
    left join (${monthsPaidBySubscription(isAmong(sql`subscription_id`, among))}) paid on paid.subscription_id = s.id
    left join (${heldFrom(day, asOf)}) held on held.subscription_id = s.id
    left join lateral (${ahead === undefined ? newestPiece : newestAhead(ahead)}) last on true
    where s.status <> 'completed' ${isAmong(sql`s.id`, among)}`;
}

function fridayReason(day: SQL): SQL {
  return sql`case
    when f.refund_requested_at is not null then ${reason('refunded')}
    when f.last_letter = ${LETTERS_PER_SEASON} and f.last_posted then ${reason('season_complete')}
    when f.dispute_held_at is not null then ${reason('disputed')}
    when f.last_letter is null or (f.last_letter = 1 and not f.last_posted) then ${reason('first_letter_not_handed_over')}
    when f.last_letter = 1 and f.last_nominal_on + ${DAYS_AFTER_FIRST_LETTER}::int > ${day} then ${reason('first_letter_too_recent')}
    when not f.last_posted then ${reason('earlier_letter_not_handed_over')}
    when f.last_nominal_on >= ${day} then ${reason('mailed_that_day')}
    when f.held_from <= f.letter then ${reason('on_hold')}
    when ${isPaid(day)} then null
    when f.status in ('active', 'past_due') and f.months_paid < ${MONTHS_PER_SEASON}::int then 'waiting'
    else ${reason('not_paid')}
  end`;
}

export function isPaid(day: SQL): SQL {
  return sql`(${day} < (service_start + months_paid * interval '1 month')::date or letter <= ${LETTERS_PER_MONTH}::int * months_paid)`;
}

function firstLetterFacts(day: SQL, asOf: Date, among: SQL | undefined): SQL {
  return sql`
    select s.id as subscription_id, 1 as letter, s.service_start, s.refund_requested_at, s.dispute_held_at,
      coalesce(paid.months, 0) as months_paid, held.from_letter as held_from
    from subscriptions s
    left join (${monthsPaidBySubscription(isAmong(sql`subscription_id`, among))}) paid on paid.subscription_id = s.id
    left join (${heldFrom(day, asOf)}) held on held.subscription_id = s.id
    where s.status <> 'completed' ${isAmong(sql`s.id`, among)} and not exists (
      select 1 from mailing_pieces p where p.subscription_id = s.id and p.letter = 1 and p.attempt = 1
    )`;
}

function firstLetterReason(day: SQL): SQL {
  return sql`case
    when f.refund_requested_at is not null then ${reason('refunded')}
    when f.dispute_held_at is not null then ${reason('disputed')}
    when f.service_start >= ${day} then ${reason('starts_later')}
    when f.months_paid = 0 then ${reason('not_paid')}
    when f.held_from <= 1 then ${reason('on_hold')}
  end`;
}

function reason(name: Exclusion): SQL {
  return sql.raw(`'${name}'`);
}

function isAmong(id: SQL, among: SQL | undefined): SQL {
  return among === undefined ? sql`` : sql`and ${id} in (${among})`;
}

/**
 * Letters are mailed in order, so all letters before the newest were mailed. `+ 0` avoids a skip scan (decision 064).
 */
const newestPiece = sql`
  select p.letter, p.nominal_on, p.handed_over_on is not null as posted from mailing_pieces p
  where p.subscription_id = s.id and p.attempt + 0 = 1
  order by p.letter desc limit 1`;

function newestAhead(from: CalendarDate): SQL {
  return sql`
    select n.letter, n.nominal_on, n.posted from (
      (select p.letter, p.nominal_on, p.handed_over_on is not null
          or (p.letter > 1 and p.state in ('waiting', 'frozen') and p.nominal_on >= ${from}) as posted
        from mailing_pieces p where p.subscription_id = s.id and p.attempt + 0 = 1 order by p.letter desc limit 1)
      union all
      (select a.letter, a.nominal_on, true from assumed_letters a
        where a.subscription_id = s.id order by a.letter desc limit 1)
    ) n order by n.letter desc limit 1`;
}
