import * as z from 'zod/mini';
import { requiredText, text } from '../fields.ts';
import { byId, operatorEndpoint, page, paged } from './paging.ts';
import { emailAlarm, emailReply, emailSuppression } from './replies.ts';

export const listEmails = operatorEndpoint('GET /api/operator/emails', {
  summary: 'Emails of one status, newest first. `kind` (words of it, or “receipt”) and `recipient` narrow the list.',
  query: z.object({
    ...paged.shape,
    status: z._default(z.enum(['failed', 'queued', 'suppressed', 'sent']), 'failed'),
    kind: z.optional(text(60)),
    recipient: z.optional(text(320)),
  }),
  reply: page(emailReply),
});

export type EmailAlarm = z.output<typeof emailAlarm>;

export const getEmailAlarm = operatorEndpoint('GET /api/operator/emails/alarm', {
  summary: 'What our mail server refuses, since when, how many mails wait for it, and how many can be retried.',
  reply: z.object({ alarm: z.nullable(emailAlarm), retryable: z.int() }),
});

export const readEmail = operatorEndpoint('GET /api/operator/emails/:id', {
  summary: 'One email as text, without its unsubscribe link. Null if it has a secret link or its contents are deleted.',
  params: byId,
  reply: z.object({ subject: z.nullable(z.string()), text: z.nullable(z.string()) }),
  errors: ['not_found'],
});

export const retryEmail = operatorEndpoint('POST /api/operator/emails/:id/retry', {
  summary: 'Tries a failed mail again.',
  params: byId,
  reply: emailReply,
  errors: ['not_found', 'wrong_state'],
});

export const retryAllEmails = operatorEndpoint('POST /api/operator/emails/retry', {
  summary: 'Tries all mails again that wait or failed because the mail server refused us.',
  reply: z.object({ retried: z.int() }),
});

export type EmailSuppression = z.output<typeof emailSuppression>;

export const liftEmailSuppression = operatorEndpoint('POST /api/operator/email-suppressions/lift', {
  summary: 'Sends email again to an address that had bounced or complained.',
  body: z.object({
    address: requiredText(320, 'Enter an email address.'),
    note: requiredText(500, 'Say why; it is kept in the log.'),
  }),
  reply: emailSuppression,
  errors: ['not_found'],
});
