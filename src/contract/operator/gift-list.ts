import * as z from 'zod/mini';
import { betweenDays, searched } from './filters.ts';
import { operatorEndpoint, page, paged } from './paging.ts';
import { giftHit } from './replies.ts';

export type GiftHit = z.output<typeof giftHit>;

export const GIFT_STATES = ['unpaid', 'not_announced', 'announced', 'claimed'] as const;

const query = z.object({
  ...paged.shape,
  q: searched,
  state: z.optional(z.enum(GIFT_STATES)),
  ...betweenDays,
});
export type GiftListQuery = z.output<typeof query>;

export const listGifts = operatorEndpoint('GET /api/operator/gifts', {
  summary:
    'Gifts, newest first. `q`: words of the recipient’s or giver’s name or email. `from` and `to` are days on which they start.',
  query,
  reply: page(giftHit),
});

export const countGifts = operatorEndpoint('GET /api/operator/gifts/count', {
  summary: 'How many gifts match, with `q` of at most 1,000 customers; 100,001 stands for more than 100,000.',
  query,
  reply: z.object({ count: z.int() }),
});
