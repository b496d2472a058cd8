import * as z from 'zod/mini';
import { calendarDate, instant, requiredText, uuid } from '../fields.ts';
import { IMPORT_ROW_STATES, IMPORT_STATES } from './constants.ts';
import { byId, operatorEndpoint, page, paged } from './paging.ts';

/** Columns in the order of the sheet. Those with `true` are required. */
const COLUMNS = {
  name: true,
  email: true,
  address_line_1: true,
  address_line_2: false,
  city: true,
  state: true,
  postal_code: true,
  country: true,
  plan: true,
  letters_received: true,
  next_charge: true,
  stripe_customer_id: false,
  stripe_subscription_id: false,
} as const;
export type ImportColumn = keyof typeof COLUMNS;
export const IMPORT_COLUMNS = Object.keys(COLUMNS) as ImportColumn[];
export const REQUIRED_IMPORT_COLUMNS = IMPORT_COLUMNS.filter((column) => COLUMNS[column]);

const importReply = z.object({
  id: uuid,
  name: z.string(),
  state: z.enum(IMPORT_STATES),
  problem: z.nullable(z.string()),
  operator: z.string(),
  createdAt: instant,
  appliedAt: z.nullable(instant),
  rows: z.int(),
  ready: z.int(),
  refused: z.int(),
  imported: z.int(),
  /** How many subscriptions aren't at Stripe, so that nothing is charged for them here. */
  withoutStripe: z.int(),
  invited: z.int(),
  undone: z.int(),
  /** How many letters are in a mailing run. If there is one, the import can't be undone. */
  inRuns: z.int(),
});
export type ImportReply = z.output<typeof importReply>;

export const listImports = operatorEndpoint('GET /api/operator/imports', {
  summary: 'Imports of subscribers, newest first.',
  query: paged,
  reply: page(importReply),
});

export const getImport = operatorEndpoint('GET /api/operator/imports/:id', {
  summary: 'One import: its state, and how many rows are ready, refused and imported.',
  params: byId,
  reply: importReply,
  errors: ['not_found'],
});

const importRow = z.object({
  /** The line number in the file. The header is line 1. */
  line: z.int(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  state: z.enum(IMPORT_ROW_STATES),
  problem: z.nullable(z.string()),
  plan: z.nullable(z.string()),
  lettersReceived: z.nullable(z.int()),
  paidThrough: z.nullable(calendarDate),
  subscriptionId: z.nullable(uuid),
  invitedAt: z.nullable(instant),
});
export type ImportRow = z.output<typeof importRow>;

export const listImportRows = operatorEndpoint('GET /api/operator/imports/:id/rows', {
  summary: 'The rows of an import by line, each with the reason if it’s refused.',
  params: byId,
  query: z.object({ ...paged.shape, state: z.optional(z.enum(IMPORT_ROW_STATES)) }),
  reply: page(importRow),
  errors: ['not_found'],
});

export const startImport = operatorEndpoint('POST /api/operator/imports', {
  summary: 'Starts an import of subscribers. Its file follows in parts.',
  body: z.object({ name: requiredText(100, 'Enter a name for the import.') }),
  reply: importReply,
});

/** The most characters of a file that fit into one request in any script. */
export const IMPORT_PART_LENGTH = 16_000;
const MOST_PARTS = 2_000;

export const addImportPart = operatorEndpoint('POST /api/operator/imports/:id/parts', {
  summary: 'One part of the file, numbered from 1 and cut at the end of a line. Sending a part again replaces it.',
  params: byId,
  body: z.object({
    part: z.int().check(z.minimum(1), z.maximum(MOST_PARTS, `Send at most ${MOST_PARTS} parts.`)),
    text: z.string().check(
      z.maxLength(IMPORT_PART_LENGTH, `Send at most ${IMPORT_PART_LENGTH} characters.`),
      z.refine((text) => !text.includes('\u0000'), 'Contains a character that cannot be stored.'),
      z.refine((text) => !/\p{Surrogate}/u.test(text), 'Contains half of a character.'),
    ),
  }),
  reply: z.object({ part: z.int() }),
  errors: ['not_found', 'wrong_state'],
});

const change = { params: byId, reply: importReply, errors: ['not_found', 'wrong_state'] } as const;

export const checkImport = operatorEndpoint('POST /api/operator/imports/:id/check', {
  ...change,
  summary: 'Dry run: names every row that would be refused, and why. Nothing is imported.',
  errors: ['not_found', 'wrong_state', 'validation_failed'],
});

export const applyImport = operatorEndpoint('POST /api/operator/imports/:id/apply', {
  ...change,
  summary: 'Imports every row that is ready, each once. No email is sent.',
});

export const inviteImport = operatorEndpoint('POST /api/operator/imports/:id/invite', {
  ...change,
  summary: 'Emails every imported subscriber an invitation to set a password, each once.',
});

export const undoImport = operatorEndpoint('POST /api/operator/imports/:id/undo', {
  ...change,
  summary: 'Deletes what the import added, before the first of its letters is in a mailing run.',
});
