import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/** The limit of a query: the row beyond a page says that there is a next one. */
export const ONE_TOO_MANY = PAGE_SIZE + 1;

export interface Page<Item> {
  items: Item[];
  next: string | null;
}

/** @param rows at most `ONE_TOO_MANY` of them */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  present: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Page<Item> {
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  const next = rows.length > PAGE_SIZE && last !== undefined ? cursorOf(last) : null;
  return { items: shown.map(present), next };
}

/** Where a list ordered by an instant and an id goes on: 'milliseconds_id'. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

export function placeOf({ at, id }: Place): string {
  return `${at.getTime()}_${id}`;
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws ApiError validation_failed */
export function placeIn(cursor: string | undefined, ids = UUID): Place | null {
  const [, at, id = ''] = cursorParts(cursor, /^(\d{1,13})_([\w-]{1,100})$/) ?? [];
  if (at === undefined) return null;
  if (!ids.test(id)) throw notAPlace();
  return { at: new Date(Number(at)), id };
}

/** @throws ApiError validation_failed */
export function numberIn(cursor: string | undefined, highest = Number.MAX_SAFE_INTEGER): number | null {
  const number = cursorParts(cursor, /^\d{1,15}$/)?.[0];
  if (number === undefined) return null;
  if (Number(number) > highest) throw notAPlace();
  return Number(number);
}

/**
 * @returns the match of a cursor, null without a cursor
 * @throws ApiError validation_failed
 */
export function cursorParts(cursor: string | undefined, form: RegExp): RegExpExecArray | null {
  if (cursor === undefined) return null;
  const match = form.exec(cursor);
  if (match === null) throw notAPlace();
  return match;
}

export function notAPlace(): ApiError {
  return new ApiError('validation_failed', 'That is no place in this list.', { after: 'Not a place in this list.' });
}

/** In a list that is newest first: what comes after that place. */
export function isOlder(at: SQLWrapper, id: SQLWrapper, than: Place | null): SQL | undefined {
  return than === null ? undefined : sql`(${at}, ${id}) < (${than.at.toISOString()}, ${than.id})`;
}
