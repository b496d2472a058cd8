import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { code, pattern, uuid } from '../fields.ts';
import { ROLES } from '../../domain/staff-roles.ts';

/** The highest number that fits into the column's two bytes. */
export const HIGHEST_BATCH = 32_767;

/** It isn't in the table of endpoints, since it answers with a file. */
export const RUN_FILE = {
  path: '/api/operator/runs/:id/batches/:batch/files/:name',
  summary:
    'One file of a batch, ready for the printer; or all of it: everything.zip for our own printer, bureau.zip for a print house.',
  params: z.object({
    id: uuid,
    batch: pattern(/^\d{1,4}$/, 'Not a batch.'),
    name: pattern(/^[\w.-]{1,100}$/, 'Not the name of a file.'),
  }),
} as const;

/**
 * The next two calls are for operators whose authenticator doesn't open the console yet, so they aren't in the table of
 * endpoints (decision 036).
 */
export const getAuthenticator = endpoint('GET /api/operator/authenticator', {
  access: 'enrolling',
  summary: 'Whether the authenticator of an operator’s session opens the console.',
  reply: z.object({ opensConsole: z.boolean(), role: z.enum(ROLES) }),
});

export const enrolAuthenticator = endpoint('POST /api/operator/authenticator', {
  access: 'enrolling',
  summary: 'Makes an operator’s authenticator known by the code that an owner or a terminal has made.',
  body: z.object({ code: code(60).check(z.minLength(1, 'The code that the terminal printed.')) }),
  reply: getAuthenticator.reply,
  errors: ['validation_failed', 'rate_limited'],
});

/** `imported`: not charged here. `cancelled`: paid letters are still to be mailed. `ended`: no more letters. */
export const SUBSCRIPTION_WORDS = [
  'active',
  'past_due',
  'imported',
  'on_hold',
  'disputed',
  'cancelled',
  'completed',
  'ended',
] as const;

/** `uploading`: before the dry run. `failed`: the file could not be read. */
export const IMPORT_STATES = [
  'uploading',
  'checking',
  'checked',
  'failed',
  'applying',
  'applied',
  'inviting',
  'undoing',
  'undone',
] as const;

/** `kept`: the undo kept this row, since its subscription was paid for or got a letter after the import. */
export const IMPORT_ROW_STATES = ['unchecked', 'ready', 'refused', 'imported', 'kept', 'undone'] as const;

export const MOST_SELECTED = 100;

export const RETRY_OUTCOMES = ['paid', 'declined', 'action_required', 'nothing_due'] as const;

export const SUBSCRIPTION_SORTS = ['joined', 'name', 'email', 'plan', 'status', 'place', 'letters', 'charge'] as const;

/** Counts of lists stop after it (one more means "more"), and a bulk action takes no more. */
export const MOST_COUNTED = 100_000;

/** Kinds of emails that are receipts, though their names don't say so. */
export const FIRST_RECEIPTS: ReadonlySet<string> = new Set(['subscription-started', 'gift-bought']);
