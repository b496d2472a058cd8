import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, text } from './fields.ts';

/** rules/accounts 11: `to` is ignored, so the call cannot write to strangers. */
export const sendWelcomeEmail = endpoint({
  method: 'POST',
  path: '/functions/v1/send-welcome-email',
  access: 'session',
  summary: 'Welcomes the signed-in person by mail, unless that has been done.',
  body: z.object({ to: email, userName: text(200), type: z.literal('welcome') }),
  reply: z.object({ success: z.literal(true) }),
  errors: [],
});
