import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { byId, operatorEndpoint } from './paging.ts';

const editionReply = z.object({
  seasonId: z.string(),
  letter: z.int(),
  title: z.string(),
  /** SHA-256, in hex, of the content that its pages are made of. */
  edition: z.string(),
  isCurrent: z.boolean(),
  sheets: z.int(),
  /** Null until the pages are typeset. */
  pages: z.nullable(z.int()),
  /** The weight in its envelope, with a gift's card. */
  grams: z.number(),
  /** Null if it was never printed. */
  printedFirst: z.nullable(instant),
  printed: z.int(),
  handedOver: z.int(),
});
export type EditionReply = z.output<typeof editionReply>;

export const listEditions = operatorEndpoint('GET /api/operator/editions', {
  summary: 'Each letter as it is printed now and was before: pages, sheets, weight, and how many are out.',
  reply: z.object({ items: z.array(editionReply) }),
});

export const getPieceEdition = operatorEndpoint('GET /api/operator/pieces/:id/edition', {
  summary: 'Which edition of its letter is in an envelope; none for one that is not printed or has no pages of ours.',
  params: byId,
  reply: z.object({ edition: z.nullable(z.string()) }),
  errors: ['not_found'],
});
