import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, text } from './fields.ts';

/**
 * rules/accounts 11. The mail goes to the signed-in person whatever `to` says, by the name we know them by, and once in a lifetime
 * of the account: the call cannot make us write to strangers.
 */
export const sendWelcomeEmail = endpoint({
  method: 'POST',
  path: '/functions/v1/send-welcome-email',
  access: 'session',
  summary: 'Welcomes the signed-in person by mail, unless that has been done.',
  body: z.object({ to: email, userName: text(200), type: z.literal('welcome') }),
  reply: z.object({ success: z.literal(true) }),
  errors: [],
});
