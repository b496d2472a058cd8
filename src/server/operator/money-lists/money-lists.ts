import { and, desc, eq, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import {
  type CancellationQuery,
  listCancellations,
  listPayments,
  listRefunds,
  type PaymentQuery,
  type RefundQuery,
} from '../../../contract/operator/money-lists.ts';
import { MOST_COUNTED } from '../../../contract/operator/constants.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { refunds } from '../../commerce/billing-schema.ts';
import { cancelKind, cancelledAt } from '../../commerce/indexed-expressions.ts';
import { cancelReasons, invoices, subscriptions } from '../../commerce/schema.ts';
import { chargedHere, invoicedHere } from '../../commerce/subscriptions/charged-here.ts';
import { userProfiles } from '../../customers/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { operatorLog } from '../../platform/schema.ts';
import { present } from '../../platform/http/present.ts';
import { countSome } from '../calls/count-some.ts';
import { isBetween } from '../calls/days.ts';
import { customersNamed } from '../calls/searched-customers.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { type Cursor, decodeCursor, encodeCursor, isOlder, pageOf, QUERY_LIMIT } from '../calls/paging.ts';
import { SUBSCRIPTION_LINE, wordOn } from '../subscriptions/list-queries.ts';

const s = subscriptions;
const STRIPE_ID = /^[\w-]+$/;

const payment = listPayments.reply.shape.items.def.element;
const refund = listRefunds.reply.shape.items.def.element;
const cancellation = listCancellations.reply.shape.items.def.element;

export const moneyListHandlers = {
  async listPayments({ ctx: { db }, query: { after, ...filter } }) {
    return pageOf(
      await readPayments(db, filter, decodeCursor(after, STRIPE_ID)),
      (row) => present(payment, row),
      ({ createdAt: at, id }) => encodeCursor({ at, id }),
    );
  },

  async countPayments({ ctx: { db }, query: { after: _after, ...filter } }) {
    const { count, cents: paidCents } = await sumUpTo(
      db,
      sql`select ${invoices.amountPaidCents} as cents from ${invoices} where ${isPaymentAsked(filter)}`,
    );
    return { count, paidCents };
  },

  async countRefunds({ ctx: { db }, query: { after: _after, ...filter } }) {
    const { count, cents: amountCents } = await sumUpTo(
      db,
      sql`select ${refunds.amountCents} as cents from ${refunds} where ${isRefundAsked(filter) ?? sql`true`}`,
    );
    return { count, amountCents };
  },

  async listRefunds({ ctx: { db }, query: { after, ...filter } }) {
    return pageOf(
      await readRefunds(db, filter, decodeCursor(after, STRIPE_ID)),
      (row) => present(refund, row),
      ({ createdAt: at, id }) => encodeCursor({ at, id }),
    );
  },

  async countCancellations({ ctx: { db }, query: { after: _after, ...filter } }) {
    const some = sql`${s} left join ${cancelReasons} on ${cancelReasons.subscriptionId} = ${s.id}`;
    return { count: await countSome(db, some, isCancelledAs(filter)) };
  },

  async listCancellations({ ctx: { db, clock }, query: { after, ...filter } }) {
    return pageOf(
      await readCancellations(db, filter, decodeCursor(after), newYorkDate(clock.now())),
      (row) => present(cancellation, row),
      ({ cancelledAt: at, id }) => encodeCursor({ at, id }),
    );
  },
} satisfies Partial<OperatorHandlers>;

const { id: subscriptionId, subscriberId, name, email } = SUBSCRIPTION_LINE;
const CUSTOMER = { subscriptionId, subscriberId, name, email };

/** The sum is null if there are more rows than are counted. */
async function sumUpTo(db: Db, amounts: SQL): Promise<{ count: number; cents: number | null }> {
  const { rows } = await db.execute<{ count: number; cents: number }>(sql`
    select count(*)::int as count, coalesce(sum(cents), 0)::float8 as cents
    from (${amounts} limit ${MOST_COUNTED + 1}) amounts`);
  const [{ count, cents } = { count: 0, cents: 0 }] = rows;
  return { count, cents: count > MOST_COUNTED ? null : cents };
}

const refundedCents = sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from ${refunds} r
  where r.stripe_invoice_id = ${invoices.stripeInvoiceId} and r.status in ('succeeded', 'pending'))`;

const refundedInvoices = sql`select r.stripe_invoice_id from ${refunds} r
  where r.status in ('succeeded', 'pending') and r.amount_cents > 0`;

function isPaymentAsked({ q, status, refunded, failed, ...days }: Omit<PaymentQuery, 'after'>): SQL | undefined {
  return and(
    invoicedHere(invoices),
    q ? sql`${invoices.stripeInvoiceId} in (${invoicesNamed(q)})` : undefined,
    status && eq(invoices.status, status),
    refunded ? sql`${invoices.stripeInvoiceId} = any(array(${refundedInvoices}))` : undefined,
    failed ? isNotNull(invoices.failedAt) : undefined,
    isBetween(invoices.createdAt, days),
  );
}

function invoicesNamed(q: string): SQL {
  return sql`select n.stripe_invoice_id from ${invoices} n where lower(n.number) = lower(${q})
    union all select o.stripe_invoice_id from ${invoices} o join ${s} b on b.id = o.subscription_id
      where b.user_id in ${customersNamed(q)}`;
}

function isRefundAsked({ q, status, ...days }: Omit<RefundQuery, 'after'>): SQL | undefined {
  const theirs = q && sql`select b.id from ${s} b where b.user_id in ${customersNamed(q)}`;
  return and(
    theirs ? sql`${refunds.subscriptionId} in (${theirs})` : undefined,
    status && eq(refunds.status, status),
    isBetween(refunds.createdAt, days),
  );
}

async function readPayments(db: Db, filter: Omit<PaymentQuery, 'after'>, after: Cursor | null) {
  const { createdAt, stripeInvoiceId: id, status, failedAt } = invoices;
  return await db
    .select({
      ...CUSTOMER,
      id,
      number: invoices.number,
      status,
      totalCents: invoices.totalCents,
      amountPaidCents: invoices.amountPaidCents,
      refundedCents,
      createdAt,
      paidAt: invoices.paidAt,
      failedAt,
    })
    .from(invoices)
    .innerJoin(s, eq(s.id, invoices.subscriptionId))
    .innerJoin(userProfiles, eq(userProfiles.id, s.userId))
    .where(and(isPaymentAsked(filter), isOlder(createdAt, id, after)))
    .orderBy(desc(createdAt), desc(id))
    .limit(QUERY_LIMIT);
}

async function readRefunds(db: Db, filter: Omit<RefundQuery, 'after'>, after: Cursor | null) {
  const { createdAt, stripeRefundId: id, status, amountCents, stripeInvoiceId: invoiceId } = refunds;
  return await db
    .select({ ...CUSTOMER, id, invoiceId, invoiceNumber: invoices.number, amountCents, status, createdAt })
    .from(refunds)
    .innerJoin(invoices, eq(invoices.stripeInvoiceId, invoiceId))
    .innerJoin(s, eq(s.id, refunds.subscriptionId))
    .innerJoin(userProfiles, eq(userProfiles.id, s.userId))
    .where(and(isRefundAsked(filter), isOlder(createdAt, id, after)))
    .orderBy(desc(createdAt), desc(id))
    .limit(QUERY_LIMIT);
}

const kind = cancelKind(s);

function isCancelledAs({ kind: how, plan, why, ...days }: Omit<CancellationQuery, 'after'>): SQL | undefined {
  return and(
    eq(s.status, 'cancelled'),
    // An import makes monthly subscriptions cancelled; only a later cancellation asks for a refund.
    or(chargedHere(s), isNotNull(s.refundRequestedAt)),
    plan && eq(s.planType, plan),
    how ? sql`${kind} = ${how}` : undefined,
    why && eq(cancelReasons.reason, why),
    isBetween(cancelledAt(s), days),
  );
}

/** Older entries don't have the cancellation's time. They may be up to a minute older than the cancellation. */
const IS_ENDING = sql`case when ${s.refundRequestedAt} is not null then ${operatorLog.action} in ('cancel_now', 'refund')
  else ${operatorLog.action} = 'cancel' and coalesce(
    (${operatorLog.detail} ->> 'cancelRequestedAt')::timestamptz = ${s.cancelRequestedAt},
    ${operatorLog.createdAt} >= ${s.cancelRequestedAt} - interval '1 minute') end`;

function operatorsEnding(db: Db) {
  return db
    .select({ operator: operatorLog.operator, note: sql<string | null>`${operatorLog.detail} ->> 'note'`.as('note') })
    .from(operatorLog)
    .where(and(eq(operatorLog.subscriptionId, s.id), IS_ENDING))
    .orderBy(desc(operatorLog.createdAt))
    .limit(1)
    .as('ending');
}

async function readCancellations(
  db: Db,
  filter: Omit<CancellationQuery, 'after'>,
  after: Cursor | null,
  today: CalendarDate,
) {
  const at = cancelledAt(s);
  const ending = operatorsEnding(db);
  return await db
    .select({
      ...SUBSCRIPTION_LINE,
      status: wordOn(today),
      kind,
      isImported: sql<boolean>`${not(chargedHere(s))}`,
      reason: cancelReasons.reason,
      comment: sql<string | null>`coalesce(${cancelReasons.comment}, ${ending.note})`,
      operator: ending.operator,
      cancelledAt: sql<Date>`${at}`.mapWith(s.updatedAt),
    })
    .from(s)
    .innerJoin(userProfiles, eq(userProfiles.id, s.userId))
    .leftJoin(cancelReasons, eq(cancelReasons.subscriptionId, s.id))
    .leftJoinLateral(ending, sql`true`)
    .where(and(isCancelledAs(filter), isOlder(at, s.id, after)))
    .orderBy(sql`${at} desc`, desc(s.id))
    .limit(QUERY_LIMIT);
}
