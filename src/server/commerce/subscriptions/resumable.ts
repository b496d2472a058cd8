import { resumableIfCancelled, type ResumeFacts, resumableUntil } from '../../../domain/ending.ts';
import { isStripeStatus } from '../../../domain/subscription-status.ts';
import type { CommerceContext } from '../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { findStripeState, hasUnpaidRenewal, type StripeState, type Subscription } from './queries.ts';

/** What a row, the provider's last word and our invoices say of taking a cancellation back. */
interface Known {
  readonly row: Pick<Subscription, 'status' | 'cancelRequestedAt' | 'refundRequestedAt'>;
  readonly stripe: Pick<StripeState, 'rawStatus' | 'currentPeriodEnd'>;
  readonly renewalUnpaid: boolean;
}

/** Until when this subscription's cancellation can be taken back; null: it cannot. */
export async function resumeDeadline(ctx: CommerceContext, db: Db, row: Subscription): Promise<Date | null> {
  const known = await readKnown(db, row);
  return known === null ? null : deadlineOf(known, ctx.clock.now());
}

/** The same of a cancellation that is being made this moment. */
export async function deadlineIfCancelled(ctx: CommerceContext, db: Db, row: Subscription): Promise<Date | null> {
  const known = await readKnown(db, row);
  return known === null ? null : deadlineIfCancelledOf(known, ctx.clock.now());
}

async function readKnown(db: Db, row: Subscription): Promise<Known | null> {
  const stripe = await findStripeState(db, row.id);
  return stripe === null ? null : { row, stripe, renewalUnpaid: await hasUnpaidRenewal(db, row.id) };
}

/** The same of rows that have been read already. */
export function deadlineOf(known: Known, now: Date): Date | null {
  const facts = factsOf(known);
  return facts === null ? null : resumableUntil(facts, now);
}

/** Until when it could be taken back, were it cancelled now; null: it would end at once, or cannot be cancelled. */
export function deadlineIfCancelledOf(known: Known, now: Date): Date | null {
  const facts = factsOf(known);
  return facts === null ? null : resumableIfCancelled(facts, now);
}

function factsOf({ row, stripe, renewalUnpaid }: Known): ResumeFacts | null {
  if (!isStripeStatus(stripe.rawStatus)) return null;
  return {
    status: row.status,
    cancelRequested: row.cancelRequestedAt !== null,
    refunded: row.refundRequestedAt !== null,
    stripeStatus: stripe.rawStatus,
    currentPeriodEnd: stripe.currentPeriodEnd,
    renewalUnpaid,
  };
}
