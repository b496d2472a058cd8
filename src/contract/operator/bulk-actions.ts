import * as z from 'zod/mini';
import { calendarDate, instant, lines, requiredText, text, uuid } from '../fields.ts';
import { byId, operatorEndpoint, page, paged } from './paging.ts';
import { filterQuery } from './subscription-filter.ts';
import { tagInput } from './tag.ts';

export const BULK_ACTIONS = ['tag', 'hold', 'email'] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];

const bulkAction = z.object({
  id: uuid,
  action: z.enum(BULK_ACTIONS),
  operator: z.string(),
  note: z.string(),
  subscriptions: z.int(),
  done: z.int(),
  skipped: z.int(),
  startedAt: instant,
  finishedAt: z.nullable(instant),
});
export type BulkAction = z.output<typeof bulkAction>;

export const startBulkAction = operatorEndpoint('POST /api/operator/bulk-actions', {
  summary:
    'Tags, holds or emails all subscriptions that match a filter, each once. With the same `key` it is one action. `count` is how many match, as the operator saw it.',
  body: z.object({
    key: uuid,
    action: z.enum(BULK_ACTIONS),
    filter: z._default(filterQuery, {}),
    count: z.int().check(z.minimum(1)),
    tag: z.optional(tagInput),
    /** For a hold: the day on which mailing resumes. The hold begins at the first letter that isn't sealed. */
    resumeOn: z.optional(calendarDate),
    /** In subject and text the fields of `domain/operator-email-fields`, such as `{plan}`, are filled in for each customer. */
    subject: z.optional(text(120)),
    text: z.optional(lines(5_000)),
    note: requiredText(500, 'Say why; it is kept in the log.'),
  }),
  reply: bulkAction,
  errors: ['validation_failed', 'wrong_state'],
});

export const listBulkActions = operatorEndpoint('GET /api/operator/bulk-actions', {
  summary: 'Actions on many subscriptions, newest first: how many are done, and how many were skipped.',
  query: paged,
  reply: page(bulkAction),
});

const skippedRow = z.object({ id: uuid, email: z.string(), reason: z.string() });

export const listSkipped = operatorEndpoint('GET /api/operator/bulk-actions/:id/skipped', {
  summary: 'The subscriptions that an action on many skipped, and why.',
  params: byId,
  query: paged,
  reply: page(skippedRow),
});
