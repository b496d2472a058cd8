import { Stripe } from 'stripe';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/** The API version every answer is read in (rules/money 7). */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** The official client; only its address tells the sandbox from Stripe. */
export function openStripe(config: Pick<Config['stripe'], 'secretKey' | 'apiBase'>): Stripe {
  return new Stripe(config.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(config.apiBase && addressOf(config.apiBase)),
  });
}

function addressOf(base: URL): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const protocol = base.protocol === 'https:' ? 'https' : 'http';
  return { host: base.hostname, port: base.port || (protocol === 'https' ? 443 : 80), protocol };
}

/**
 * Asks the provider. A declined card is told as the provider words it (rules/money 41).
 * @throws ApiError card_declined, payments_unavailable; any other error as it is
 */
export async function askStripe<T>(request: Promise<T>): Promise<T> {
  try {
    return await unlessOut(request);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new ApiError('card_declined', error.message);
    throw error;
  }
}

/**
 * The same, for callers who want to know what a card was declined for.
 * @throws ApiError payments_unavailable; StripeCardError and any other error as it is
 */
export async function unlessOut<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (isOutage(error)) {
      throw new ApiError(
        'payments_unavailable',
        'Our payment provider is not answering. Nothing has been charged twice; please try again in a minute.',
      );
    }
    throw error;
  }
}

/** The provider was not reached, did not finish, or failed: what it did is unknown. A 409 is another call in hand with our key. */
export function isOutage(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  const status = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;
  return status >= 500 || status === 429 || status === 409;
}

/** The provider understood and said no: asking the same again brings the same answer. */
export function isRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
