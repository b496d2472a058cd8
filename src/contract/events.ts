import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { EVENT_PATHS } from './event-paths.ts';
import { requiredText, uuid } from './fields.ts';

const DAY_MS = 86_400_000;

const everywhere = {
  path: z.enum(EVENT_PATHS as [string, ...string[]]),
  /**
   * Milliseconds between the event and the sending of its batch. Visitors' clocks may be wrong, but differences between
   * their times are right.
   */
  age: z.int().check(z.gte(0), z.lte(DAY_MS)),
};

const signInMethod = z.enum(['password', 'google']);

/** Nothing in an event identifies the visitor (rules/pages 24). */
const visitEvent = z.discriminatedUnion('name', [
  z.strictObject({
    ...everywhere,
    name: z.literal('page_view'),
    referrer: z.optional(requiredText(255)),
  }),
  z.strictObject({ ...everywhere, name: z.literal('click'), target: requiredText(60) }),
  z.strictObject({ ...everywhere, name: z.literal('form_submit'), form: requiredText(60) }),
  z.strictObject({ ...everywhere, name: z.literal('sign_up'), method: signInMethod }),
  z.strictObject({ ...everywhere, name: z.literal('login'), method: signInMethod }),
  z.strictObject({ ...everywhere, name: z.literal('scroll'), percent: z.literal([25, 50, 75, 100]) }),
  z.strictObject({ ...everywhere, name: z.literal('faq_view'), question: requiredText(120) }),
]);
export type VisitEvent = z.output<typeof visitEvent>;

export const EVENTS_PER_BATCH = 40;

export const recordEvents = endpoint('POST /api/events', {
  access: 'public',
  summary: 'Counts what happened during a visit. Nothing is kept of visitors who send DNT or Sec-GPC.',
  body: z.strictObject({
    visit: uuid,
    events: z.array(visitEvent).check(z.minLength(1), z.maxLength(EVENTS_PER_BATCH)),
  }),
  reply: z.object({ accepted: z.int() }),
});
