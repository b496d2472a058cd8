import { eq, type SQL, sql } from 'drizzle-orm';
import { WITH_HELD, WITH_OVERDUE } from '../../../contract/operator/constants.ts';
import type { GiftHit } from '../../../contract/operator/subscribers.ts';
import { giftHit, subscriberHit } from '../../../contract/operator/replies.ts';
import { gifts } from '../../commerce/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { readRunCode } from '../../fulfilment/runs/runs.ts';
import type { Db } from '../../platform/db/database.ts';
import { present } from '../../platform/http/present.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { invalidCursor, type Page, pageOf, decodeCursor, encodeCursor, UUID } from '../calls/paging.ts';
import {
  giftMatches,
  type GiftRow,
  hasSubscription,
  IS_HELD,
  IS_OVERDUE,
  listGiftsWhere,
  listSubscribers,
  ownerOfCode,
  ownerOfPiece,
  ownerOfStripeId,
  ownerOfSubscription,
  subscriberMatches,
} from './search-queries.ts';

export const searchHandlers = {
  async searchSubscribers({ ctx: { db }, query: { q, after } }) {
    const which = await subscribersFor(db, q);
    const rows = await listSubscribers(db, which, after === undefined ? null : emailIn(after));
    return pageOf(
      rows,
      (row) => present(subscriberHit, { ...row, signedUpAt: row.createdAt }),
      ({ place }) => Buffer.from(place).toString('base64url'),
    );
  },

  async searchGifts({ ctx: { db }, query: { q, after } }) {
    const id = q.toLowerCase();
    return await pageOfGifts(db, UUID.test(id) ? eq(gifts.id, id) : giftMatches(db, q), after);
  },
} satisfies Partial<OperatorHandlers>;

const STRIPE_ID = /^(sub|cus|in)_\w+$/;

/** 'F20261127-04-000002', as on a label. */
const PIECE_CODE = /^([FL]2\d{7})-(\d\d)-(\d{1,9})$/i;

async function subscribersFor(db: Db, text: string): Promise<SQL> {
  const id = text.toLowerCase();
  if (id === WITH_OVERDUE) return hasSubscription(db, IS_OVERDUE);
  if (id === WITH_HELD) return hasSubscription(db, IS_HELD);
  if (UUID.test(id)) return isUser((await ownerOfSubscription(db, id)) ?? (await ownerOfPiece(db, id)) ?? id);
  if (STRIPE_ID.test(text)) return isUser(await ownerOfStripeId(db, text));
  const [, run = '', letter, number] = PIECE_CODE.exec(text) ?? [];
  const named = readRunCode(run);
  if (named === null) return subscriberMatches(text);
  return isUser(await ownerOfCode(db, { ...named, letter: Number(letter), number: Number(number) }));
}

function isUser(id: string | null): SQL {
  return id === null ? sql`false` : eq(userProfiles.id, id);
}

/** Emails hold characters that a cursor cannot, so the cursor encodes the last one. */
function emailIn(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString();
  if (!/^[^\s\p{Cc}\uFFFD]+@[^\s\p{Cc}\uFFFD]+$/u.test(place)) throw invalidCursor();
  return place;
}

export async function pageOfGifts(db: Db, which: SQL | undefined, after: string | undefined): Promise<Page<GiftHit>> {
  const rows = await listGiftsWhere(db, which, decodeCursor(after));
  return pageOf(rows, presentGift, ({ gift }) => encodeCursor({ at: gift.createdAt, id: gift.id }));
}

function presentGift({ gift, ...row }: GiftRow): GiftHit {
  return present(giftHit, { ...gift, ...row, giverId: gift.userId });
}
