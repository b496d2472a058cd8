import type Stripe from 'stripe';
import { invalidRequest } from './failure.ts';

interface TimeRange {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
}

export interface PageParams {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: number | TimeRange | undefined;
}

const DEFAULT_LIMIT = 10;

interface Listed {
  id: string;
  created: number;
}

/** Every object of a kind, listed or not. */
interface Kind {
  newestFirst(): Array<{ id: string }>;
}

/**
 * One page of `rows`, which come newest first. A cursor is any object of the kind: one that has left the list since the page before (a
 * subscription that has ended, say) still says where to go on.
 * @throws StripeFailure 400 when the cursor names nothing at all
 */
export function page<R extends Listed>(rows: R[], kind: Kind, params: PageParams, url: string): Stripe.ApiList<R> {
  const { limit = DEFAULT_LIMIT, created } = params;
  const listed = created === undefined ? rows : rows.filter((row) => isWithin(row.created, created));
  const after = params.starting_after;
  const before = params.ending_before;
  const start = after === undefined ? 0 : cut(listed, kind, after, 'starting_after');
  const end = before === undefined ? listed.length : cut(listed, kind, before, 'ending_before');
  const from = before === undefined ? start : Math.max(start, end - limit);
  const data = listed.slice(from, Math.min(end, from + limit));
  const has_more = before === undefined ? from + data.length < end : from > start;
  return { object: 'list', data, has_more, url };
}

/** A list that is part of an object and shown whole. */
export function wholeList<R>(data: R[], url: string): Stripe.ApiList<R> {
  return { object: 'list', data, has_more: false, url };
}

/** How many rows come before a cursor; with `starting_after`, the cursor counts too. */
function cut(rows: Listed[], kind: Kind, id: string, param: 'starting_after' | 'ending_before'): number {
  const position = rows.findIndex((row) => row.id === id);
  if (position >= 0) return param === 'starting_after' ? position + 1 : position;
  const ids = kind.newestFirst().map((row) => row.id);
  const place = ids.indexOf(id);
  if (place < 0) throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param });
  const newer = new Set(ids.slice(0, place));
  return rows.filter((row) => newer.has(row.id)).length;
}

function isWithin(time: number, range: number | TimeRange): boolean {
  if (typeof range === 'number') return time === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return time > gt && time >= gte && time < lt && time <= lte;
}
