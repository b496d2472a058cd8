import { resumableIfCancelled, resumableUntil } from '../../../domain/ending.ts';
import { isStripeStatus } from '../../../domain/subscription-status.ts';
import type { CommerceContext } from '../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { findStripeState, hasEndedForGood, hasUnpaidRenewal, type StripeState, type Subscription } from './queries.ts';

interface ResumeRows {
  readonly row: Pick<Subscription, 'status' | 'cancelRequestedAt' | 'refundRequestedAt' | 'disputeLostAt'>;
  readonly stripe: Pick<StripeState, 'rawStatus' | 'currentPeriodEnd'>;
  readonly renewalUnpaid: boolean;
}

interface ResumeDeadlines {
  /** Until when the user can resume; null if they can't. */
  readonly resumableUntil: Date | null;
  /** Until when the user could resume if they cancelled now. Null if it would end at once, or can't be cancelled. */
  readonly resumableIfCancelled: Date | null;
}

export async function findResumeDeadlines(ctx: CommerceContext, db: Db, row: Subscription): Promise<ResumeDeadlines> {
  const stripe = await findStripeState(db, row.id);
  if (stripe === null) return NOT_RESUMABLE;
  return resumeDeadlines({ row, stripe, renewalUnpaid: await hasUnpaidRenewal(db, row.id) }, ctx.clock.now());
}

const NOT_RESUMABLE: ResumeDeadlines = { resumableUntil: null, resumableIfCancelled: null };

export function resumeDeadlines({ row, stripe, renewalUnpaid }: ResumeRows, now: Date): ResumeDeadlines {
  if (!isStripeStatus(stripe.rawStatus)) return NOT_RESUMABLE;
  const facts = {
    status: row.status,
    cancelRequested: row.cancelRequestedAt !== null,
    refunded: hasEndedForGood(row),
    stripeStatus: stripe.rawStatus,
    currentPeriodEnd: stripe.currentPeriodEnd,
    renewalUnpaid,
  };
  return { resumableUntil: resumableUntil(facts, now), resumableIfCancelled: resumableIfCancelled(facts, now) };
}
