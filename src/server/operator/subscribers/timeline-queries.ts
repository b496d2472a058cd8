import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { TimelineEntry } from '../../../contract/operator/customer-history.ts';
import { disputes, paymentWarnings, refundRequests, refunds } from '../../commerce/billing-schema.ts';
import { isPaidInvoice } from '../../commerce/paid-invoices.sql.ts';
import { gifts, invoices, stripeSubscriptions, subscriptions } from '../../commerce/schema.ts';
import { stripeChanges } from '../../commerce/stripe-changes-schema.ts';
import { boughtHere, invoicedHere } from '../../commerce/subscriptions/charged-here.ts';
import { listSubscriptionIds } from '../../commerce/subscriptions/queries.ts';
import { userProfiles } from '../../customers/schema.ts';
import { mailedElsewhere } from '../../fulfilment/pieces/mailed-elsewhere.sql.ts';
import { mailingBatches, mailingEvents, mailingPieces } from '../../fulfilment/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { emailOutbox, emailSuppressions, operatorLog } from '../../platform/schema.ts';
import { suppressionAddress } from '../../platform/suppressions/suppressions.ts';
import { type Cursor, QUERY_LIMIT } from '../calls/paging.ts';
import { emailsOf } from './subscriber-queries.ts';

type Kind = TimelineEntry['kind'];

export type TimelineRow = {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly kind: Kind;
  readonly by: string;
  readonly subscriptionId: string | null;
  readonly stripeId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
};

interface Customer {
  readonly id: string;
  readonly email: string;
}

export async function readTimeline(db: Db, customer: Customer, after: Cursor | null): Promise<TimelineRow[]> {
  const own = await listSubscriptionIds(db, customer.id);
  const ids = sql`any(${`{${own.join(',')}}`}::uuid[])`;
  const isTheirs = await emailsOf(db, customer);
  const all = sql.join([...ofCustomer(customer, isTheirs), ...ofMoney(ids), ...ofLetters(ids)], sql` union all `);
  const isBefore =
    after === null ? sql`true` : sql`("at", "id") < (${after.at.toISOString()}::timestamptz, ${after.id})`;
  const { rows } = await db.execute<TimelineRow>(sql`
    select "id", (extract(epoch from "at") * 1000)::float8 as "at", "kind", "by", "subscriptionId", "stripeId", "detail"
    from (${all}) as entries where ${isBefore} order by "at" desc, "id" desc limit ${QUERY_LIMIT}`);
  return rows;
}

interface Entry {
  readonly kind: SQL | Kind;
  readonly prefix: string;
  readonly id: SQL;
  readonly at: SQL;
  readonly by: SQL | string;
  readonly subscription?: SQL;
  readonly stripe?: SQL;
  readonly detail?: SQL;
  readonly from: SQL;
}

function entries({ kind, prefix, id, at, by, from, ...more }: Entry): SQL {
  const { subscription = sql`null::uuid`, stripe = sql`null::text`, detail = sql`'{}'::jsonb` } = more;
  return sql`select ${prefix} || '-' || ${id}::text as "id", ${at} as "at", ${textOf(kind)} as "kind",
    ${textOf(by)} as "by", ${subscription} as "subscriptionId", ${stripe} as "stripeId", ${detail} as "detail" ${from}`;
}

function textOf(value: SQL | string): SQL {
  return typeof value === 'string' ? sql`${value}::text` : value;
}

function ofCustomer({ id, email }: Customer, isTheirs: SQL | undefined): SQL[] {
  const g = gifts;
  const l = operatorLog;
  return [
    entries({
      kind: 'signed_up',
      prefix: 'user',
      id: sql`${userProfiles.id}`,
      at: sql`${userProfiles.createdAt}`,
      by: 'customer',
      from: sql`from ${userProfiles} where ${userProfiles.id} = ${id}`,
    }),
    entries({
      kind: 'subscribed',
      prefix: 'bought',
      id: sql`${subscriptions.id}`,
      at: sql`${subscriptions.createdAt}`,
      by: sql`case when ${boughtHere(subscriptions)} then 'customer' else 'the shop' end`,
      subscription: sql`${subscriptions.id}`,
      detail: sql`jsonb_build_object('season', ${subscriptions.seasonName}, 'plan', ${subscriptions.planType},
        'recipient', ${g.recipientName}, 'imported', not ${boughtHere(subscriptions)})`,
      from: sql`from ${subscriptions} left join ${g} on ${g.id} = ${subscriptions.giftId} where ${subscriptions.userId} = ${id}`,
    }),
    entries({
      kind: 'claimed',
      prefix: 'claimed',
      id: sql`${g.id}`,
      at: sql`${g.claimedAt}`,
      by: 'customer',
      from: sql`from ${g} where ${g.claimedBy} = ${id}`,
    }),
    entries({
      kind: 'emailed',
      prefix: 'email',
      id: sql`${emailOutbox.id}`,
      at: sql`coalesce(${emailOutbox.sentAt}, ${emailOutbox.createdAt})`,
      by: 'the shop',
      detail: sql`jsonb_build_object('email', ${emailOutbox.kind}, 'status', ${emailOutbox.status},
        'to', nullif(${emailOutbox.recipient}, ${email}))`,
      from: sql`from ${emailOutbox} where ${isTheirs}`,
    }),
    entries({
      kind: 'emailed',
      prefix: 'suppressed',
      id: sql`md5(${emailSuppressions.address})`,
      at: sql`${emailSuppressions.since}`,
      by: 'the email provider',
      detail: sql`jsonb_build_object('report', ${emailSuppressions.reason})`,
      from: sql`from ${emailSuppressions} where ${emailSuppressions.address} = ${suppressionAddress(email)}`,
    }),
    operatorEntries(
      sql`${l.subject} = ${`user:${id}`} and ${l.subscriptionId} is null and ${l.action} <> 'customer_viewed'`,
    ),
  ];
}

function operatorEntries(which: SQL): SQL {
  const l = operatorLog;
  return entries({
    kind: 'operator',
    prefix: 'log',
    id: sql`${l.id}`,
    at: sql`${l.createdAt}`,
    by: sql`${l.operator}`,
    subscription: sql`${l.subscriptionId}`,
    stripe: sql`refunded.only_id`,
    detail: sql`${l.detail} || jsonb_build_object('action', ${l.action}, 'refundedCents', refunded.cents, 'refusal', ${other.detail} -> 'why')`,
    from: sql`from ${l} cross join lateral (
        select sum(${refunds.amountCents}) as cents,
          case when count(*) = 1 then min(${refunds.stripeRefundId}) end as only_id
        from ${refunds} where ${IS_REFUND_OF_ENDING}) refunded
      left join ${l} as ${other} on ${l.action} = 'refund_payment' and ${isRefusalOf(l, other)}
      where ${which}`,
  });
}

function ofMoney(ids: SQL): SQL[] {
  const i = invoices;
  return [
    entries({
      kind: sql`(case when ${isPaidInvoice} then 'paid' else 'unpaid' end)`,
      prefix: 'invoice',
      id: sql`${i.stripeInvoiceId}`,
      at: sql`coalesce(${i.paidAt}, ${i.createdAt})`,
      by: 'Stripe',
      subscription: sql`${i.subscriptionId}`,
      stripe: sql`${i.stripeInvoiceId}`,
      detail: sql`jsonb_build_object('cents', ${i.totalCents}, 'number', ${i.number}, 'status', ${i.status})`,
      from: sql`from ${i} where ${i.subscriptionId} = ${ids} and ${invoicedHere(i)}`,
    }),
    failureEntries(ids),
    refundEntries(ids),
    ...moneyTables.map(({ kind, prefix, table, id, status, reason }) =>
      entries({
        kind,
        prefix,
        id: sql`${id}`,
        at: sql`${table.createdAt}`,
        by: 'Stripe',
        subscription: sql`${table.subscriptionId}`,
        stripe: sql`${id}`,
        detail: sql`jsonb_build_object('cents', ${table.amountCents}, 'status', ${status}, 'reason', ${reason})`,
        from: sql`from ${table} where ${table.subscriptionId} = ${ids}`,
      }),
    ),
    entries({
      kind: 'stripe',
      prefix: 'change',
      id: sql`${stripeChanges.id}`,
      at: sql`${stripeChanges.foundAt}`,
      by: 'Stripe',
      subscription: sql`${stripeChanges.subscriptionId}`,
      detail: sql`jsonb_build_object('change', ${stripeChanges.kind})`,
      from: sql`from ${stripeChanges} where ${stripeChanges.subscriptionId} = ${ids} and ${stripeChanges.kind} <> 'refunded'`,
    }),
  ];
}

function failureEntries(ids: SQL): SQL {
  const i = invoices;
  const st = stripeSubscriptions;
  return entries({
    kind: 'unpaid',
    prefix: 'failed',
    id: sql`${i.stripeInvoiceId}`,
    at: sql`${i.failedAt}`,
    by: 'Stripe',
    subscription: sql`${i.subscriptionId}`,
    stripe: sql`${i.stripeInvoiceId}`,
    detail: sql`jsonb_build_object('cents', ${i.totalCents}, 'number', ${i.number}, 'status', 'failed',
      'attempts', ${st.overdueAttempts}, 'code', ${st.declineCode})`,
    from: sql`from ${i} left join ${st} on ${st.subscriptionId} = ${i.subscriptionId} and ${i.status} = 'open'
      where ${i.subscriptionId} = ${ids} and ${i.failedAt} is not null`,
  });
}

/** Older entries have no ids of requests, but the same time as their request. */
const IS_REQUEST_OF = sql`${refundRequests.subscriptionId} = ${operatorLog.subscriptionId}
  and coalesce(${operatorLog.detail} -> 'requests' @> to_jsonb(${refundRequests.id}::text), ${refundRequests.askedAt} = ${operatorLog.createdAt})`;

/**
 * A full refund has no request. It belongs to the ending if it is at most a minute older, since Stripe's clock may
 * differ.
 */
const IS_REFUND_OF_ENDING = sql`${operatorLog.action} in ('cancel_now', 'refund')
  and ${refunds.subscriptionId} = ${operatorLog.subscriptionId} and ${refunds.status} in ('succeeded', 'pending')
  and case when ${refunds.requestId} is null
    then exists (select from ${subscriptions} where ${subscriptions.id} = ${refunds.subscriptionId}
      and ${subscriptions.refundPartCents} is null
      and ${subscriptions.refundRequestedAt} - interval '1 minute' <= ${refunds.createdAt})
    else exists (select from ${refundRequests} where ${refundRequests.id} = ${refunds.requestId} and ${IS_REQUEST_OF}) end`;

/** A refund made by ending the subscription is in the line of the ending. */
function refundEntries(ids: SQL): SQL {
  const r = refunds;
  const l = operatorLog;
  return entries({
    kind: 'refunded',
    prefix: 'refund',
    id: sql`${r.stripeRefundId}`,
    at: sql`${r.createdAt}`,
    by: sql`coalesce(${l.operator}, 'Stripe')`,
    subscription: sql`${r.subscriptionId}`,
    stripe: sql`${r.stripeRefundId}`,
    detail: sql`coalesce(${l.detail}, '{}') || jsonb_build_object('cents', ${r.amountCents}, 'status', ${r.status}, 'number', ${invoices.number})`,
    from: sql`from ${r} join ${invoices} on ${invoices.stripeInvoiceId} = ${r.stripeInvoiceId}
      left join ${refundRequests} on ${refundRequests.id} = ${r.requestId} and ${refundRequests.subscriptionId} = ${ids}
      left join ${l} on ${l.action} = 'refund_payment' and ${IS_REQUEST_OF}
      where ${r.subscriptionId} = ${ids} and not exists (select from ${l} where ${IS_REFUND_OF_ENDING})`,
  });
}

const other = alias(operatorLog, 'other');

function isRefusalOf(asked: typeof operatorLog | typeof other, refused: typeof operatorLog | typeof other): SQL {
  return sql`${refused.action} = 'refund_refused' and ${refused.subscriptionId} = ${asked.subscriptionId}
    and ${asked.detail} -> 'requests' @> (${refused.detail} -> 'request')`;
}

const HAS_LINE_OF_ORDER = sql`exists (select from ${operatorLog} as ${other}
  where ${other.action} = 'refund_payment' and ${isRefusalOf(other, operatorLog)})`;

function isRefundMade(ids: SQL): SQL {
  return sql`(${operatorLog.action} = 'refund_payment' and exists (
    select 1 from ${refundRequests} join ${refunds} on ${refunds.requestId} = ${refundRequests.id}
    where ${IS_REQUEST_OF} and ${refundRequests.subscriptionId} = ${ids}))`;
}

const moneyTables = [
  {
    kind: 'disputed',
    prefix: 'dispute',
    table: disputes,
    id: disputes.stripeDisputeId,
    status: disputes.status,
    reason: disputes.reason,
  },
  {
    kind: 'warned',
    prefix: 'warning',
    table: paymentWarnings,
    id: paymentWarnings.id,
    status: paymentWarnings.status,
    reason: paymentWarnings.reason,
  },
] as const;

/** Leaves out operators' actions on letters, since these are among the letters' events already. */
function ofLetters(ids: SQL): SQL[] {
  const p = mailingPieces;
  const e = mailingEvents;
  const b = mailingBatches;
  const onThatDay = sql`(${p.handedOverOn} + time '12:00') at time zone 'America/New_York'`;
  return [
    entries({
      kind: 'mailed',
      prefix: 'piece',
      id: sql`${p.id}`,
      at: sql`coalesce(${b.handedOverAt}, ${onThatDay})`,
      by: 'the shop',
      subscription: sql`${p.subscriptionId}`,
      detail: sql`jsonb_build_object('letter', ${p.letter}, 'attempt', ${p.attempt})`,
      from: sql`from ${p} left join ${b} on ${b.runId} = ${p.runId} and ${p.number} between ${b.firstNumber} and ${b.lastNumber}
        where ${p.subscriptionId} = ${ids} and ${p.handedOverOn} is not null and not ${mailedElsewhere()}`,
    }),
    entries({
      kind: 'letter',
      prefix: 'event',
      id: sql`${e.id}`,
      at: sql`${e.at}`,
      by: sql`coalesce(${e.actor}, 'the clock')`,
      subscription: sql`${e.subscriptionId}`,
      detail: sql`${e.detail} || jsonb_build_object('event', ${e.event}, 'letter', ${e.letter})`,
      from: sql`from ${e} where ${e.subscriptionId} = ${ids}`,
    }),
    operatorEntries(
      sql`${operatorLog.subscriptionId} = ${ids} and ${operatorLog.action} not like 'letter\\_%' and not ${isRefundMade(ids)}
        and not ${HAS_LINE_OF_ORDER}`,
    ),
  ];
}
