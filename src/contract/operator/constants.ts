import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { code, pattern, uuid } from '../fields.ts';
import { ROLES } from '../../domain/staff-roles.ts';

/** The column has two bytes. */
export const HIGHEST_BATCH = 32_767;

/** Answers with a file, so it is no endpoint of the table. */
export const RUN_FILE = {
  path: '/api/operator/runs/:id/batches/:batch/files/:name',
  summary: 'One file of a batch, ready for the printer; or all of it for a print house, as bureau.zip.',
  params: z.object({
    id: uuid,
    batch: pattern(/^\d{1,4}$/, 'Not a batch.'),
    name: pattern(/^[\w.-]{1,100}$/, 'Not the name of a file.'),
  }),
} as const;

/** The next two serve operators whose authenticator does not open the console yet: no endpoints of the table (decision 036). */
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

/** `cancelled`: letters that are paid for still follow. `ended`: none does. */
export const SUBSCRIPTION_WORDS = [
  'active',
  'past_due',
  'on_hold',
  'disputed',
  'cancelled',
  'completed',
  'ended',
] as const;

/** `uploading` until the dry run begins; `failed`: the file could not be read. */
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

/** `kept`: paid or mailed to since, so that the undo left it. */
export const IMPORT_ROW_STATES = ['unchecked', 'ready', 'refused', 'imported', 'kept', 'undone'] as const;

/** Of a list, by its marks. */
export const MOST_SELECTED = 100;

export const SUBSCRIPTION_SORTS = ['joined', 'name', 'email', 'plan', 'status', 'place', 'letters', 'charge'] as const;
