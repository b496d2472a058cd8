import * as z from 'zod/mini';
import { betweenDays } from './filters.ts';
import { operatorEndpoint, page, paged } from './paging.ts';
import { giftHit } from './replies.ts';

export type GiftHit = z.output<typeof giftHit>;

export const GIFT_STATES = ['unpaid', 'not_announced', 'announced', 'claimed'] as const;

const query = z.object({
  ...paged.shape,
  state: z.optional(z.enum(GIFT_STATES)),
  ...betweenDays,
});
export type GiftListQuery = z.output<typeof query>;

export const listGifts = operatorEndpoint('GET /api/operator/gifts', {
  summary: 'Gifts, newest first. `from` and `to` are days on which they start.',
  query,
  reply: page(giftHit),
});
