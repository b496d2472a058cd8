import type Stripe from 'stripe';
import type { World } from '../world.ts';
import { finalizeInvoice, markUncollectible, voidInvoice } from './invoices.ts';

export function isPausedAt({ pause_collection: pause }: Stripe.Subscription, moment: number): boolean {
  return pause !== null && (pause.resumes_at === null || moment < pause.resumes_at);
}

/** While collection is paused renewals are drawn up and not charged (https://docs.stripe.com/billing/subscriptions/pause-payment). */
export function settlePausedRenewal(
  world: World,
  draft: Stripe.Invoice,
  { pause_collection: pause }: Stripe.Subscription,
  now: number,
): void {
  if (pause?.behavior === 'keep_as_draft') return;
  const open = finalizeInvoice(world, draft, now);
  if (open.status !== 'open') return;
  if (pause?.behavior === 'void') voidInvoice(world, open, now);
  else markUncollectible(world, open, now);
}
