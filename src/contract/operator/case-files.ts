import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { operatorEndpoint, page, paged } from './paging.ts';

const seasonFigures = z.object({
  seasonId: z.string(),
  title: z.string(),
  /** How many opened each letter in their case file, and for how many of those it was the last. */
  letters: z.array(z.object({ letter: z.int(), opened: z.int(), last: z.int() })),
  /** How many asked for the first, the second and the third hint of each puzzle. */
  puzzles: z.array(z.object({ puzzle: z.string(), letter: z.int(), hints: z.array(z.int()) })),
  theoriesSealed: z.int(),
});
export type CaseFigures = z.output<typeof seasonFigures>;

export const getCaseFigures = operatorEndpoint('GET /api/operator/case-files', {
  summary:
    'How far case files are opened, where people stop, and which hints are asked for; never what anybody writes.',
  reply: z.object({ seasons: z.array(seasonFigures) }),
});

export const listLetterFaults = operatorEndpoint('GET /api/operator/letter-faults', {
  summary: 'What subscribers say is wrong with a letter, newest first.',
  query: paged,
  reply: page(
    z.object({
      id: uuid,
      userId: uuid,
      seasonId: z.string(),
      letter: z.int(),
      says: z.string(),
      reportedAt: instant,
    }),
  ),
});
