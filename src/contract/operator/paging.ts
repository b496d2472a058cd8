import * as z from 'zod/mini';
import { type Definition, endpoint, type RequestLine } from '../endpoint.ts';
import { uuid } from '../fields.ts';

export const PAGE_SIZE = 50;

const cursor = z.string().check(z.regex(/^[\w.-]{1,1024}$/, 'Not a place in a list of ours.'));

export const paged = z.object({ after: z.optional(cursor) });

export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) });
}

type Schema = z.ZodMiniType;

export const operatorEndpoint = <
  Reply extends Schema,
  Params extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
>(
  request: RequestLine,
  definition: Omit<Definition<Params, Body, Reply, Query>, 'access'>,
) => endpoint<Reply, Params, Body, Query>(request, { ...definition, access: 'operator' });

export const byId = z.object({ id: uuid });

export const listOf = <Item extends z.ZodMiniType>(
  owner: 'subscribers' | 'subscriptions' | 'runs',
  name: string,
  summary: string,
  item: Item,
) =>
  operatorEndpoint(`GET /api/operator/${owner}/:id/${name}`, {
    summary,
    params: byId,
    query: paged,
    reply: page(item),
    errors: ['not_found'],
  });
