import type { Stripe } from 'stripe';
import { termOf, type Term } from '../../../domain/term.ts';
import { monthsDue } from './invoice-changes.ts';

type Read = Pick<Stripe.Subscription, 'items' | 'billing_cycle_anchor'>;

export function termAtStripe(subscription: Read, monthsPaid: number, invoices: readonly Stripe.Invoice[]): Term {
  const [item] = subscription.items.data;
  const { interval = 'month', interval_count: count = 1 } = item?.price.recurring ?? {};
  const seconds = item?.current_period_end ?? subscription.billing_cycle_anchor;
  return termOf({
    monthsPaid,
    monthsDue: monthsDue(invoices),
    monthsPerCharge: interval === 'year' ? 12 * count : count,
    anchor: new Date(subscription.billing_cycle_anchor * 1000),
    currentPeriodEnd: new Date(seconds * 1000),
  });
}
