import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pattern } from './fields.ts';

/** A POST, since email programs open links without a click of the user. */
export const adoptGoogle = endpoint('POST /api/google-adoption', {
  access: 'public',
  summary: 'Connects the Google account that came with an account’s address, by the link that was mailed there.',
  body: z.object({ token: pattern(/^[A-Za-z0-9_-]{43}$/, 'This link doesn’t work.') }),
  reply: z.object({ connected: z.literal(true) }),
  errors: ['link_expired', 'rate_limited'],
});
