import type Stripe from 'stripe';

/** On the wire a decimal is text; only the SDK makes an object of it. */
export function wireDecimal(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal;
}
