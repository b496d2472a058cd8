import type Stripe from 'stripe';
import { z } from 'zod';
import { emit } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import { listParams, text } from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';

const warningList = z.strictObject({ ...listParams, charge: text.optional(), payment_intent: text.optional() });

/** Early fraud warnings and reviews (https://docs.stripe.com/api/radar). */
export const radarRoutes: Route[] = [
  route('GET', '/v1/radar/early_fraud_warnings', warningList, ({ world, params }) => {
    const wanted = world.db.earlyFraudWarnings
      .newestFirst()
      .filter((row) => params.charge === undefined || idOf(row.charge) === params.charge)
      .filter((row) => params.payment_intent === undefined || idOf(row.payment_intent) === params.payment_intent)
      .map((row) => shownWarning(world, row));
    return page(wanted, world.db.earlyFraudWarnings, params, '/v1/radar/early_fraud_warnings');
  }),
  route('GET', '/v1/radar/early_fraud_warnings/:id', z.strictObject({}), ({ world, id }) => {
    const found = world.db.earlyFraudWarnings.get(id);
    if (!found) throw resourceMissing('early fraud warning', id);
    return shownWarning(world, found);
  }),
  route('GET', '/v1/reviews', z.strictObject(listParams), ({ world, params }) =>
    page(world.db.reviews.newestFirst(), world.db.reviews, params, '/v1/reviews'),
  ),
  route('GET', '/v1/reviews/:id', z.strictObject({}), ({ world, id }) => review(world, id)),
  route('POST', '/v1/reviews/:id/approve', z.strictObject({}), ({ world, id }) =>
    closeReview(world, review(world, id), 'approved'),
  ),
];

export function review(world: World, id: string): Stripe.Review {
  const found = world.db.reviews.get(id);
  if (!found) throw resourceMissing('review', id);
  return found;
}

/** The warning about a refunded or disputed charge needs no action. */
function shownWarning(world: World, warning: Stripe.Radar.EarlyFraudWarning): Stripe.Radar.EarlyFraudWarning {
  const charge = world.db.charges.get(idOf(warning.charge) ?? '');
  return { ...warning, actionable: charge !== undefined && !charge.refunded && !charge.disputed };
}

export function warnOfFraud(world: World, charge: Stripe.Charge, now: number): Stripe.Radar.EarlyFraudWarning {
  const intent = idOf(charge.payment_intent);
  const warning = world.db.earlyFraudWarnings.put({
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: now,
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    ...(intent !== null && { payment_intent: intent }),
  });
  emit(world, 'radar.early_fraud_warning.created', warning);
  return warning;
}

export function openReview(world: World, charge: Stripe.Charge, now: number): Stripe.Review {
  const intent = idOf(charge.payment_intent);
  const opened = world.db.reviews.put({
    id: newId('prv'),
    object: 'review',
    billing_zip: null,
    charge: charge.id,
    closed_reason: null,
    created: now,
    ip_address: null,
    ip_address_location: null,
    livemode: false,
    open: true,
    opened_reason: 'rule',
    ...(intent !== null && { payment_intent: intent }),
    reason: 'rule',
    session: null,
  });
  emit(world, 'review.opened', opened);
  return opened;
}

/** @throws StripeFailure 400 for one that is closed */
export function closeReview(world: World, before: Stripe.Review, reason: Stripe.Review.ClosedReason): Stripe.Review {
  if (!before.open) throw invalidRequest(`Review ${before.id} is closed.`);
  const closed = world.db.reviews.put({ ...before, open: false, closed_reason: reason, reason });
  emit(world, 'review.closed', closed);
  return closed;
}
