import { type SQL, sql } from 'drizzle-orm';
import type { Exclusion } from '../../../domain/mailing-decision.ts';
import { DAYS_AFTER_FIRST_LETTER } from '../../../domain/mailing-calendar.ts';
import { PLANS } from '../../../domain/plans.ts';
import { LETTERS_PER_MONTH, LETTERS_PER_SEASON, MONTHS_PER_SEASON } from '../../../domain/season.ts';
import type { Run } from '../runs/runs.ts';

// `domain/mailing-decision` once more, for a million subscriptions in one statement; decisions.test.ts holds the two together.

/**
 * A query of (subscription_id, letter, attempt, kind, reason): for every subscription whose season is not over, what a run that is
 * not frozen yet has for it. Holds count as they stood just before `asOf`.
 */
export function runDecisions(run: Run, asOf: Date): SQL {
  return run.kind === 'friday' ? fridayDecisions(run, asOf) : firstLetterDecisions(run, asOf);
}

function fridayDecisions({ nominalOn }: Run, asOf: Date): SQL {
  const friday = sql`${nominalOn}::date`;
  return sql`
    select f.subscription_id, f.letter::smallint as letter, 1::smallint as attempt, ${kindOf(sql`d.reason`)} as kind, d.reason
    from (
      select s.id as subscription_id, s.status, coalesce(last.letter, 0) + 1 as letter,
        s.refund_requested_at, s.dispute_held_at, ${MONTHS_PAID} as months_paid,
        (s.service_start + ${MONTHS_PAID} * interval '1 month')::date as service_through,
        last.letter as last_letter, last.nominal_on as last_nominal_on, last.posted as last_posted, held.from_letter as held_from
      from subscriptions s
      left join (${paidInvoices}) paid on paid.subscription_id = s.id
      left join (${openHolds(nominalOn, asOf)}) held on held.subscription_id = s.id
      left join lateral (${newestPiece}) last on true
      where s.status <> 'completed'
    ) f
    cross join lateral (select case
      when f.refund_requested_at is not null then ${reason('refunded')}
      when f.last_letter = ${LETTERS_PER_SEASON} and f.last_posted then ${reason('season_complete')}
      when f.dispute_held_at is not null then ${reason('disputed')}
      when f.last_letter is null or (f.last_letter = 1 and not f.last_posted) then ${reason('first_letter_not_handed_over')}
      -- Of a later letter the rule of the week has been seen to: it went out after it.
      when f.last_letter = 1 and f.last_nominal_on + ${DAYS_AFTER_FIRST_LETTER}::int > ${friday} then ${reason('first_letter_too_recent')}
      when not f.last_posted then ${reason('earlier_letter_not_handed_over')}
      when f.last_nominal_on >= ${friday} then ${reason('mailed_that_day')}
      when f.held_from <= f.letter then ${reason('on_hold')}
      when ${friday} < f.service_through or f.letter <= ${LETTERS_PER_MONTH}::int * f.months_paid then null
      when f.status in ('active', 'past_due') and f.months_paid < ${MONTHS_PER_SEASON}::int then 'waiting'
      else ${reason('not_paid')}
    end as reason) d`;
}

/** Whoever has letter 1, or waits for it in another run, is not asked about: on most days that is nearly everybody. */
function firstLetterDecisions({ nominalOn }: Run, asOf: Date): SQL {
  return sql`
    select f.subscription_id, 1::smallint as letter, 1::smallint as attempt, ${kindOf(sql`d.reason`)} as kind, d.reason
    from (
      select s.id as subscription_id, s.service_start, s.refund_requested_at, s.dispute_held_at,
        ${MONTHS_PAID} as months_paid, held.from_letter as held_from
      from subscriptions s
      left join (${paidInvoices}) paid on paid.subscription_id = s.id
      left join (${openHolds(nominalOn, asOf)}) held on held.subscription_id = s.id
      where s.status <> 'completed' and not exists (
        select 1 from mailing_pieces p where p.subscription_id = s.id and p.letter = 1 and p.attempt = 1
      )
    ) f
    cross join lateral (select case
      when f.refund_requested_at is not null then ${reason('refunded')}
      when f.dispute_held_at is not null then ${reason('disputed')}
      when f.service_start >= ${nominalOn}::date then ${reason('starts_later')}
      when f.months_paid = 0 then ${reason('not_paid')}
      when f.held_from <= 1 then ${reason('on_hold')}
    end as reason) d`;
}

function kindOf(reasonColumn: SQL): SQL {
  return sql`case when ${reasonColumn} is null then 'due' when ${reasonColumn} = 'waiting' then 'waiting' else 'excluded' end`;
}

/** A literal that the compiler knows to be one of the domain's reasons. */
function reason(name: Exclusion): SQL {
  return sql.raw(`'${name}'`);
}

const MONTHS_PAID = sql.raw(
  `coalesce(paid.invoices, 0) * case s.plan_type when 'annual' then ${PLANS.annual.monthsPerCharge} else ${PLANS.monthly.monthsPerCharge} end`,
);

/** Paid invoices count months, a zero-total one too (rules/money 24). */
const paidInvoices = sql`select subscription_id, count(*)::int as invoices from invoices where status = 'paid' group by subscription_id`;

/** A letter is held when any hold that reaches past that day begins at it or before it. */
function openHolds(nominalOn: string, asOf: Date): SQL {
  const at = asOf.toISOString();
  return sql`
    select subscription_id, min(from_letter) as from_letter from delivery_holds
    where resume_on > ${nominalOn}::date and created_at < ${at} and (lifted_at is null or lifted_at >= ${at})
    group by subscription_id`;
}

/**
 * The newest letter, in its first attempt: every one before it has been posted, or it would not be there. `+ 0` keeps the attempt out of
 * the index condition, where PostgreSQL 18 would prepare a skip scan for each subscription anew: 3.5 µs instead of 6.
 */
const newestPiece = sql`
  select p.letter, p.nominal_on, p.handed_over_on is not null as posted from mailing_pieces p
  where p.subscription_id = s.id and p.attempt + 0 = 1
  order by p.letter desc limit 1`;
