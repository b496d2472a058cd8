import * as z from 'zod/mini';
import { RETURN_REASONS, type ReturnReason } from '../../domain/return-reasons.ts';
import { addressInput } from '../addresses.ts';
import { calendarDate, code, instant, optionalText, uuid } from '../fields.ts';
import { HIGHEST_BATCH } from './constants.ts';
import { byId, listOf, operatorEndpoint, page, paged } from './paging.ts';
import {
  batchReply,
  eventReply,
  exclusion,
  leftOutReply,
  pieceReply,
  reshipReply,
  runKind,
  runReply,
} from './replies.ts';

export type RunReply = z.output<typeof runReply>;

export type PieceReply = z.output<typeof pieceReply>;

export type ReshipReply = z.output<typeof reshipReply>;

export const listRuns = operatorEndpoint('GET /api/operator/runs', {
  summary:
    'All runs, newest first; or the open ones, what goes to the post first: those that somebody has to see to, and those that come by themselves.',
  query: z.object({ ...paged.shape, which: z._default(z.enum(['all', 'open', 'todo', 'coming']), 'all') }),
  reply: page(runReply),
});

export const openRunAhead = operatorEndpoint('POST /api/operator/runs', {
  summary: 'Opens the run of a mailing day and plans it, ahead of the clock; one that is open already is planned anew.',
  body: z.object({ kind: runKind, nominalOn: calendarDate }),
  reply: z.object({ id: uuid }),
});

export type BatchReply = z.output<typeof batchReply>;

const fileReply = z.object({
  name: z.string(),
  pieces: z.int(),
  /** The sheets of one letter; null for other files. `sides` is also null until the letter is typeset. */
  sheets: z.nullable(z.int()),
  sides: z.nullable(z.int()),
  /** Null until the file's hash is known. */
  bytes: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
});
export type FileReply = z.output<typeof fileReply>;

export type EventReply = z.output<typeof eventReply>;

const runDetailReply = z.object({
  run: runReply,
  /** Counts of due letters by letter number, and of subscribers without a letter by reason. `at`: null before the first plan. */
  plan: z.object({
    at: z.nullable(instant),
    due: z.record(z.string(), z.int()),
    excluded: z.record(z.string(), z.int()),
  }),
  printed: z.object({
    newest: z.nullable(batchReply),
    undispatched: z.int(),
    /** How many files have no hash. The batch can't be handed over until each file has one. */
    unhashed: z.int(),
    /** The newest day, up to today, on which the post was open. */
    postDay: calendarDate,
  }),
});
export type RunDetailReply = z.output<typeof runDetailReply>;

export const getRun = operatorEndpoint('GET /api/operator/runs/:id', {
  summary: 'One run with its plan, and how far it is printed.',
  params: byId,
  reply: runDetailReply,
  errors: ['not_found'],
});

export const listRunEvents = listOf('runs', 'events', 'What happened to a run as a whole, newest first.', eventReply);

export const listRunBatches = listOf('runs', 'batches', 'What was printed of a run, batch by batch.', batchReply);

export type LeftOutReply = z.output<typeof leftOutReply>;

export const listLeftOut = operatorEndpoint('GET /api/operator/runs/:id/left-out', {
  summary: 'Subscriptions that an open run leaves out, as things stand now, each with the reason.',
  params: byId,
  query: z.object({ ...paged.shape, reason: z.optional(exclusion) }),
  reply: page(leftOutReply),
  errors: ['not_found', 'wrong_state'],
});

const batchInPath = z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'Not a batch.'));

export const listBatchFiles = operatorEndpoint('GET /api/operator/runs/:id/batches/:batch/files', {
  summary: 'The files of a batch, by name.',
  params: z.object({ id: uuid, batch: batchInPath }),
  query: paged,
  reply: page(fileReply),
  errors: ['not_found'],
});

export const listRunPieces = operatorEndpoint('GET /api/operator/runs/:id/pieces', {
  summary: 'The pieces of a run: those with a number as they lie on the pile, or those that wait or are set aside.',
  params: byId,
  query: z.object({ ...paged.shape, which: z._default(z.enum(['pile', 'waiting', 'set_aside']), 'pile') }),
  reply: page(pieceReply),
  errors: ['not_found'],
});

export const listTrouble = operatorEndpoint('GET /api/operator/trouble', {
  summary:
    'Pieces set aside, lost, returned, not seen by the post beyond their window, or on the way back by its scans, of all runs: set aside, the oldest first; the others, the newest.',
  query: z.object({ ...paged.shape, state: z.enum(['set_aside', 'lost', 'returned', 'quiet', 'coming_back']) }),
  reply: page(pieceReply),
});

export const countTrouble = operatorEndpoint('GET /api/operator/trouble/counts', {
  summary: 'How many letters of each list of Letter problems have no ordered copy.',
  reply: z.object({
    set_aside: z.int(),
    reships: z.int(),
    lost: z.int(),
    found: z.int(),
    returned: z.int(),
    quiet: z.int(),
    coming_back: z.int(),
  }),
});

export const getAddressChecks = operatorEndpoint('GET /api/operator/address-checks', {
  summary: 'Who is asked about addresses, how often an hour, and what came of it in the last day.',
  reply: z.object({
    by: z.enum(['none', 'usps', 'lob']),
    perHour: z.int(),
    /** Counts by verdict, plus `unanswered` and `over_limit`. */
    outcomes: z.record(z.string(), z.int()),
  }),
});

export const listSightings = operatorEndpoint('GET /api/operator/sightings', {
  summary: 'Of the letters of late runs that have a barcode, how many the post has seen; the newest run first.',
  query: paged,
  reply: page(
    z.object({
      run: runReply,
      pieces: z.int(),
      seen: z.int(),
      /**
       * True if too few pieces were scanned for several days: the carrier's data feed may be down, or it hasn't scanned
       * the letters yet.
       */
      unseen: z.boolean(),
      lookedAt: instant,
    }),
  ),
});

const foundReply = z.object({ ...pieceReply.shape, foundAt: instant });
export type FoundReply = z.output<typeof foundReply>;

export const listFound = operatorEndpoint('GET /api/operator/found', {
  summary: 'Letters that a finder has told us of, and that have neither come nor come back since; the newest first.',
  query: paged,
  reply: page(foundReply),
});

const batchNumber = z.int().check(z.minimum(1), z.maximum(HIGHEST_BATCH));

const runAction = (name: string, summary: string) =>
  operatorEndpoint(`POST /api/operator/runs/:id/${name}`, {
    summary,
    params: byId,
    reply: runDetailReply,
    errors: ['not_found', 'wrong_state', 'too_early'],
  });

export const planRunNow = runAction('plan', 'Plans the run anew, as things stand now.');
export const freezeRunNow = runAction('freeze', 'Freezes the run, once its time has come.');
export const reopenRun = runAction(
  'reopen',
  'Takes the freezing back, while nothing is printed; the next one is ordered by hand.',
);
export const printRunNow = runAction('print', 'Makes a batch of what is frozen and not printed yet.');

export const undoPrintNow = operatorEndpoint('POST /api/operator/runs/:id/undo-print', {
  summary: 'Takes the newest batch back, before it is handed over.',
  params: byId,
  /** The batch to undo. With its number, two operators who click at once undo only one batch. */
  body: z.object({ batch: batchNumber }),
  reply: runDetailReply,
  errors: ['not_found', 'wrong_state'],
});

const envelopeReply = z.object({ letter: z.int(), code: z.string() });
export type EnvelopeReply = z.output<typeof envelopeReply>;

export const listEnvelopesToPull = operatorEndpoint('GET /api/operator/runs/:id/pull', {
  summary:
    'Printed envelopes that must not leave: their readers had been refunded, or disputed the payment, by that day.',
  params: byId,
  query: z.object({
    ...paged.shape,
    batch: z.optional(batchInPath),
    on: z.optional(calendarDate),
  }),
  reply: page(envelopeReply),
  errors: ['not_found'],
});

export const handOverRun = operatorEndpoint('POST /api/operator/runs/:id/hand-over', {
  summary: 'Notes that the post has taken a batch, or everything that is printed.',
  params: byId,
  body: z.object({
    /** The batch to hand over. Null hands over all pieces and closes the run. */
    batch: z._default(z.nullable(batchNumber), null),
    /** The newest batch that the operator sees, or 0 for none. The request is refused if there is a newer one. */
    newest: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(HIGHEST_BATCH))), null),
    /** A day in New York; null for today. */
    on: z._default(z.nullable(calendarDate), null),
  }),
  reply: z.object({
    detail: runDetailReply,
    pieces: z.int(),
    pull: z.array(envelopeReply),
  }),
  errors: ['not_found', 'wrong_state'],
});
export type HandOverReply = z.output<typeof handOverRun.reply>;

export const resolveSetAside = operatorEndpoint('POST /api/operator/pieces/:id/resolve', {
  summary:
    'Decides about a piece that was set aside: its address is corrected, it goes as it stands, or not with this run.',
  params: byId,
  body: z.object({
    kind: z.enum(['fix', 'send', 'skip']),
    address: z._default(z.nullable(addressInput), null),
    /** True also corrects the subscriber's own address, unless that has changed in the meantime. */
    forLater: z._default(z.boolean(), false),
  }),
  /** Null if the piece was removed from the run. */
  reply: z.object({ piece: z.nullable(pieceReply) }),
  errors: ['not_found', 'wrong_state'],
});

const giveUpBody = z.object({
  reason: optionalText(200),
  sendAgain: z._default(z.nullable(z.enum(['now', 'with_next'])), null),
});

export const reportLost = operatorEndpoint('POST /api/operator/pieces/:id/lost', {
  summary: 'A letter that the post has taken was lost; or is lost still, and goes out again after all.',
  params: byId,
  body: giveUpBody,
  reply: pieceReply,
  errors: ['not_found', 'wrong_state'],
});

export const reportReturned = operatorEndpoint('POST /api/operator/pieces/:id/returned', {
  summary:
    'A letter came back to us, be it one that was lost, and its address is stopped; or it goes out again after all.',
  params: byId,
  body: z.object({
    ...giveUpBody.shape,
    /** The subscriber sees this reason, but never sees `reason`. */
    why: z._default(z.nullable(z.enum(Object.keys(RETURN_REASONS) as ReturnReason[])), null),
  }),
  reply: pieceReply,
  errors: ['not_found', 'wrong_state'],
});

export const getSendAgain = operatorEndpoint('GET /api/operator/pieces/:id/again', {
  summary: 'The address to which a copy of a letter would go, and the days on which it could leave.',
  params: byId,
  /** Null if no copy is mailed now, because of a refund or dispute. */
  reply: z.object({
    again: z.nullable(z.object({ address: z.array(z.string()), now: calendarDate, withNext: calendarDate })),
  }),
  errors: ['not_found'],
});

export const findEnvelope = operatorEndpoint('GET /api/operator/envelopes', {
  summary: 'The letter in an envelope, by a code that stands in or on it, or the digits of its barcode.',
  query: z.object({ mark: code(200).check(z.minLength(1, 'Scan the envelope, or type what stands on it.')) }),
  reply: pieceReply,
  errors: ['not_found'],
});

export const listReships = operatorEndpoint('GET /api/operator/reships', {
  summary: 'Letters that readers have asked for again and that nobody has decided about, oldest first.',
  query: paged,
  reply: page(reshipReply),
});

export const decideReshipRequest = operatorEndpoint('POST /api/operator/reships/:id', {
  summary: 'Sends a letter again, or does not.',
  params: byId,
  body: z.object({ approve: z.boolean(), way: z._default(z.nullable(z.enum(['now', 'with_next'])), null) }),
  reply: reshipReply,
  errors: ['not_found', 'wrong_state'],
});

export const undoSendAgain = operatorEndpoint('POST /api/operator/reships/:id/undo', {
  summary: 'Takes back the decision to send a letter again, until the copy is sealed.',
  params: byId,
  reply: z.object({ letter: z.int() }),
  errors: ['not_found', 'wrong_state'],
});
