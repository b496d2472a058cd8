import { type SQL, sql } from 'drizzle-orm';
import type { MoneyMonth } from '../../../contract/operator/figures.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { CHURN_KIND } from './churn.ts';
import { firstMonth, monthOf } from './months.ts';
import { type FigureContext, figuresOf } from './stored-figures.ts';
import { moneyReturned } from '../../commerce/money-returned.sql.ts';
import { paidInvoices } from '../../commerce/paid-invoices.sql.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { boughtHere, chargedHere } from '../../commerce/subscriptions/charged-here.ts';

const LETTERS_A_MONTH = LETTERS_PER_SEASON / 12;

export const moneyMonthHandlers = {
  async listMoneyMonths({ ctx }) {
    const { figures } = await figuresOf(ctx, 'months', countMoneyMonths);
    const items = figures.map(({ imported = 0, importedCents = 0, ...month }: StoredMonth) => {
      return { ...month, imported, importedCents };
    });
    return { items, next: null };
  },
} satisfies Partial<OperatorHandlers>;

type Imports = 'imported' | 'importedCents';
/** Months that an earlier version stored have no imports. */
type StoredMonth = Omit<MoneyMonth, Imports> & Partial<Pick<MoneyMonth, Imports>>;

type Recurring = Omit<MoneyMonth, 'subscriberChurnPercent' | 'revenueChurnPercent' | 'giftsPercent' | OfLetters> & {
  readonly activeBefore: number;
  readonly mrrBeforeCents: number;
  readonly giftsActive: number;
};
type OfLetters = 'recognizedCents' | 'deferredCents';

export async function countMoneyMonths({ db, clock }: FigureContext): Promise<MoneyMonth[]> {
  const first = firstMonth(newYorkDate(clock.now()));
  const recurring = await readRecurring(db, first);
  const letters = await readDeferred(db, first);
  return recurring.map(({ activeBefore, mrrBeforeCents, giftsActive, ...month }, index) => ({
    ...month,
    subscriberChurnPercent: percent(month.asked + month.paymentFailed + month.refunded, activeBefore),
    revenueChurnPercent: percent(month.askedCents + month.paymentFailedCents + month.refundedCents, mrrBeforeCents),
    giftsPercent: percent(giftsActive, month.active),
    recognizedCents: letters[index]?.recognizedCents ?? 0,
    deferredCents: letters[index]?.deferredCents ?? 0,
  }));
}

/** With one decimal; null if the whole is zero. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10;
}

export function monthsFrom(first: CalendarDate): SQL {
  return sql`months as (
    select generate_series(${first}::date, ${first}::date + interval '11 months', interval '1 month')::date as month)`;
}

/** A subscription counts until it ends, with the monthly price of its first paid invoice before discounts. */
async function readRecurring(db: Db, first: CalendarDate): Promise<Recurring[]> {
  const { rows } = await db.execute<Recurring & Record<string, unknown>>(sql`
    with ${monthsFrom(first)},
    prices as (
      select distinct on (subscription_id) subscription_id,
        coalesce(round(subtotal_cents::numeric / nullif(months_billed, 0)), 0) as cents
      from ${paidInvoices} invoices order by subscription_id, created_at, stripe_invoice_id),
    flows as (
      select ${monthOf(sql`created_at`)} as month,
        case when ${boughtHere(subscriptions)} then 'new' else 'imported' end as kind,
        count(*) as number, sum(coalesce(cents, 0)) as cents, count(gift_id) as gifts
      from subscriptions left join prices on subscription_id = id where ${chargedHere(subscriptions)} group by 1, 2
      union all
      select ${monthOf(sql`ended_at`)}, case when status = 'completed' then 'completed' else ${CHURN_KIND} end,
        -count(*), -sum(coalesce(cents, 0)), -count(gift_id)
      from subscriptions left join prices on subscription_id = id
      where status in ('cancelled', 'completed') and ended_at is not null and ${chargedHere(subscriptions)}
      group by 1, 2)
    select m.month::text as month, ${total(sql`f.cents`, sql`true`)} as "mrrCents",
      ${total(sql`f.number`, sql`true`)} as active, ${total(sql`f.gifts`, sql`true`)} as "giftsActive",
      ${total(sql`f.number`, sql`f.month < m.month`)} as "activeBefore",
      ${total(sql`f.cents`, sql`f.month < m.month`)} as "mrrBeforeCents",
      ${total(sql`f.number`, ofKind('new'))} as "newSubscriptions", ${total(sql`f.cents`, ofKind('new'))} as "newCents",
      ${total(sql`f.number`, ofKind('imported'))} as imported, ${total(sql`f.cents`, ofKind('imported'))} as "importedCents",
      ${total(sql`-f.number`, ofKind('asked'))} as asked, ${total(sql`-f.cents`, ofKind('asked'))} as "askedCents",
      ${total(sql`-f.number`, ofKind('payment_failed'))} as "paymentFailed",
      ${total(sql`-f.cents`, ofKind('payment_failed'))} as "paymentFailedCents",
      ${total(sql`-f.number`, ofKind('refunded'))} as refunded,
      ${total(sql`-f.cents`, ofKind('refunded'))} as "refundedCents",
      ${total(sql`-f.number`, ofKind('completed'))} as completed,
      ${total(sql`-f.cents`, ofKind('completed'))} as "completedCents",
      ${total(sql`f.cents`, sql`f.month = m.month`)} as "netCents"
    from months m left join flows f on f.month <= m.month group by m.month order by m.month`);
  return rows;
}

// The driver returns a bigint as text. A float8 is exact for cents up to 2^53.
function total(column: SQL, which: SQL): SQL {
  return sql`coalesce(sum(${column}) filter (where ${which}), 0)::float8`;
}

function ofKind(kind: string): SQL {
  return sql`f.month = m.month and f.kind = ${kind}`;
}

/** Payments less refunds are earned letter by letter, and in full once a subscription has ended. */
export async function readDeferred(db: Db, first: CalendarDate): Promise<Pick<MoneyMonth, OfLetters>[]> {
  const { rows } = await db.execute<Pick<MoneyMonth, OfLetters> & Record<string, unknown>>(sql`
    with ${monthsFrom(first)},
    events as (
      select subscription_id, ${monthOf(sql`coalesce(paid_at, created_at)`)} as month, amount_paid_cents as cents,
        months_billed * ${LETTERS_A_MONTH}::int as letters, 0 as mailed, false as is_over
      from ${paidInvoices} invoices
      union all
      select subscription_id, ${monthOf(sql`at`)}, -amount_cents, 0, 0, false from ${moneyReturned} given_back
      union all
      select subscription_id, date_trunc('month', min(handed_over_on))::date, 0, 0, 1, false
      from mailing_pieces where handed_over_on is not null group by subscription_id, letter
      union all
      select id, ${monthOf(sql`least(refund_requested_at, dispute_lost_at)`)}, 0, 0, 0, true
      from subscriptions where refund_requested_at is not null or dispute_lost_at is not null),
    by_month as (
      select subscription_id, month, sum(cents) as cents, sum(letters) as letters, sum(mailed) as mailed,
        bool_or(is_over) as is_over
      from events group by 1, 2),
    running as (
      select subscription_id, month, cents, sum(cents) over so_far as paid, sum(letters) over so_far as letters,
        sum(mailed) over so_far as mailed, bool_or(is_over) over so_far as is_over
      from by_month window so_far as (partition by subscription_id order by month)),
    owed as (
      select subscription_id, month, cents, case when is_over or letters = 0 then 0
        else round(paid::numeric * greatest(letters - mailed, 0) / letters) end as owed
      from running),
    changes as (
      select month, cents, owed - lag(owed, 1, 0) over (partition by subscription_id order by month) as deferred
      from owed),
    sums as (select month, sum(cents) as cents, sum(deferred) as deferred from changes group by month)
    select coalesce(sum(s.cents - s.deferred) filter (where s.month = m.month), 0)::float8 as "recognizedCents",
      coalesce(sum(s.deferred), 0)::float8 as "deferredCents"
    from months m left join sums s on s.month <= m.month group by m.month order by m.month`);
  return rows;
}
