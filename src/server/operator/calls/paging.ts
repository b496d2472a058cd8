import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import { ApiError } from '../../platform/api-error.ts';

/** One more row than a page has, to know whether there is a next page. */
export const QUERY_LIMIT = PAGE_SIZE + 1;

export interface Page<Item> {
  items: Item[];
  next: string | null;
}

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

/** The position of a page's last row, in a list ordered by instant and id. */
export interface Cursor {
  readonly at: Date;
  readonly id: string;
}

export function encodeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}_${id}`;
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws ApiError validation_failed */
export function decodeCursor(cursor: string | undefined, ids = UUID): Cursor | null {
  const [, at, id = ''] = matchCursor(cursor, /^(\d{1,13})_([\w-]{1,100})$/) ?? [];
  if (at === undefined) return null;
  if (!ids.test(id)) throw invalidCursor();
  return { at: new Date(Number(at)), id };
}

/** @throws ApiError validation_failed */
export function decodeNumber(cursor: string | undefined, highest = Number.MAX_SAFE_INTEGER): number | null {
  const number = matchCursor(cursor, /^\d{1,15}$/)?.[0];
  if (number === undefined) return null;
  if (Number(number) > highest) throw invalidCursor();
  return Number(number);
}

/** @throws ApiError validation_failed */
export function matchCursor(cursor: string | undefined, form: RegExp): RegExpExecArray | null {
  if (cursor === undefined) return null;
  const match = form.exec(cursor);
  if (match === null) throw invalidCursor();
  return match;
}

export function invalidCursor(): ApiError {
  return new ApiError('validation_failed', 'That is no place in this list.', { after: 'Not a place in this list.' });
}

export function isNewer(at: SQLWrapper, id: SQLWrapper, than: Cursor | null): SQL | undefined {
  return than === null ? undefined : sql`(${at}, ${id}) > (${than.at.toISOString()}, ${than.id})`;
}

export function isOlder(at: SQLWrapper, id: SQLWrapper, than: Cursor | null): SQL | undefined {
  return than === null ? undefined : sql`(${at}, ${id}) < (${than.at.toISOString()}, ${than.id})`;
}
