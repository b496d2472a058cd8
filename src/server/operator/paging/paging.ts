import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { UUID } from '../../../contract/fields.ts';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import { HIGHEST_BATCH } from '../../../contract/operator/fulfilment.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/** What a query asks for: one row more than a page shows, which tells whether there is a next one. */
export const ONE_TOO_MANY = PAGE_SIZE + 1;

export interface Page<Item> {
  items: Item[];
  next: string | null;
}

/** The page that those rows are, of which there may be one too many. */
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

const PLACE = /^(\d{1,13})_([\w-]{1,100})$/;

/**
 * @param ids what the ids of that list look like
 * @throws ApiError validation_failed
 */
export function placeIn(cursor: string | undefined, ids = UUID): Place | null {
  if (cursor === undefined) return null;
  const [, at = '', id = ''] = PLACE.exec(cursor) ?? [];
  if (!ids.test(id)) throw notAPlace();
  return { at: new Date(Number(at)), id };
}

/** In a list that is newest first: what comes after that place. */
export function isOlder(at: SQLWrapper, id: SQLWrapper, than: Place | null): SQL | undefined {
  return than === null ? undefined : sql`(${at}, ${id}) < (${than.at.toISOString()}, ${than.id})`;
}

/** In a list of events, whose ids are numbers. @throws ApiError validation_failed */
export function eventIn(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) throw notAPlace();
  return Number(cursor);
}

/** In a list of batches. @throws ApiError validation_failed */
export function batchAt(cursor: string | undefined): number {
  const number = eventIn(cursor) ?? 0;
  if (number > HIGHEST_BATCH) throw notAPlace();
  return number;
}

export function notAPlace(): ApiError {
  return new ApiError('validation_failed', 'That is no place in this list.', { after: 'Not a place in this list.' });
}
