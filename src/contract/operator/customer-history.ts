import * as z from 'zod/mini';
import { addressReply } from '../addresses.ts';
import { getCaseFile } from '../case-file.ts';
import { instant, uuid } from '../fields.ts';
import { getOverview } from '../overview.ts';
import { byId, listOf, operatorEndpoint } from './paging.ts';

const timelineEntry = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum([
    'signed_up',
    'subscribed',
    'claimed',
    'paid',
    'unpaid',
    'refunded',
    'disputed',
    'warned',
    'emailed',
    'mailed',
    'letter',
    'stripe',
    'operator',
  ]),
  words: z.string(),
  by: z.string(),
  note: z.nullable(z.string()),
  subscriptionId: z.nullable(uuid),
  stripeId: z.nullable(z.string()),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const listSubscriberTimeline = listOf(
  'subscribers',
  'timeline',
  'Everything that happened to one subscriber, newest first.',
  timelineEntry,
);

export const viewAsCustomer = operatorEndpoint('POST /api/operator/subscribers/:id/view', {
  summary: 'What a customer sees in the account, without payment details. It is logged.',
  params: byId,
  reply: z.extend(getOverview.reply, { addresses: z.array(addressReply), caseFiles: z.array(getCaseFile.reply) }),
  errors: ['not_found'],
});
