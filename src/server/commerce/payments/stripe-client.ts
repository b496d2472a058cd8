import type { Logger } from 'pino';
import { Stripe } from 'stripe';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/api-error.ts';
import { watchedHttpClient } from './watched-http-client.ts';

export const STRIPE_API_VERSION = '2026-10-28.endive';

/** @param log gets a line for each call; null for none */
export function openStripe(config: Pick<Config['stripe'], 'secretKey' | 'apiBase'>, log: Logger | null = null): Stripe {
  return new Stripe(config.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    httpClient: watchedHttpClient(log),
    ...(config.apiBase && addressOf(config.apiBase)),
  });
}

function addressOf(base: URL): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const protocol = base.protocol === 'https:' ? 'https' : 'http';
  return { host: base.hostname, port: base.port || (protocol === 'https' ? 443 : 80), protocol };
}

/**
 * Translates Stripe's errors (rules/money 41).
 * @throws ApiError card_declined, payments_unavailable; any other error unchanged
 */
export async function askStripe<T>(request: Promise<T>): Promise<T> {
  try {
    return await mapOutage(request);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new ApiError('card_declined', error.message);
    throw error;
  }
}

export async function mapOutage<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!isOutage(error)) throw error;
    throw new ApiError(
      'payments_unavailable',
      'Our payment provider isn’t answering. Please try again in a minute. If you were paying, you won’t be charged twice.',
    );
  }
}

/**
 * Null if Stripe has no such object.
 * @throws ApiError payments_unavailable
 */
export async function nullIfMissing<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await askStripe(request);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export async function isAccepted(request: Promise<unknown>): Promise<boolean> {
  try {
    await askStripe(request);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/**
 * After an outage we don't know what Stripe did. A 409 means that another call with the same idempotency key is still
 * running.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  const status = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;
  return status >= 500 || status === 429 || status === 409;
}

export function isRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

export function isMissing(error: unknown): boolean {
  return isRefusal(error) && error.code === 'resource_missing';
}

export function idOf(field: string | { readonly id: string } | null | undefined): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}

/**
 * Reads a Stripe list, newest first, with a hundred entries per call.
 * @throws ApiError payments_unavailable
 */
export async function* listPages<T extends { readonly id: string }>(
  list: (page: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T[]> {
  for (let after: string | undefined; ;) {
    const page = await askStripe(list({ limit: 100, ...(after !== undefined && { starting_after: after }) }));
    yield page.data;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}
