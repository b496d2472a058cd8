import * as z from 'zod/mini';
import { seasonId } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, lines, pattern, requiredText } from './fields.ts';
import { letterInPath, sendAgain } from './letters.ts';

/** A letter's page as SVG. The access token must be of a user who has received the letter (decision 112). */
export const CASE_PAGE_PATH = '/api/case-files/:season/letters/:letter/pages/:page';

const ofSeason = z.object({ season: seasonId });
const ofLetter = z.object({ season: seasonId, letter: letterInPath });
const window = z.object({ earliest: calendarDate, latest: calendarDate });

const caseLetter = z.object({
  letter: z.int(),
  /** Whether the user can open the letter in the case file (rules/case-file 2). */
  readable: z.boolean(),
  title: z.nullable(z.string()),
  writer: z.nullable(z.string()),
  openedAt: z.nullable(instant),
  /**
   * `overdue`: the arrival window ended within the last four weeks, and the user hasn't said whether the letter came.
   */
  state: z.enum(['to_come', 'in_the_post', 'overdue', 'come', 'lost', 'sending_again', 'asked', 'returned']),
  handOver: window,
  deliveryWindow: window,
  handedOverOn: z.nullable(calendarDate),
  canConfirm: z.boolean(),
  canReportMissing: z.boolean(),
});
export type CaseLetter = z.output<typeof caseLetter>;

const line = z.object({ letter: z.int(), says: z.string() });
const subject = z.object({ id: z.string(), name: z.string(), lines: z.array(line) });
export type CaseSubject = z.output<typeof subject>;

const moment = z.object({ at: z.string(), letter: z.int(), says: z.string() });

const caseFileReply = z.object({
  seasonId,
  title: z.string(),
  letters: z.array(caseLetter),
  characters: z.array(subject),
  places: z.array(subject),
  timeline: z.array(moment),
  /** The hours around the death in the season's story, as a table; null for a season without one. */
  night: z.nullable(z.object({ title: z.string(), moments: z.array(moment) })),
  missingIsLookedInto: z.boolean(),
  /**
   * True while a payment is disputed or checked: letters that aren't mailed yet are kept back (rules/money 35). False
   * once the subscription has ended.
   */
  paused: z.boolean(),
});
export type CaseFileReply = z.output<typeof caseFileReply>;

export const listCaseFiles = endpoint('GET /api/case-files', {
  access: 'user',
  summary: 'The seasons whose letters come to the signed-in person, and how many of each have come.',
  reply: z.object({
    files: z.array(z.object({ seasonId, title: z.string(), come: z.int(), total: z.int() })),
  }),
});

export const getCaseFile = endpoint('GET /api/case-files/:season', {
  access: 'user',
  summary: 'What has come of one season, and what the letters that have come say of people, places and days.',
  params: ofSeason,
  reply: caseFileReply,
  errors: ['not_found'],
});

const run = z.object({ text: z.string(), marks: z.array(z.string()) });
const passage = z.object({ kind: z.string(), runs: z.array(run) });
export type Passage = z.output<typeof passage>;

export const getCaseLetter = endpoint('GET /api/case-files/:season/letters/:letter', {
  access: 'user',
  summary: 'A letter that has come, as text; the pictures of its pages are fetched one by one.',
  params: ofLetter,
  reply: z.object({
    letter: z.int(),
    title: z.string(),
    writer: z.string(),
    pages: z.int(),
    passages: z.array(passage),
    name: z.string(),
    /** Coordinates are in points, from the top left of a page of 612 × 792. */
    namePlaces: z.array(
      z.object({ page: z.int(), x: z.number(), y: z.number(), width: z.number(), words: z.string() }),
    ),
  }),
  errors: ['not_found', 'unavailable'],
});
export type CaseLetterReply = z.output<typeof getCaseLetter.reply>;

export const confirmCaseLetter = endpoint('POST /api/case-files/:season/letters/:letter/arrived', {
  access: 'session',
  summary: 'Confirms that a letter has come; also for the recipient of a gift.',
  params: ofLetter,
  reply: caseFileReply,
  errors: ['not_found', 'wrong_state'],
});

export const reportCaseLetterMissing = endpoint('POST /api/case-files/:season/letters/:letter/missing', {
  access: 'session',
  summary: 'Reports a letter as lost and asks for it again; it can be opened here at once.',
  params: ofLetter,
  body: sendAgain,
  reply: caseFileReply,
  errors: ['not_found', 'too_early', 'wrong_state'],
});

export const reportLetterFault = endpoint('POST /api/case-files/:season/letters/:letter/fault', {
  access: 'session',
  summary: 'Says that something is wrong with a letter: a page that cannot be read, an enclosure that is not there.',
  params: ofLetter,
  body: z.object({ says: lines(2000).check(z.minLength(1, 'Describe the problem.')) }),
  reply: z.object({ reported: z.literal(true) }),
  errors: ['not_found', 'rate_limited'],
});

const puzzleId = pattern(/^[a-z][a-z0-9-]{0,39}$/, 'There’s no such puzzle.');
const puzzle = z.object({
  id: z.string(),
  letter: z.int(),
  title: z.string(),
  asks: z.string(),
  /** The hints that the user has opened, from a nudge to nearly the whole answer. */
  hints: z.array(z.string()),
  rungs: z.int(),
  /** Null until the user has opened all hints and received the letter that gives the answer. */
  answer: z.nullable(z.string()),
  /** The label of the field for a typed answer; null if the puzzle takes none. */
  answerLabel: z.nullable(z.string()),
});
export type CasePuzzle = z.output<typeof puzzle>;
const puzzlesReply = z.object({ puzzles: z.array(puzzle) });

export const listCasePuzzles = endpoint('GET /api/case-files/:season/puzzles', {
  access: 'user',
  summary: 'The puzzles of the letters that have come, with the hints asked for so far.',
  params: ofSeason,
  reply: puzzlesReply,
  errors: ['not_found'],
});

export const openHint = endpoint('POST /api/case-files/:season/hints', {
  access: 'session',
  summary: 'Asks for one more hint; the certificate remembers it.',
  params: ofSeason,
  body: z.object({
    puzzle: puzzleId,
    /** The number of the hint to open. With a number, a repeated request opens only one hint. */
    rung: z.int().check(z.gte(1), z.lte(3)),
  }),
  reply: puzzlesReply,
  errors: ['not_found', 'wrong_state'],
});

export const typedAnswer = requiredText(200, 'Type your answer first.');

export const checkAnswer = endpoint('POST /api/case-files/:season/answers', {
  access: 'session',
  summary: 'Says whether a typed answer to a puzzle is right, and stores nothing.',
  params: ofSeason,
  body: z.object({ puzzle: puzzleId, answer: typedAnswer }),
  /** `solution` is the full solution if the answer is right, otherwise null. */
  reply: z.object({ right: z.boolean(), solution: z.nullable(z.string()) }),
  errors: ['not_found', 'wrong_state'],
});
