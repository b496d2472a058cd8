import { editionOfPiece, listEditionCounts } from '../fulfilment/print/edition-counts.ts';
import { findPiece } from '../fulfilment/pieces/pieces.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';

export const editionHandlers = {
  async listEditions({ ctx: { db } }) {
    const editions = await listEditionCounts(db);
    return {
      items: editions.map(({ printedFirst, grams, ...edition }) => ({
        ...edition,
        grams: Math.round(grams * 10) / 10,
        printedFirst: printedFirst?.toISOString() ?? null,
      })),
    };
  },

  async getPieceEdition({ ctx: { db }, params: { id } }) {
    return { edition: await editionOfPiece(db, await findPiece(db, id)) };
  },
} satisfies Partial<OperatorHandlers>;
