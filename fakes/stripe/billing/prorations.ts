import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';
import { wireDecimal } from './price-shapes.ts';

/** Prorates by the second, like Stripe (https://docs.stripe.com/billing/subscriptions/prorations). */
export function prorate(
  world: World,
  subscription: Stripe.Subscription,
  change: { item: Stripe.SubscriptionItem; isCredit: boolean; now: number },
): void {
  const { item, isCredit, now } = change;
  const { current_period_start: start, current_period_end: end } = item;
  const whole = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  const amount = Math.round((whole * (end - now)) / (end - start)) * (isCredit ? -1 : 1);
  if (amount === 0) return;
  const product = idOf(item.price.product) ?? '';
  const name = world.db.products.get(product)?.name ?? '';
  world.db.pendingProrations.put({
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description: `${isCredit ? 'Unused' : 'Remaining'} time on ${name}`,
    discount_amounts: [],
    discountable: false,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: {
        invoice_item: newId('ii'),
        proration: true,
        proration_details: { credited_items: null },
        subscription: subscription.id,
      },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
    period: { start: now, end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product },
      type: 'price_details',
      unit_amount_decimal: wireDecimal(amount),
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: wireDecimal(item.quantity ?? 1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  });
}
