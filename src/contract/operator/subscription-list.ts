import * as z from 'zod/mini';
import { instant, pattern, requiredText, uuid } from '../fields.ts';
import { byId, operatorEndpoint, page, paged } from './paging.ts';
import { SUBSCRIPTION_SORTS, SUBSCRIPTION_WORDS } from './constants.ts';
import { filterQuery } from './subscription-filter.ts';
import { subscriptionLine, subscriptionPlace } from './subscription-line.ts';

const listQuery = z.object({
  ...paged.shape,
  ...filterQuery.shape,
  sort: z._default(z.enum(SUBSCRIPTION_SORTS), 'joined'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
});
export type SubscriptionListQuery = z.output<typeof listQuery>;

const line = z.object({
  ...subscriptionLine,
  season: z.string(),
  status: z.enum(SUBSCRIPTION_WORDS),
  ...subscriptionPlace,
  /** How many of the 24 letters were mailed. */
  lettersMailed: z.int(),
  nextChargeAt: z.nullable(instant),
  overdueCents: z.nullable(z.int()),
  joinedAt: instant,
  tags: z.array(z.string()),
  /** Null if Stripe doesn't know the subscription. */
  stripeCustomerId: z.nullable(z.string()),
  stripeSubscriptionId: z.nullable(z.string()),
});
export type SubscriptionLine = z.output<typeof line>;

export const listSubscriptions = operatorEndpoint('GET /api/operator/subscriptions', {
  summary: 'Subscriptions, filtered and sorted. `from` and `to` are New York days on which they were bought.',
  query: listQuery,
  reply: page(line),
});

export const countSubscriptions = operatorEndpoint('GET /api/operator/subscription-count', {
  summary: 'How many subscriptions match these filters; 100,001 stands for more than 100,000.',
  query: filterQuery,
  reply: z.object({ count: z.int() }),
});

const savedFilter = z.object({ id: uuid, name: z.string(), query: z.string() });
export type SavedFilter = z.output<typeof savedFilter>;

export const listSavedFilters = operatorEndpoint('GET /api/operator/saved-filters', {
  summary: 'Filters of subscriptions that the operator saved, by name.',
  reply: z.object({ filters: z.array(savedFilter) }),
});

export const saveFilter = operatorEndpoint('POST /api/operator/saved-filters', {
  summary: 'Saves a filter under a name. The name’s earlier filter is replaced.',
  body: z.object({
    name: requiredText(60, 'Enter a name for the filter.'),
    query: pattern(/^[\w.~%+&=*-]{0,1000}$/, 'Not a filter.'),
  }),
  reply: savedFilter,
});

export const deleteFilter = operatorEndpoint('POST /api/operator/saved-filters/:id/delete', {
  summary: 'Deletes a saved filter.',
  params: byId,
  reply: savedFilter,
  errors: ['not_found'],
});
