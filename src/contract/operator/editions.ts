import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { byId, operatorEndpoint } from './paging.ts';

const editionReply = z.object({
  seasonId: z.string(),
  letter: z.int(),
  title: z.string(),
  /** SHA-256 of what its pages are made of, in hex. */
  edition: z.string(),
  /** The next batch prints this one. */
  isCurrent: z.boolean(),
  sheets: z.int(),
  /** Null until it is set in type. */
  pages: z.nullable(z.int()),
  /** In its envelope, with a gift’s card. */
  grams: z.number(),
  /** Null for one that was never printed. */
  printedFirst: z.nullable(instant),
  printed: z.int(),
  /** Of these, in batches that the post has taken. */
  handedOver: z.int(),
});
export type EditionReply = z.output<typeof editionReply>;

export const listEditions = operatorEndpoint({
  method: 'GET',
  path: '/api/operator/editions',
  summary: 'Each letter as it is printed now and was before: pages, sheets, weight, and how many are out.',
  reply: z.object({ items: z.array(editionReply) }),
});

export const getPieceEdition = operatorEndpoint({
  method: 'GET',
  path: '/api/operator/pieces/:id/edition',
  summary: 'Which edition of its letter is in an envelope; none for one that is not printed or has no pages of ours.',
  params: byId,
  reply: z.object({ edition: z.nullable(z.string()) }),
  errors: ['not_found'],
});
