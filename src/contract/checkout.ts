import * as z from 'zod/mini';
import { PLAN_TYPES } from '../domain/plans.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, code, email, stripeId, requiredText, uuid } from './fields.ts';

export const planType = z.enum(PLAN_TYPES);
export const seasonId = z.string().check(z.regex(/^season-\d{1,2}$/, 'There’s no such season.'));

const promoReply = z.object({
  valid: z.boolean(),
  error: z.optional(z.string()),
  discountPercent: z.optional(z.number()),
  promotionCodeId: z.optional(z.string()),
  duration: z.optional(z.enum(['once', 'repeating', 'forever'])),
  durationInMonths: z.optional(z.nullable(z.int())),
});
export type PromoReply = z.output<typeof promoReply>;

/** An invalid code gets an ordinary answer with `valid: false` (rules/checkout 31). */
export const validatePromoCode = endpoint('POST /functions/v1/validate-promo-code', {
  access: 'session',
  summary: 'Whether a promotion code can be used, and what it takes off.',
  body: z.object({
    promoCode: code(64),
    /** The draft of the gift that the code is for. A code reserved for one purchase can't be used for another. */
    giftId: z.optional(uuid),
    /**
     * The chosen plan, since a code may require a minimum amount. Without it, the code is valid if it fits either plan.
     */
    planType: z.optional(planType),
  }),
  reply: promoReply,
  errors: ['payments_unavailable'],
});

/** `userId`, `email` and `priceId` are only compared with the server's own values (rules/checkout 19). */
export const createStripeSubscription = endpoint('POST /functions/v1/create-stripe-subscription', {
  access: 'session',
  summary: 'Opens (or finds) the one open checkout and returns what the browser needs to confirm the payment.',
  body: z.object({
    priceId: stripeId,
    paymentMethodId: stripeId,
    userId: uuid,
    email,
    seasonId,
    planType,
    shippingAddressId: z.optional(uuid),
    giftId: z.optional(z.nullable(uuid)),
    promotionCodeId: z.optional(z.nullable(stripeId)),
    /** True if the user wants a second copy of a season (rules/checkout 17). */
    buyAnother: z._default(z.boolean(), false),
    /**
     * The plan's price as the page shows it, before any discount. The server compares it, so that it never charges a
     * price the buyer didn't see.
     */
    shownPriceCents: z.optional(z.int()),
  }),
  reply: z.object({
    /** Never sent by this server; kept for the published contract (rules/checkout 19). */
    error: z.optional(z.string()),
    clientSecret: z.nullable(z.string()),
    customerId: z.string(),
    subscriptionId: z.string(),
    paid: z.boolean(),
  }),
  errors: [
    'not_yours',
    'unknown_price',
    'price_changed',
    'not_found',
    'invalid_promo_code',
    'already_subscribed',
    'checkout_busy',
    'card_declined',
    'payments_unavailable',
  ],
});

export const settleCheckout = endpoint('POST /api/checkout/settle', {
  access: 'session',
  summary: 'Records a payment that the browser saw succeed.',
  body: z.object({ subscriptionId: stripeId }),
  reply: z.object({ status: z.enum(['pending', 'active']) }),
  errors: ['not_found', 'payments_unavailable'],
});

export const getCheckoutConfig = endpoint('GET /api/checkout/config', {
  access: 'public',
  summary: 'What the payment page needs to know before it can take a card.',
  reply: z.object({
    publishableKey: requiredText(255),
    /** The URL of Stripe.js in the sandbox; null for Stripe's own. */
    stripeJsUrl: z.nullable(z.string()),
    testPayments: z.boolean(),
    prices: z.object({ monthly: z.string(), annual: z.string() }),
    holidays: z.object({ add: z.array(calendarDate), remove: z.array(calendarDate) }),
  }),
  errors: ['payments_unavailable'],
});
