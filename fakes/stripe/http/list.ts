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

/**
 * One page of `rows`, which come newest first.
 * @throws StripeFailure 400 when the cursor names nothing in the list
 */
export function page<R extends Listed>(rows: R[], params: PageParams, url: string): Stripe.ApiList<R> {
  const { limit = DEFAULT_LIMIT, created } = params;
  const listed = created === undefined ? rows : rows.filter((row) => isWithin(row.created, created));
  const after = params.starting_after;
  const before = params.ending_before;
  const start = after === undefined ? 0 : positionOf(listed, after, 'starting_after') + 1;
  const end = before === undefined ? listed.length : positionOf(listed, before, 'ending_before');
  const from = before === undefined ? start : Math.max(start, end - limit);
  const data = listed.slice(from, Math.min(end, from + limit));
  const has_more = before === undefined ? from + data.length < end : from > start;
  return { object: 'list', data, has_more, url };
}

/** A list that is part of an object and shown whole. */
export function wholeList<R>(data: R[], url: string): Stripe.ApiList<R> {
  return { object: 'list', data, has_more: false, url };
}

function positionOf(rows: Listed[], id: string, param: string): number {
  const position = rows.findIndex((row) => row.id === id);
  if (position < 0) throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param });
  return position;
}

function isWithin(time: number, range: number | TimeRange): boolean {
  if (typeof range === 'number') return time === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return time > gt && time >= gte && time < lt && time <= lte;
}
