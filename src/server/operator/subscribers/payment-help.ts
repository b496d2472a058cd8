import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { declineReason } from '../../../domain/operator-decline-words.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { announceAgain } from '../../commerce/gifts/announce-gift.ts';
import { payOutstanding } from '../../commerce/invoices/pay-overdue.ts';
import { refuseUnknownCustomer, refuseUnknownSubscription } from '../../commerce/refuse-unknown.ts';
import { stripeSubscriptions, subscriptions } from '../../commerce/schema.ts';
import { listOverdueSubscriptions } from '../../commerce/subscriptions/queries.ts';
import { lockProfile } from '../../customers/addresses/queries.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import { writeOperatorLog } from '../../platform/operator-log.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { emailOutbox } from '../../platform/schema.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { whyNotResent } from '../emails.ts';

const HOUR_MS = 3_600_000;
const DONE = { done: true } as const;

export const paymentHelpHandlers = {
  async retryPayment({ ctx, params: { id: userId }, body: { note }, act }) {
    orNotFound(await findProfile(ctx.db, userId), 'subscriber');
    for (const id of await listOverdueSubscriptions(ctx.db, userId)) {
      await refuseUnknownSubscription(ctx, { stripeSubscriptionId: id });
    }
    const entry = { ...act, note, action: 'retry_payment' as const, subject: `user:${userId}`, subscriptionId: null };
    await writeOperatorLog(ctx.db, { ...entry, detail: {} }, ctx.clock.now());
    const { outcome } = await payOutstanding(ctx, { userId, network: 'console' });
    const reason = outcome === 'declined' ? declineReason(await findDeclineCode(ctx.db, userId)) : null;
    const result = { ...entry, note: null, action: 'payment_retried' as const, detail: { outcome, reason } };
    await writeOperatorLog(ctx.db, result, ctx.clock.now());
    return { outcome, reason };
  },

  async sendCardLink({ ctx, params: { id: userId }, body: { note }, act }) {
    const { stripeCustomerId } = orNotFound(await findProfile(ctx.db, userId), 'subscriber');
    if (stripeCustomerId !== null) await refuseUnknownCustomer(ctx, stripeCustomerId);
    await ctx.db.transaction(async (tx) => {
      await lockProfile(tx, userId);
      const now = ctx.clock.now();
      const dedupeKey = `update-card:${userId}:${newYorkDate(now)}`;
      if ((await tx.$count(emailOutbox, eq(emailOutbox.dedupeKey, dedupeKey))) > 0) {
        throw new ApiError('wrong_state', 'The customer got that link today.');
      }
      await queueEmailToUser(ctx, tx, userId, { kind: 'update-card', dedupeKey, data: {} });
      const entry = {
        ...act,
        note,
        action: 'send_card_link' as const,
        subject: `user:${userId}`,
        subscriptionId: null,
      };
      await writeOperatorLog(tx, { ...entry, detail: {} }, now);
    });
    return DONE;
  },

  async resendEmail({ ctx, params: { id }, act }) {
    await ctx.db.transaction(async (tx) => {
      const row = orNotFound(await findRow(tx, emailOutbox, eq(emailOutbox.id, id), 'update'), 'email');
      const refusal = whyNotResent(row);
      if (refusal !== null) throw new ApiError('wrong_state', refusal);
      const { kind } = row;
      if (kind === 'gift-arrived') await announceAgain(ctx, tx, row);
      else await queueAgain(ctx, tx, row);
      const entry = { ...act, action: 'email_resent' as const, subject: `mail:${id}`, subscriptionId: null };
      await writeOperatorLog(tx, { ...entry, detail: { kind } }, ctx.clock.now());
    });
    return DONE;
  },
} satisfies Partial<OperatorHandlers>;

type EmailRow = typeof emailOutbox.$inferSelect;

async function queueAgain({ clock, jobs }: CommerceContext, tx: Transaction, row: EmailRow): Promise<void> {
  const now = clock.now();
  const id = randomUUID();
  const dedupeKey = `resent:${row.id}:${Math.floor(now.getTime() / HOUR_MS)}`;
  const { kind, recipient, data } = row;
  const inserted = await tx
    .insert(emailOutbox)
    .values({ id, dedupeKey, kind, recipient, data, status: 'queued', createdAt: now })
    .onConflictDoNothing({ target: emailOutbox.dedupeKey });
  if (inserted.rowCount === 0) throw new ApiError('wrong_state', 'That email was sent again within this hour.');
  await jobs.enqueue(tx, 'send-email', { emailId: id }, { id });
}

/** As last read from Stripe. */
async function findDeclineCode(db: Db, userId: string): Promise<string | null> {
  const { declineCode, overdueCents, readAt, subscriptionId } = stripeSubscriptions;
  const [last] = await db
    .select({ declineCode })
    .from(stripeSubscriptions)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
    .where(and(eq(subscriptions.userId, userId), isNotNull(overdueCents)))
    .orderBy(desc(readAt))
    .limit(1);
  return last?.declineCode ?? null;
}
