import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { byId, listOf, operatorEndpoint, page, paged } from './paging.ts';

const stripeChange = z.object({
  id: uuid,
  subscriptionId: uuid,
  owner: z.string(),
  kind: z.string(),
  words: z.string(),
  foundAt: instant,
  advice: z.nullable(z.string()),
  isOpen: z.boolean(),
});
export type StripeChangeReply = z.output<typeof stripeChange>;

export const listStripeChanges = operatorEndpoint('GET /api/operator/stripe-changes', {
  summary: 'Changes made in Stripe that an operator has to look at, newest first.',
  query: paged,
  reply: page(stripeChange),
});

export const listSubscriptionStripeChanges = listOf(
  'subscriptions',
  'stripe-changes',
  'What was changed in Stripe about one subscription, newest first.',
  stripeChange,
);

export const settleStripeChange = operatorEndpoint('POST /api/operator/stripe-changes/:id/settle', {
  summary: 'Takes a change made in Stripe off the list of those to look at.',
  params: byId,
  reply: stripeChange,
  errors: ['not_found'],
});
