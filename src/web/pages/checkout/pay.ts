import type { PaymentMethodResult, Stripe, StripeError } from '@stripe/stripe-js';
import { createStripeSubscription, settleCheckout } from '../../../contract/checkout.ts';
import type { BodyInputOf, ReplyOf } from '../../../contract/endpoint.ts';
import { call } from '../../app/api.ts';
import { ApiFailure, networkFailure } from '../../app/api-failure.ts';

/** The fields that rules/checkout 19 lists. */
export type Order = Omit<BodyInputOf<typeof createStripeSubscription>, 'paymentMethodId'>;

export interface Payer {
  readonly stripe: Pick<Stripe, 'confirmCardPayment'>;
  readonly createPaymentMethod: () => Promise<PaymentMethodResult>;
}

export type PaymentOutcome =
  | { readonly kind: 'paid'; readonly subscriptionId: string }
  /** The season is already paid for (rules/checkout 17). */
  | { readonly kind: 'already_subscribed' }
  | { readonly kind: 'promo_refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Can be repeated after any failure: the server finds the open checkout and never charges twice (rules/checkout 26).
 */
export async function pay(payer: Payer, order: Order): Promise<PaymentOutcome> {
  const { error, paymentMethod } = await payer.createPaymentMethod();
  if (error) return failed(cardWords(error, 'Failed to create payment method.'));
  try {
    const checkout = await call(createStripeSubscription, { body: { ...order, paymentMethodId: paymentMethod.id } });
    return await confirm(payer.stripe, checkout, paymentMethod.id);
  } catch (failure) {
    return outcomeOf(failure);
  }
}

async function confirm(
  stripe: Payer['stripe'],
  { error, clientSecret, paid, subscriptionId }: ReplyOf<typeof createStripeSubscription>,
  paymentMethodId: string,
): Promise<PaymentOutcome> {
  if (error !== undefined) return failed(error);
  // Nothing is left to pay: the code was 100 % off, or another click paid first.
  if (paid || clientSecret === null) return { kind: 'paid', subscriptionId };
  const result = await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId });
  const intent = result.paymentIntent ?? result.error.payment_intent;
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return { kind: 'paid', subscriptionId };
  const words = cardWords(result.error, 'Payment confirmation failed.');
  return result.error && concernsTheCard(result.error, 'card_error') ? declined(words) : failed(words);
}

/** A failure is ignored: the card is charged, and the webhook or the reconciler records it. */
export async function settle(subscriptionId: string): Promise<void> {
  await call(settleCheckout, { body: { subscriptionId }, signal: AbortSignal.timeout(5000) }).catch(() => undefined);
}

const OFFLINE = `${networkFailure().message} You won’t be charged twice.`;

/** Whether the error is of one of these types, or a failed authentication. */
function concernsTheCard({ type, code }: StripeError, ...types: StripeError['type'][]): boolean {
  return types.includes(type) || code === 'payment_intent_authentication_failure';
}

/** Shows card errors in Stripe's words and a fixed text for all others (rules/money 41). */
function cardWords(error: StripeError | undefined, fallback: string): string {
  if (error?.type === 'api_connection_error') return OFFLINE;
  const isWorded = error && concernsTheCard(error, 'card_error', 'validation_error');
  return (isWorded && error.message) || fallback;
}

const WORDED_BY_THE_SERVER: ReadonlySet<ApiFailure['code']> = new Set([
  'checkout_busy',
  'not_yours',
  'price_changed',
  'unknown_price',
  'payments_unavailable',
  'rate_limited',
]);

export function outcomeOf(failure: unknown): PaymentOutcome {
  if (!(failure instanceof ApiFailure)) throw failure;
  if (failure.code === 'already_subscribed') return { kind: 'already_subscribed' };
  if (failure.code === 'invalid_promo_code') return { kind: 'promo_refused', message: failure.message };
  if (failure.code === 'network') return failed(OFFLINE);
  if (failure.code === 'card_declined') return declined(failure.message);
  if (failure.fields['paymentMethodId'] !== undefined) return failed(failure.message);
  return failed(WORDED_BY_THE_SERVER.has(failure.code) ? failure.message : 'Failed to create subscription.');
}

function declined(message: string): PaymentOutcome {
  return failed(`${message} You haven’t been charged. Try again or use another card.`);
}

function failed(message: string): PaymentOutcome {
  return { kind: 'failed', message };
}
