import type { Shop } from '../server/open-shop.ts';
import type { OrderOptions, Shopper } from '../clients/shopper.ts';

/**
 * A season that another release sold at another Stripe price; our checkout names the subscription.
 * @returns Stripe's subscription
 */
export async function buyAtPrice(
  shop: Shop,
  user: Shopper,
  price: string,
  options: OrderOptions = {},
): Promise<string> {
  const order = await user.order(options);
  const { subscriptionId } = await user.submit(order);
  const ordered = await shop.stripe.subscriptions.retrieve(subscriptionId);
  const made = await shop.stripe.subscriptions.create({
    customer: ordered.customer as string,
    items: [{ price }],
    default_payment_method: order.paymentMethodId,
    payment_behavior: 'default_incomplete',
    payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
    ...(order.promotionCodeId && { discounts: [{ promotion_code: order.promotionCodeId }] }),
    metadata: ordered.metadata,
    expand: ['latest_invoice.confirmation_secret'],
  });
  const invoice = made.latest_invoice;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null;
  if (secret) await user.payer.confirm(secret, order.paymentMethodId);
  await shop.sandbox.webhooksDelivered();
  return made.id;
}
