import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { uuid } from '../fields.ts';

/** How many rows a page of the console has at most. */
export const PAGE_SIZE = 50;

/** Where the page before ended, as the reply said it; null there: there is no next one. */
export const cursor = z.string().check(z.regex(/^[\w.-]{1,1024}$/, 'Not a place in a list of ours.'));

export const paged = z.object({ after: z.optional(cursor) });

/** One page of a list. */
export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) });
}

/** What belongs to one subscriber, one subscription or one run, a page at a time. */
export const listOf = <Item extends z.ZodMiniType>(
  owner: 'subscribers' | 'subscriptions' | 'runs',
  name: string,
  summary: string,
  item: Item,
) =>
  endpoint({
    method: 'GET',
    path: `/api/operator/${owner}/:id/${name}`,
    access: 'operator',
    summary,
    params: z.object({ id: uuid }),
    query: paged,
    reply: page(item),
    errors: ['not_found'],
  });
