import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { type FailedPayment, listFailedPayments } from '../../../contract/operator/failed-payments.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { declineReason } from '../../../domain/operator-decline-words.ts';
import { paidInvoices } from '../../commerce/paid-invoices.sql.ts';
import { stripeSubscriptions, subscriptions } from '../../commerce/schema.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';
import { emailOutbox, operatorLog } from '../../platform/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { present } from '../../platform/http/present.ts';
import { customersNamed } from '../calls/searched-customers.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { type Cursor, decodeCursor, encodeCursor, isNewer, pageOf, QUERY_LIMIT } from '../calls/paging.ts';
import { monthStart, startOf } from '../figures/months.ts';
import { SUBSCRIPTION_PLACE } from '../subscriptions/list-queries.ts';
import { IS_OVERDUE } from '../subscriptions/overdue-and-held.ts';

const s = subscriptions;
const st = stripeSubscriptions;
const line = listFailedPayments.reply.shape.items.def.element;

export const failedPaymentHandlers = {
  async listFailedPayments({ ctx: { db }, query: { q, after } }) {
    return pageOf(await listOverdue(db, q, decodeCursor(after)), presentLine, ({ failingSince: at, id }) =>
      encodeCursor({ at, id }),
    );
  },

  async getRecovered({ ctx: { db, clock }, query: { q } }) {
    const month = monthStart(newYorkDate(clock.now()));
    const isAsked = q ? sql`s.user_id in ${customersNamed(q)}` : sql`true`;
    const isOfAsked = q ? sql`subscription_id in (select s.id from subscriptions s where ${isAsked})` : sql`true`;
    const { rows } = await db.execute<Record<'recovered' | 'recoveredCents' | 'failing' | 'failingCents', number>>(sql`
      select r.*, f.* from
        (select count(*)::int as recovered, coalesce(sum(amount_paid_cents), 0)::float8 as "recoveredCents"
          from ${paidInvoices} invoices where failed_at is not null and paid_at >= ${startOf(month)} and ${isOfAsked}) r,
        (select count(*)::int as failing, coalesce(sum(
            (select o.overdue_cents from stripe_subscriptions o where o.subscription_id = s.id)), 0)::float8 as "failingCents"
          from subscriptions s where s.status = 'past_due' and ${isAsked}) f`);
    const [sums = { recovered: 0, recoveredCents: 0, failing: 0, failingCents: 0 }] = rows;
    return { month, ...sums };
  },
} satisfies Partial<OperatorHandlers>;

type Row = Awaited<ReturnType<typeof listOverdue>>[number];

/** By cancellation date. The page is selected before the join, so that the joined rows are found with indexes. */
async function listOverdue(db: Db, q: string | undefined, after: Cursor | null) {
  // The unpaid period began with the first failed attempt.
  const periodStart = db.select({ at: st.currentPeriodStart }).from(st).where(eq(st.subscriptionId, s.id));
  const failingSince = sql<Date>`coalesce((${periodStart}), ${s.createdAt})`.mapWith(s.createdAt);
  const overdue = db
    .select({
      id: s.id,
      subscriberId: s.userId,
      addressId: s.shippingAddressId,
      plan: s.planType,
      isGift: sql<boolean>`${s.giftId} is not null`.as('is_gift'),
      failingSince: failingSince.as('failing_since'),
    })
    .from(s)
    .where(
      and(IS_OVERDUE, q ? sql`${s.userId} in ${customersNamed(q)}` : undefined, isNewer(failingSince, s.id, after)),
    )
    .orderBy(asc(failingSince), asc(s.id))
    .limit(QUERY_LIMIT)
    .as('overdue');
  const retried = retriesOf(db, overdue);
  return await db
    .select({
      id: overdue.id,
      subscriberId: overdue.subscriberId,
      name: userProfiles.fullName,
      email: userProfiles.email,
      plan: overdue.plan,
      isGift: overdue.isGift,
      ...SUBSCRIPTION_PLACE,
      amountCents: st.overdueCents,
      declineCode: st.declineCode,
      attempts: st.overdueAttempts,
      retries: retried.retries,
      retriedAt: retried.retriedAt,
      retryOutcome: retried.outcome,
      nextAttemptAt: st.nextAttemptAt,
      failingSince: overdue.failingSince,
      linkSentAt: linkSentAt.mapWith(emailOutbox.createdAt),
    })
    .from(overdue)
    .innerJoin(userProfiles, eq(userProfiles.id, overdue.subscriberId))
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, overdue.addressId))
    .leftJoin(st, eq(st.subscriptionId, overdue.id))
    .leftJoinLateral(retried, sql`true`)
    .orderBy(asc(overdue.failingSince), asc(overdue.id));
}

function retriesOf(db: Db, overdue: Readonly<Record<'subscriberId' | 'failingSince', SQLWrapper>>) {
  const { subject, action, createdAt, detail } = operatorLog;
  return db
    .select({
      retries: sql<number>`count(*)::int`.as('retries'),
      retriedAt: sql<Date | null>`max(${createdAt})`.mapWith(createdAt).as('retried_at'),
      outcome: sql<
        FailedPayment['retryOutcome']
      >`(array_agg(${detail} ->> 'outcome' order by ${createdAt} desc))[1]`.as('retry_outcome'),
    })
    .from(operatorLog)
    .where(
      and(
        sql`${subject} = 'user:' || ${overdue.subscriberId}`,
        eq(action, 'payment_retried'),
        sql`${createdAt} >= ${overdue.failingSince}`,
      ),
    )
    .as('retried');
}

const linkSentAt = sql<Date | null>`(select max(e.created_at) from ${emailOutbox} e
  where e.recipient = ${userProfiles.email} and e.kind = 'update-card')`;

function presentLine(row: Row): FailedPayment {
  return present(line, { ...row, reason: declineReason(row.declineCode) });
}
