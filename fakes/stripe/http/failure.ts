import type Stripe from 'stripe';

export type FailureType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

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

export class StripeFailure extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

export function invalidRequest(message: string, details: { code?: string; param?: string } = {}): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...details });
}

export function resourceMissing(kind: string, id: string, param = 'id'): StripeFailure {
  const message = `No such ${kind}: '${id}'`;
  return new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

export function unauthorized(message: string): StripeFailure {
  return new StripeFailure(401, { type: 'invalid_request_error', message });
}

/** A card error is the one kind of failure whose changes are stored. */
export function cardError(details: Omit<ErrorBody, 'type'>): StripeFailure {
  return new StripeFailure(402, { type: 'card_error', ...details });
}

export function isCardError(error: unknown): error is StripeFailure {
  return error instanceof StripeFailure && error.body.type === 'card_error';
}
