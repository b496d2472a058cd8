import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { EVENT_PATHS } from './event-paths.ts';
import { pattern, uuid } from './fields.ts';

export const MAX_FRAMES = 8;

export const reportPageFailure = endpoint('POST /api/failures', {
  access: 'public',
  summary: 'Notes in our log that a page failed in somebody’s browser, under the reference shown there.',
  body: z.strictObject({
    reference: uuid,
    path: z.enum(EVENT_PATHS as [string, ...string[]]),
    kind: pattern(/^[A-Za-z_]{1,40}$/, 'Not the name of an error.'),
    frames: z
      .array(pattern(/^\/assets\/[\w.-]{1,80}\.(js|css)(:\d{1,7}){0,2}$/, 'Not a place in a file of ours.'))
      .check(z.maxLength(MAX_FRAMES)),
  }),
  reply: z.object({ reference: z.string() }),
});
