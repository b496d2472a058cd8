import * as z from 'zod/mini';
import { addressInput, postalAddress } from '../addresses.ts';
import { endpoint } from '../endpoint.ts';
import { calendarDate, instant, optionalText, pattern, uuid } from '../fields.ts';
import { listOf, page, paged } from './paging.ts';

// The console's side of the post: runs, their pieces, and what went wrong with them.

export const RUN_STATES = ['planned', 'frozen', 'printed', 'handed_over'] as const;
export const PIECE_STATES = ['waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned'] as const;

const runKind = z.enum(['first_letter', 'friday']);
const runState = z.enum(RUN_STATES);
const pieceState = z.enum(PIECE_STATES);
const id = z.object({ id: uuid });

export const runReply = z.object({
  id: uuid,
  /** 'F20261127': what labels and files call it. */
  code: z.string(),
  kind: runKind,
  nominalOn: calendarDate,
  handOverOn: calendarDate,
  freezesAt: instant,
  /** Somebody took its freezing back: the next one is an operator’s to order. */
  reopened: z.boolean(),
  state: runState,
  /** What the plan came to: letters due, of which some wait for a renewal. */
  due: z.int(),
  waiting: z.int(),
  /** Its pieces by state; none while it is planned. */
  pieces: z.record(z.string(), z.int()),
  /** The day on which the post took the last of it; null while something is in the house, and when there was nothing to take. */
  handedOverOn: z.nullable(calendarDate),
});
export type RunReply = z.output<typeof runReply>;

export const pieceReply = z.object({
  id: uuid,
  /** What stands on the label; null while it has no number. */
  code: z.nullable(z.string()),
  subscriptionId: uuid,
  runId: z.nullable(uuid),
  letter: z.int(),
  attempt: z.int(),
  state: pieceState,
  reason: z.nullable(z.string()),
  nominalOn: calendarDate,
  handedOverOn: z.nullable(calendarDate),
  arrivesBy: z.nullable(calendarDate),
  confirmedAt: z.nullable(instant),
  /** It has been posted, and nothing was sent again after it, nor is about to be. */
  canReship: z.boolean(),
  /** The frozen copy. */
  address: postalAddress,
  /** The same as it goes on the envelope, line by line. */
  envelope: z.array(z.string()),
  changedAt: instant,
});
export type PieceReply = z.output<typeof pieceReply>;

export const reshipReply = z.object({
  id: uuid,
  subscriptionId: uuid,
  letter: z.int(),
  attempt: z.int(),
  way: z.enum(['now', 'with_next']),
  cause: z.enum(['lost', 'returned']),
  state: z.enum(['asked', 'approved', 'refused']),
  askedAt: instant,
  decidedAt: z.nullable(instant),
  recipient: z.string(),
});
export type ReshipReply = z.output<typeof reshipReply>;

export const getToday = endpoint({
  method: 'GET',
  path: '/api/operator/today',
  access: 'operator',
  summary: 'What day it is for the post, and how much waits for a decision.',
  reply: z.object({
    today: calendarDate,
    waiting: z.object({
      setAside: z.int(),
      reshipsAsked: z.int(),
      /** Of the last thirty days. */
      lost: z.int(),
      returned: z.int(),
      emailsFailed: z.int(),
      pastDue: z.int(),
      disputed: z.int(),
    }),
  }),
  errors: [],
});
export type TodayReply = z.output<typeof getToday.reply>;

export const listRuns = endpoint({
  method: 'GET',
  path: '/api/operator/runs',
  access: 'operator',
  summary:
    'All runs, newest first; or the open ones, what goes to the post first: those that somebody has to see to, and those that come by themselves.',
  query: z.object({ ...paged.shape, which: z._default(z.enum(['all', 'open', 'todo', 'coming']), 'all') }),
  reply: page(runReply),
  errors: [],
});

export const openRunAhead = endpoint({
  method: 'POST',
  path: '/api/operator/runs',
  access: 'operator',
  summary: 'Opens the run of a mailing day and plans it, ahead of the clock; one that is open already is planned anew.',
  body: z.object({ kind: runKind, nominalOn: calendarDate }),
  reply: z.object({ id: uuid }),
  errors: [],
});

const batchReply = z.object({
  number: z.int(),
  firstNumber: z.int(),
  lastNumber: z.int(),
  printedAt: instant,
  handedOverAt: z.nullable(instant),
});
export type BatchReply = z.output<typeof batchReply>;

const fileReply = z.object({
  name: z.string(),
  pieces: z.int(),
  /** Null until it has been made for the first time. */
  bytes: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
});
export type FileReply = z.output<typeof fileReply>;

export const eventReply = z.object({
  id: z.string(),
  at: instant,
  event: z.string(),
  /** The clock, an operator or a subscriber, by name. */
  actor: z.string(),
  letter: z.nullable(z.int()),
  attempt: z.nullable(z.int()),
  detail: z.record(z.string(), z.unknown()),
});
export type EventReply = z.output<typeof eventReply>;

export const runDetailReply = z.object({
  run: runReply,
  /** Letters due, by their number; subscribers who get nothing, by the reason. */
  plan: z.object({ due: z.record(z.string(), z.int()), excluded: z.record(z.string(), z.int()) }),
  printed: z.object({
    newest: z.nullable(batchReply),
    /** Batches that the post has not taken yet. */
    undispatched: z.int(),
    /** Their files of which nobody knows yet what they say: until then they cannot be handed over. */
    unhashed: z.int(),
  }),
});
export type RunDetailReply = z.output<typeof runDetailReply>;

export const getRun = endpoint({
  method: 'GET',
  path: '/api/operator/runs/:id',
  access: 'operator',
  summary: 'One run with its plan, and how far it is printed.',
  params: id,
  reply: runDetailReply,
  errors: ['not_found'],
});

export const listRunEvents = listOf('runs', 'events', 'What happened to a run as a whole, newest first.', eventReply);

export const listRunBatches = listOf('runs', 'batches', 'What was printed of a run, batch by batch.', batchReply);

const batchInPath = z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'Not a batch.'));

export const listBatchFiles = endpoint({
  method: 'GET',
  path: '/api/operator/runs/:id/batches/:batch/files',
  access: 'operator',
  summary: 'The files of a batch, by name.',
  params: z.object({ id: uuid, batch: batchInPath }),
  query: paged,
  reply: page(fileReply),
  errors: ['not_found'],
});

export const listRunPieces = endpoint({
  method: 'GET',
  path: '/api/operator/runs/:id/pieces',
  access: 'operator',
  summary: 'The pieces of a run: those with a number as they lie on the pile, or those that wait or are set aside.',
  params: id,
  query: z.object({ ...paged.shape, which: z._default(z.enum(['pile', 'waiting', 'set_aside']), 'pile') }),
  reply: page(pieceReply),
  errors: ['not_found'],
});

export const listTrouble = endpoint({
  method: 'GET',
  path: '/api/operator/trouble',
  access: 'operator',
  summary: 'Pieces set aside, lost or returned, of all runs; what changed last comes first.',
  query: z.object({ ...paged.shape, state: z.enum(['set_aside', 'lost', 'returned']) }),
  reply: page(pieceReply),
  errors: [],
});

/** Batches of a run are counted in two bytes. */
export const HIGHEST_BATCH = 32_767;

const batchNumber = z.int().check(z.minimum(1), z.maximum(HIGHEST_BATCH));

const runAction = (name: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/operator/runs/:id/${name}`,
    access: 'operator',
    summary,
    params: id,
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

export const undoPrintNow = endpoint({
  method: 'POST',
  path: '/api/operator/runs/:id/undo-print',
  access: 'operator',
  summary: 'Takes the newest batch back, before it is handed over.',
  params: id,
  /** Which one that is, as the operator sees it: of two who ask, one is told that it has been done. */
  body: z.object({ batch: batchNumber }),
  reply: runDetailReply,
  errors: ['not_found', 'wrong_state'],
});

const envelopeReply = z.object({ letter: z.int(), code: z.string() });
export type EnvelopeReply = z.output<typeof envelopeReply>;

export const listEnvelopesToPull = endpoint({
  method: 'GET',
  path: '/api/operator/runs/:id/pull',
  access: 'operator',
  summary:
    'Printed envelopes that must not leave: their readers had been refunded, or disputed the payment, by that day.',
  params: id,
  query: z.object({
    ...paged.shape,
    /** Without it, everything that is printed and in the house. */
    batch: z.optional(batchInPath),
    /** The New York day on which the post takes it; today without it. */
    on: z.optional(calendarDate),
  }),
  reply: page(envelopeReply),
  errors: ['not_found'],
});

export const handOverRun = endpoint({
  method: 'POST',
  path: '/api/operator/runs/:id/hand-over',
  access: 'operator',
  summary: 'Notes that the post has taken a batch, or everything that is printed.',
  params: id,
  body: z.object({
    /** Null for everything printed, which closes the run. */
    batch: z._default(z.nullable(batchNumber), null),
    /** With everything: the newest batch that the operator sees, 0 for none. Another one printed meanwhile is not handed over unseen. */
    newest: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(HIGHEST_BATCH))), null),
    /** The New York day on which the post took it; today when null. */
    on: z._default(z.nullable(calendarDate), null),
  }),
  reply: z.object({
    detail: runDetailReply,
    pieces: z.int(),
    /** Envelopes that must be pulled out of the pile: refunded or disputed meanwhile. */
    pull: z.array(envelopeReply),
  }),
  errors: ['not_found', 'wrong_state'],
});
export type HandOverReply = z.output<typeof handOverRun.reply>;

/** Answers with a file instead of JSON, and so stands outside the table of endpoints. */
export const RUN_FILE = {
  path: '/api/operator/runs/:id/batches/:batch/files/:name',
  summary: 'One file of a batch, ready for the printer.',
  params: z.object({
    id: uuid,
    batch: pattern(/^\d{1,4}$/, 'Not a batch.'),
    name: pattern(/^[\w.-]{1,100}$/, 'Not the name of a file.'),
  }),
} as const;

export const resolveSetAside = endpoint({
  method: 'POST',
  path: '/api/operator/pieces/:id/resolve',
  access: 'operator',
  summary:
    'Decides about a piece that was set aside: its address is corrected, it goes as it stands, or not with this run.',
  params: id,
  body: z.object({
    kind: z.enum(['fix', 'send', 'skip']),
    /** For `fix` alone. */
    address: z._default(z.nullable(addressInput), null),
    /** Corrects the subscriber’s own address too, unless they have changed it meanwhile. */
    forLater: z._default(z.boolean(), false),
  }),
  /** Null: it has left the run. */
  reply: z.object({ piece: z.nullable(pieceReply) }),
  errors: ['not_found', 'wrong_state'],
});

const giveUpBody = z.object({
  reason: optionalText(200),
  /** With which run it is sent again; null: the loss is only noted. */
  sendAgain: z._default(z.nullable(z.enum(['now', 'with_next'])), null),
});

const giveUp = (name: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/operator/pieces/:id/${name}`,
    access: 'operator',
    summary,
    params: id,
    body: giveUpBody,
    reply: pieceReply,
    errors: ['not_found', 'wrong_state'],
  });

export const reportLost = giveUp(
  'lost',
  'A letter that the post has taken was lost; or is lost still, and goes out again after all.',
);
export const reportReturned = giveUp(
  'returned',
  'A letter came back to us, be it one that was lost; or goes out again after all.',
);

export const listReships = endpoint({
  method: 'GET',
  path: '/api/operator/reships',
  access: 'operator',
  summary: 'Letters that readers have asked for again and that nobody has decided about, oldest first.',
  query: paged,
  reply: page(reshipReply),
  errors: [],
});

export const decideReshipRequest = endpoint({
  method: 'POST',
  path: '/api/operator/reships/:id',
  access: 'operator',
  summary: 'Sends a letter again, or does not.',
  params: id,
  body: z.object({ approve: z.boolean(), way: z._default(z.nullable(z.enum(['now', 'with_next'])), null) }),
  reply: reshipReply,
  errors: ['not_found', 'wrong_state'],
});
