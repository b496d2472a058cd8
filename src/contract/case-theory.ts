import * as z from 'zod/mini';
import { seasonId } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { instant, lines, pattern } from './fields.ts';

export const LONGEST_THEORY = 5000;

const ofSeason = z.object({ season: seasonId });
const choiceId = pattern(/^[a-z][a-z0-9-]{0,39}$/, 'Choose one of the listed answers.');
const choice = z.object({ id: z.string(), label: z.string(), letter: z.int() });
export type TheoryChoice = z.output<typeof choice>;

const theory = z.object({
  who: z.nullable(choiceId),
  how: z.nullable(choiceId),
  why: z.nullable(choiceId),
  words: lines(LONGEST_THEORY),
});
export type Theory = z.output<typeof theory>;

const share = z.object({ who: z.int(), how: z.int(), why: z.int(), all: z.int() });
const verdict = z.object({ right: z.boolean(), was: z.string() });

const theoryReply = z.object({
  who: z.array(choice),
  how: z.array(choice),
  why: z.array(choice),
  theory,
  savedAt: z.nullable(instant),
  sealedAt: z.nullable(instant),
  sealedWith: z.nullable(z.int()),
  canSeal: z.boolean(),
  /** Null until the user has received the last letter. */
  opened: z.nullable(
    z.object({
      who: verdict,
      how: verdict,
      why: verdict,
      rightFrom: z.nullable(z.int()),
      hints: z.int(),
      /** Percentages in steps of five; null while fewer than twenty users have sealed a theory (rules/case-file 9). */
      others: z.nullable(z.extend(share, { count: z.int() })),
    }),
  ),
});
export type TheoryReply = z.output<typeof theoryReply>;

export const getTheory = endpoint('GET /api/case-files/:season/theory', {
  access: 'user',
  summary: 'One’s theory, what there is to choose from so far, and how it came out once the last letter has come.',
  params: ofSeason,
  reply: theoryReply,
  errors: ['not_found'],
});

export const saveTheory = endpoint('PUT /api/case-files/:season/theory', {
  access: 'session',
  summary: 'Saves a theory that may still change.',
  params: ofSeason,
  body: theory,
  reply: theoryReply,
  errors: ['not_found', 'wrong_state'],
});

export const sealTheory = endpoint('POST /api/case-files/:season/theory/seal', {
  access: 'session',
  summary: 'Seals this theory with today’s date. It cannot be changed or taken back.',
  params: ofSeason,
  body: z.object({ who: choiceId, how: choiceId, why: choiceId, words: lines(LONGEST_THEORY) }),
  reply: theoryReply,
  errors: ['not_found', 'wrong_state'],
});

export const printTheoryCertificate = endpoint('POST /api/case-files/:season/theory/certificate', {
  access: 'session',
  summary: 'The certificate of a season read to its end, as a PDF.',
  params: ofSeason,
  reply: z.object({ fileName: z.string(), pdfBase64: z.string() }),
  errors: ['not_found', 'wrong_state', 'rate_limited', 'unavailable'],
});
