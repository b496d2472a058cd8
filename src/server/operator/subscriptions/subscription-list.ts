import { listSubscriptions, type SubscriptionListQuery } from '../../../contract/operator/subscription-list.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { present } from '../../platform/http/present.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { invalidCursor, pageOf, UUID } from '../calls/paging.ts';
import { countSubscriptionsWhere, listSubscriptionLines, type Place } from './list-queries.ts';

type Sort = SubscriptionListQuery['sort'];
type Row = Awaited<ReturnType<typeof listSubscriptionLines>>[number];

const line = listSubscriptions.reply.shape.items.def.element;

export const subscriptionListHandlers = {
  async listSubscriptions({ ctx: { db, clock }, query: { after, ...query } }) {
    const place = after === undefined ? null : readPlace(after, query.sort);
    const rows = await listSubscriptionLines(db, query, place, newYorkDate(clock.now()));
    return pageOf(
      rows,
      (row) => present(line, row),
      (row) => placeAfter(row, query.sort),
    );
  },

  async countSubscriptions({ ctx: { db, clock }, query }) {
    return { count: await countSubscriptionsWhere(db, query, newYorkDate(clock.now())) };
  },
} satisfies Partial<OperatorHandlers>;

const LATEST = 'infinity';

function placeAfter({ id, key, joinedAt, nextChargeAt }: Row, sort: Sort): string {
  const instant = sort === 'joined' ? joinedAt : nextChargeAt;
  const isInstant = sort === 'joined' || sort === 'charge';
  return Buffer.from(`${id}${isInstant ? (instant?.toISOString() ?? LATEST) : key}`).toString('base64url');
}

const ID_LENGTH = 36;

function readPlace(cursor: string, sort: Sort): Place {
  const text = Buffer.from(cursor, 'base64url').toString();
  const place = { id: text.slice(0, ID_LENGTH), key: text.slice(ID_LENGTH) };
  if (!UUID.test(place.id) || !isKeyOf(sort, place.key)) throw invalidCursor();
  return place;
}

function isKeyOf(sort: Sort, key: string): boolean {
  if (sort === 'letters') return /^\d{1,4}$/.test(key);
  if (sort !== 'joined' && sort !== 'charge') return !/[\p{Cc}\uFFFD]/u.test(key);
  return key === LATEST || (/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(key) && !Number.isNaN(Date.parse(key)));
}
