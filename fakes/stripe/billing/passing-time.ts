import type Stripe from 'stripe';
import { Agenda } from '../state/agenda.ts';
import { idOf, OWN_CLOCK } from '../state/store.ts';
import { HOUR, periodEnd } from '../state/time.ts';
import type { World } from '../world.ts';
import { collectOnSchedule } from './collection.ts';
import { discountsAfterInvoice, discountsFor } from './discounts.ts';
import { draftInvoice } from './invoice-draft.ts';
import { finalizeInvoice } from './invoices.ts';
import { isPausedAt, settlePausedRenewal } from './pausing.ts';
import { changeSubscription, endOf, endSubscription, expireIncomplete, itemOf } from './subscriptions.ts';

/** Unpaid first invoices expire after 23 hours (https://docs.stripe.com/billing/subscriptions/overview). */
const PAYABLE_FOR = 23 * HOUR;

interface Due {
  moment: number;
  happen: () => void;
}

/**
 * Applies everything that falls due until `until`, in order of time.
 * @param clock a test clock's id, or the sandbox's own
 */
export function passTime(world: World, until: number, clock: string = OWN_CLOCK): void {
  const agenda = new Agenda();
  const note = (id: string) => {
    const due = nextOf(world, id, clock);
    if (due && due.moment <= until) agenda.add({ id, moment: due.moment });
  };
  for (const { id } of world.db.invoices.where('scheduled', clock)) note(id);
  for (const { id } of world.db.subscriptions.where('live', clock)) note(id);
  for (let next = agenda.next; next; next = agenda.next) {
    agenda.takeNext();
    const due = nextOf(world, next.id, clock);
    // Outdated: a moved appointment has a new entry.
    if (due?.moment !== next.moment) continue;
    for (const { table, id } of world.store.changesOf(() => world.at(due.moment, due.happen))) {
      if (table === 'invoices' || table === 'subscriptions') note(id);
    }
  }
}

function nextOf(world: World, id: string, clock: string): Due | undefined {
  const invoice = world.db.invoices.get(id);
  if (invoice) return (idOf(invoice.test_clock) ?? OWN_CLOCK) === clock ? nextOfInvoice(world, invoice) : undefined;
  const subscription = world.db.subscriptions.get(id);
  if (!subscription || subscription.ended_at !== null) return undefined;
  return (idOf(subscription.test_clock) ?? OWN_CLOCK) === clock ? nextOfSubscription(world, subscription) : undefined;
}

function nextOfInvoice(world: World, invoice: Stripe.Invoice): Due | undefined {
  const { automatically_finalizes_at: finalizesAt, next_payment_attempt: retriesAt } = invoice;
  if (finalizesAt !== null) return { moment: finalizesAt, happen: () => finalizeAndCollect(world, invoice) };
  if (retriesAt !== null) return { moment: retriesAt, happen: () => collectOnSchedule(world, invoice) };
  return undefined;
}

function nextOfSubscription(world: World, subscription: Stripe.Subscription): Due {
  const { cancel_at: cancelAt, created, status } = subscription;
  const end = endOf(subscription);
  if (status === 'incomplete') {
    const moment = created + PAYABLE_FOR;
    return { moment, happen: () => void expireIncomplete(world, subscription, moment) };
  }
  const resumesAt = subscription.pause_collection?.resumes_at ?? null;
  if (resumesAt !== null && resumesAt <= Math.min(cancelAt ?? end, end)) {
    return {
      moment: resumesAt,
      happen: () => void changeSubscription(world, subscription, { pause_collection: null }),
    };
  }
  if (cancelAt !== null && cancelAt <= end) {
    return { moment: cancelAt, happen: () => void endSubscription(world, subscription, cancelAt) };
  }
  return { moment: end, happen: () => renew(world, subscription) };
}

/** The renewal's invoice is drafted now and collected an hour later. */
function renew(world: World, subscription: Stripe.Subscription): void {
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const interval = item.price.recurring?.interval === 'year' ? 'year' : 'month';
  const period = { start, end: periodEnd(subscription.billing_cycle_anchor, start, interval) };
  const discounts = discountsFor(world, subscription, start);
  const draft = draftInvoice(world, { subscription, reason: 'subscription_cycle', period, discounts, now: start });
  changeSubscription(world, subscription, {
    discounts: discountsAfterInvoice(world, discounts).map(({ id }) => id),
    items: {
      ...subscription.items,
      data: [{ ...item, current_period_start: period.start, current_period_end: period.end }],
    },
    latest_invoice: draft.id,
    ...(subscription.status === 'trialing' && { status: 'active' }),
  });
  if (isPausedAt(subscription, start)) settlePausedRenewal(world, draft, subscription, start);
}

function finalizeAndCollect(world: World, draft: Stripe.Invoice): void {
  const invoice = finalizeInvoice(world, draft, world.now(idOf(draft.test_clock)));
  if (invoice.status === 'open') collectOnSchedule(world, invoice);
}
