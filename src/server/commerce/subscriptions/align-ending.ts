import type { Stripe } from 'stripe';
import {
  type EndingChange,
  endingChange,
  type EndingFacts,
  RENEWAL,
  type StripePause,
} from '../../../domain/ending.ts';
import type { Term } from '../../../domain/term.ts';
import type { CommerceContext } from '../context.ts';
import { askStripe, isAccepted } from '../payments/stripe-client.ts';
import { hasEndedForGood, type Subscription } from './queries.ts';
import { instant, type StripeSnapshot } from './stripe-snapshot.ts';

/**
 * Our row decides (rules/money 18).
 * @returns whether Stripe was changed
 * @throws ApiError payments_unavailable
 */
export async function alignEnding(
  ctx: CommerceContext,
  { row, cancelledInStripe, ...due }: Followed,
  snapshot: StripeSnapshot,
): Promise<boolean> {
  const change = endingChangeFor(row, { ...snapshot, ...due });
  switch (change.kind) {
    case 'none':
      return false;
    case 'end_now':
      await endNow(ctx.stripe, row, snapshot, cancelledInStripe);
      return true;
    case 'drop_unpaid':
      await voidUnpaid(ctx.stripe, snapshot);
      return true;
    case 'pause_charges':
    case 'resume_charges':
    case 'mark_pause_lifted':
    case 'mark_dispute_over':
      await askStripe(ctx.stripe.subscriptions.update(row.stripeSubscriptionId, PAUSE_PARAMS[change.kind]));
      return true;
    default:
      await askStripe(
        ctx.stripe.subscriptions.update(row.stripeSubscriptionId, endingParams(row, change, cancelledInStripe)),
      );
      return true;
  }
}

interface DueEnd {
  readonly term: Term;
  readonly endsEarlyAt: Date | null;
}

export interface Followed extends DueEnd {
  readonly row: Subscription;
  readonly cancelledInStripe: boolean;
}

type EndingLook = DueEnd & Pick<StripeSnapshot, 'subscription' | 'status' | 'period' | 'invoices'>;

export function endingChangeFor(
  row: Pick<Subscription, 'planType' | 'cancelRequestedAt' | 'refundRequestedAt' | 'disputeLostAt' | 'chargesPausedAt'>,
  { subscription, status, period, invoices, term, endsEarlyAt }: EndingLook,
): EndingChange {
  const { cancel_at: cancelAt, cancel_at_period_end: withPeriod } = subscription;
  return endingChange({
    planType: row.planType,
    cancelRequested: row.cancelRequestedAt !== null,
    refunded: hasEndedForGood(row),
    chargesPaused: row.chargesPausedAt !== null,
    stripePause: stripePauseOf(subscription),
    stripeStatus: status,
    termEndsAt: term.endsAt,
    endsEarlyAt,
    currentPeriodEnd: period.end,
    stripeCancelAt: cancelAt === null ? (withPeriod ? period.end : null) : instant(cancelAt),
    unpaid: unpaidOf(invoices),
    renewalVoided: isVoidRenewal(invoices.at(-1)),
    requestRecorded: Boolean(subscription.metadata['cancelled_by']),
  });
}

/** A key in the subscription's metadata. It tells a pause that we made for a dispute from an operator's pause. */
const PAUSE_MARK = 'charges_paused';

const PAUSE_PARAMS = {
  pause_charges: { pause_collection: { behavior: 'void' }, metadata: { [PAUSE_MARK]: 'dispute' } },
  resume_charges: { pause_collection: '', metadata: { [PAUSE_MARK]: 'dispute_over' } },
  mark_pause_lifted: { metadata: { [PAUSE_MARK]: 'lifted' } },
  mark_dispute_over: { metadata: { [PAUSE_MARK]: 'dispute_over' } },
} as const satisfies Record<string, Stripe.SubscriptionUpdateParams>;

/** Whether an operator has removed or replaced our pause at Stripe. */
export function isPauseTakenOver(subscription: Stripe.Subscription): boolean {
  const pause = stripePauseOf(subscription);
  return pause === 'taken_over' || pause === 'lifted';
}

function stripePauseOf(subscription: Stripe.Subscription): StripePause {
  const { pause_collection: pause, metadata } = subscription;
  if (metadata[PAUSE_MARK] === 'dispute') return isPausedForDispute(subscription) ? 'dispute' : 'taken_over';
  if (metadata[PAUSE_MARK] === 'lifted') return 'lifted';
  return pause === null ? 'none' : 'other';
}

/** The mark alone isn't enough: an operator may have replaced our pause just now. */
export function isPausedForDispute({ pause_collection: pause, metadata }: Stripe.Subscription): boolean {
  return metadata[PAUSE_MARK] === 'dispute' && pause?.behavior === PAUSE_PARAMS.pause_charges.pause_collection.behavior;
}

export function isDisputeOver({ metadata }: Stripe.Subscription): boolean {
  return metadata[PAUSE_MARK] === 'dispute_over';
}

/** Counts renewals that Stripe voided since a dispute first stopped the charges. */
export function countMissedMonths({
  subscription,
  invoices,
}: Pick<StripeSnapshot, 'subscription' | 'invoices'>): number {
  return subscription.metadata[PAUSE_MARK] === undefined ? 0 : invoices.filter(isVoidRenewal).length;
}

function unpaidOf(invoices: readonly Stripe.Invoice[]): EndingFacts['unpaid'] {
  const latest = invoices.at(-1);
  if (latest !== undefined && isUnpaid(latest)) return 'this_period';
  return invoices.some(isUnpaid) ? 'earlier' : 'nothing';
}

/** A renewal is a draft for an hour before Stripe charges it. Stripe never charges one without `auto_advance`. */
function isUnpaid({ status, billing_reason: reason, auto_advance: advances }: Stripe.Invoice): boolean {
  return status === 'open' || (status === 'draft' && reason === RENEWAL && advances === true);
}

function isVoidRenewal(latest: Stripe.Invoice | undefined): boolean {
  return latest?.status === 'void' && latest.billing_reason === RENEWAL;
}

function endingParams(
  { cancelRequestedAt }: Subscription,
  change: Extract<EndingChange, { kind: 'end_with_period' | 'end_after_term' | 'record_request' }>,
  cancelledInStripe: boolean,
): Stripe.SubscriptionUpdateParams {
  const requester = cancelRequestedAt === null ? NOT_CANCELLED : cancelledInStripe ? BY_OPERATOR : BY_SUBSCRIBER;
  if (change.kind === 'record_request') return requester;
  if (change.kind === 'end_with_period') return { cancel_at_period_end: true, ...requester };
  return { cancel_at: change.at.getTime() / 1000, proration_behavior: 'none', ...requester };
}

const NOT_CANCELLED = { metadata: { cancelled_by: '' }, cancellation_details: { comment: '' } };
const BY_SUBSCRIBER = {
  metadata: { cancelled_by: 'user' },
  cancellation_details: { comment: 'Cancelled by the subscriber.' },
};
const BY_OPERATOR = { metadata: { cancelled_by: 'operator' } };

async function endNow(
  stripe: Stripe,
  row: Subscription,
  snapshot: StripeSnapshot,
  cancelledInStripe: boolean,
): Promise<void> {
  const isVoided = await voidUnpaid(stripe, snapshot);
  if (!isVoided && !hasEndedForGood(row)) return;
  const { stripeSubscriptionId, cancelRequestedAt } = row;
  const isSubscribers = cancelRequestedAt !== null && !cancelledInStripe;
  await isAccepted(
    stripe.subscriptions.cancel(stripeSubscriptionId, {
      prorate: false,
      invoice_now: false,
      ...(isSubscribers && { cancellation_details: BY_SUBSCRIBER.cancellation_details }),
    }),
  );
}

/**
 * A draft must first be finalized without charging it.
 * @returns whether nothing is left to pay
 */
async function voidUnpaid(stripe: Stripe, { invoices }: StripeSnapshot): Promise<boolean> {
  let isVoided = true;
  for (const { id, status } of invoices.filter(isUnpaid)) {
    if (id === undefined) continue;
    if (status === 'draft') await isAccepted(stripe.invoices.finalizeInvoice(id, { auto_advance: false }));
    isVoided = (await isAccepted(stripe.invoices.voidInvoice(id))) && isVoided;
  }
  return isVoided;
}
