import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { GiftHit, GiftListQuery } from '../../../contract/operator/gift-list.ts';
import { giftHit } from '../../../contract/operator/replies.ts';
import { giftSearchText } from '../../commerce/indexed-expressions.ts';
import { gifts, subscriptions } from '../../commerce/schema.ts';
import { hasWords } from '../../customers/search-text.ts';
import { userProfiles } from '../../customers/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { present } from '../../platform/http/present.ts';
import { countSome } from '../calls/count-some.ts';
import { customersNamed } from '../calls/searched-customers.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { type Cursor, decodeCursor, encodeCursor, isOlder, type Page, pageOf, QUERY_LIMIT } from '../calls/paging.ts';

export const giftListHandlers = {
  async listGifts({ ctx: { db }, query: { after, ...filter } }) {
    return await pageOfGifts(db, matches(filter), after);
  },

  async countGifts({ ctx: { db }, query: { after: _after, ...filter } }) {
    return { count: await countSome(db, gifts, matches(filter)) };
  },
} satisfies Partial<OperatorHandlers>;

function matches({ q, state, from, to }: Omit<GiftListQuery, 'after'>): SQL | undefined {
  return and(
    q ? sql`${gifts.id} in (${giftsNamed(q)})` : undefined,
    state && STATES[state],
    from ? sql`${gifts.startDate} >= ${from}` : undefined,
    to ? sql`${gifts.startDate} <= ${to}` : undefined,
  );
}

function giftsNamed(q: string): SQL {
  return sql`(select ${gifts.id} from ${gifts} where ${hasWords(giftSearchText(gifts), q)} limit 1000)
    union all select g.id from ${gifts} g where g.user_id in ${customersNamed(q)}`;
}

/** A scalar subquery, so that PostgreSQL reads gifts in order and stops after a page. */
const subscriptionId = sql<
  string | null
>`(select ${subscriptions.id} from ${subscriptions} where ${subscriptions.giftId} = ${gifts.id})`;
const isWaiting = and(isNull(gifts.claimedAt), isNull(gifts.announcedAt));

const STATES: Readonly<Record<NonNullable<GiftListQuery['state']>, SQL | undefined>> = {
  unpaid: and(isWaiting, isNull(subscriptionId)),
  not_announced: and(isWaiting, isNotNull(subscriptionId)),
  announced: and(isNull(gifts.claimedAt), isNotNull(gifts.announcedAt), isNotNull(subscriptionId)),
  claimed: isNotNull(gifts.claimedAt),
};

type GiftRow = Awaited<ReturnType<typeof listGiftsWhere>>[number];

async function listGiftsWhere(db: Db, which: SQL | undefined, after: Cursor | null) {
  return await db
    .select({
      gift: gifts,
      giver: userProfiles.email,
      subscriptionId: subscriptions.id,
      status: subscriptions.status,
    })
    .from(gifts)
    .innerJoin(userProfiles, eq(userProfiles.id, gifts.userId))
    .leftJoin(subscriptions, eq(subscriptions.giftId, gifts.id))
    .where(and(which, isOlder(gifts.createdAt, gifts.id, after)))
    .orderBy(desc(gifts.createdAt), desc(gifts.id))
    .limit(QUERY_LIMIT);
}

export async function pageOfGifts(db: Db, which: SQL | undefined, after: string | undefined): Promise<Page<GiftHit>> {
  const rows = await listGiftsWhere(db, which, decodeCursor(after));
  return pageOf(rows, presentGift, ({ gift }) => encodeCursor({ at: gift.createdAt, id: gift.id }));
}

function presentGift({ gift, ...row }: GiftRow): GiftHit {
  return present(giftHit, { ...gift, ...row, giverId: gift.userId });
}
