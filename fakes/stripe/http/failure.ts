import type Stripe from 'stripe';

export type FailureType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** The `error` of an answer. The SDK throws for a body with this key, and for no other. */
export interface ErrorBody {
  type: FailureType;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
}

/** A refusal in Stripe's words: HTTP status and the `error` of the answer (https://docs.stripe.com/api/errors). */
export class StripeFailure extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

/** 400: the request itself is wrong. */
export function invalidRequest(message: string, details: { code?: string; param?: string } = {}): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...details });
}

/** 404: there is no such object (or it is not the asker's to see). */
export function resourceMissing(kind: string, id: string, param = 'id'): StripeFailure {
  const message = `No such ${kind}: '${id}'`;
  return new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

/** 401: no key, a wrong key, or a publishable key where the secret one is needed. */
export function unauthorized(message: string): StripeFailure {
  return new StripeFailure(401, { type: 'invalid_request_error', message });
}

/** 402: the card was refused. A card error is the one kind of failure whose effects are kept. */
export function cardError(details: Omit<ErrorBody, 'type'>): StripeFailure {
  return new StripeFailure(402, { type: 'card_error', ...details });
}

export function isCardError(error: unknown): error is StripeFailure {
  return error instanceof StripeFailure && error.body.type === 'card_error';
}
