import * as z from 'zod/mini';
import { instant, requiredText, uuid } from '../fields.ts';
import { byId, operatorEndpoint, page, paged } from './paging.ts';

const seasonFigures = z.object({
  seasonId: z.string(),
  title: z.string(),
  /** For each letter: how many users opened it in the case file, and for how many it was the last one they opened. */
  letters: z.array(z.object({ letter: z.int(), opened: z.int(), last: z.int() })),
  /** For each puzzle: how many users opened the first, the second and the third hint. */
  puzzles: z.array(z.object({ puzzle: z.string(), letter: z.int(), hints: z.array(z.int()) })),
  theoriesSealed: z.int(),
});
export type CaseFigures = z.output<typeof seasonFigures>;

export const getCaseFigures = operatorEndpoint('GET /api/operator/case-files', {
  summary:
    'How far case files are opened, where people stop, and which hints are asked for; never what anybody writes.',
  reply: z.object({ seasons: z.array(seasonFigures) }),
});

const letterFault = z.object({
  id: uuid,
  userId: uuid,
  seasonId: z.string(),
  letter: z.int(),
  says: z.string(),
  reportedAt: instant,
});

export const listLetterFaults = operatorEndpoint('GET /api/operator/letter-faults', {
  summary: 'What subscribers say is wrong with a letter and nobody has settled yet, newest first.',
  query: paged,
  reply: page(letterFault),
});

export const settleLetterFault = operatorEndpoint('POST /api/operator/letter-faults/:id/settled', {
  summary: 'Marks what was said of a letter as settled: it leaves the list.',
  params: byId,
  body: z.object({ note: requiredText(500, 'Say what came of it; it is kept in the log.') }),
  reply: letterFault,
  errors: ['not_found'],
});
