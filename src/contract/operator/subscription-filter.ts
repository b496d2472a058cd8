import * as z from 'zod/mini';
import { planType } from '../checkout.ts';
import { pattern, text } from '../fields.ts';
import { MOST_SELECTED, SUBSCRIPTION_WORDS } from './constants.ts';
import { betweenDays } from './filters.ts';

const ID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const SOME_IDS = new RegExp(`^${ID}(,${ID}){0,${MOST_SELECTED - 1}}$`);

const filters = {
  status: z.optional(z.enum(SUBSCRIPTION_WORDS)),
  plan: z.optional(planType),
  gift: z.optional(z.enum(['gift', 'own'])),
  season: z.optional(text(40)),
  country: z.optional(text(60)),
  state: z.optional(text(60)),
  letter: z.optional(pattern(/^(\d|1\d|2[0-4])$/, 'A number of letters, 0 to 24.')),
  ...betweenDays,
  tag: z.optional(text(40)),
  failed: z.optional(z.literal('yes')),
  aside: z.optional(z.literal('yes')),
  ids: z.optional(pattern(SOME_IDS, `Ids of at most ${MOST_SELECTED} subscriptions, with commas.`)),
};

export const filterQuery = z.object(filters);
export type SubscriptionFilter = z.output<typeof filterQuery>;
