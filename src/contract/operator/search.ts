import * as z from 'zod/mini';
import { text, uuid } from '../fields.ts';
import { SUBSCRIPTION_WORDS } from './constants.ts';
import { operatorEndpoint } from './paging.ts';

export const HITS_EACH = 20;

export const HIT_KINDS = [
  'subscriber',
  'subscription',
  'order',
  'gift',
  'address',
  'letter',
  'invoice',
  'refund',
  'dispute',
] as const;

const hit = z.object({
  id: z.string(),
  kind: z.enum(HIT_KINDS),
  subscriberId: uuid,
  subscriptionId: z.nullable(uuid),
  name: z.nullable(z.string()),
  email: z.string(),
  found: z.string(),
  town: z.nullable(z.string()),
  status: z.nullable(z.enum(SUBSCRIPTION_WORDS)),
});
export type SearchHit = z.output<typeof hit>;

export const search = operatorEndpoint('GET /api/operator/search', {
  summary:
    'Finds parts of a name, email, street, town, postal code or gift recipient, and whole invoice numbers, ids of ours and Stripe’s, and letter codes. Several words must all match; one or two characters match at the beginning of a word.',
  query: z.object({ q: text(200).check(z.minLength(2, 'Two characters at least, please.')) }),
  reply: z.object({
    hits: z.array(hit),
    more: z.boolean(),
  }),
});
