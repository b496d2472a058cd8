import * as z from 'zod/mini';

export const ERROR_STATUS = {
  bad_json: 400,
  validation_failed: 400,
  unknown_price: 400,
  invalid_promo_code: 400,
  invalid_signature: 400,
  not_signed_in: 401,
  card_declined: 402,
  insufficient_aal: 403,
  not_yours: 403,
  role_refused: 403,
  reauthentication_needed: 403,
  wrong_password: 403,
  not_found: 404,
  method_not_allowed: 405,
  address_in_use: 409,
  already_subscribed: 409,
  checkout_busy: 409,
  price_changed: 409,
  cannot_cancel: 409,
  cannot_resume: 409,
  account_in_use: 409,
  card_not_confirmed: 409,
  email_taken: 409,
  gift_frozen: 409,
  gift_not_announceable: 409,
  gift_claimed: 409,
  own_gift: 409,
  too_early: 409,
  wrong_state: 409,
  link_expired: 410,
  too_large: 413,
  rate_limited: 429,
  internal: 500,
  payments_unavailable: 503,
  unavailable: 503,
} as const;

/** Limits last for a quarter of an hour or for a day, and a refusal doesn't say which. */
export const TOO_MANY_ATTEMPTS =
  'Too many attempts. Wait 15 minutes, then try again. If that doesn’t work, try again tomorrow.';

export type ErrorCode = keyof typeof ERROR_STATUS;

const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** The body of every answer outside 2xx, except under `/auth/v1` (rules/pages 23). */
export const errorBody = z.object({
  error: z.string(),
  code: z.enum(ERROR_CODES),
  fields: z.optional(z.catchall(z.object({}), z.string())),
  requestId: z.string(),
});
export type ErrorBody = z.output<typeof errorBody>;
