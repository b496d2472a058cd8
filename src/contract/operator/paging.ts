import * as z from 'zod/mini';

/** How many rows a page of the console has at most. */
export const PAGE_SIZE = 50;

/** Where the page before ended, as the reply said it; null there: there is no next one. */
export const cursor = z.string().check(z.regex(/^[\w.-]{1,1024}$/, 'Not a place in a list of ours.'));

export const paged = z.object({ after: z.optional(cursor) });

/** One page of a list. */
export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) });
}
