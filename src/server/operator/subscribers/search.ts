import type { CommerceCall } from '../../commerce/context.ts';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import {
  type GiftHit,
  type searchGifts,
  type searchSubscribers,
  WITH_HELD,
  WITH_OVERDUE,
} from '../../../contract/operator/subscribers.ts';
import { isCalendarDate } from '../../../domain/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import { gifts } from '../../commerce/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { IS_HELD, IS_OVERDUE } from '../runs/fulfilment-queries.ts';
import { UUID } from '../../../contract/fields.ts';
import { notAPlace, pageOf, type Place, placeIn, placeOf } from '../paging/paging.ts';
import {
  giftMatches,
  hasSubscription,
  type GiftRow,
  listGiftsWhere,
  listSubscribers,
  ownerOfCode,
  ownerOfPiece,
  ownerOfStripeId,
  ownerOfSubscription,
  subscriberMatches,
} from './search-queries.ts';

export async function handleSearchSubscribers({
  ctx,
  query: { q, after },
}: CommerceCall<typeof searchSubscribers>): Promise<ReplyOf<typeof searchSubscribers>> {
  return await pageOfSubscribers(ctx.db, q, after);
}

export async function pageOfSubscribers(db: Db, text: string, after?: string) {
  return pageOf(
    await listSubscribers(db, await subscribersFor(db, text), after === undefined ? null : addressIn(after)),
    ({ id, email, fullName, subscriptions, createdAt }) => ({
      id,
      email,
      fullName,
      subscriptions,
      signedUpAt: createdAt.toISOString(),
    }),
    ({ place }) => Buffer.from(place).toString('base64url'),
  );
}

/** The e-mail address of the last one seen: almost any character can stand in one, and few of them in a cursor. */
function addressIn(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString();
  if (!/^[^\s\p{Cc}\uFFFD]+@[^\s\p{Cc}\uFFFD]+$/u.test(place)) throw notAPlace();
  return place;
}

const STRIPE_ID = /^(sub|cus|in)_\w+$/;

/** 'F20261127-04-000002', as on a label; 'L…' for a first letter. */
const PIECE_CODE = /^([FL])(2\d{3})(\d\d)(\d\d)-(\d\d)-(\d{1,9})$/i;

/** What an operator types says by itself what it is: an id, a label's code, an address or a name. */
async function subscribersFor(db: Db, text: string): Promise<SQL> {
  const id = text.toLowerCase();
  if (id === WITH_OVERDUE) return hasSubscription(db, IS_OVERDUE);
  if (id === WITH_HELD) return hasSubscription(db, IS_HELD);
  if (UUID.test(id)) return isUser((await ownerOfSubscription(db, id)) ?? (await ownerOfPiece(db, id)) ?? id);
  if (STRIPE_ID.test(text)) return isUser(await ownerOfStripeId(db, text));
  const [, letter = '', year, month, day, number, piece] = PIECE_CODE.exec(text) ?? [];
  const nominalOn = `${year}-${month}-${day}`;
  if (!isCalendarDate(nominalOn)) return subscriberMatches(text);
  const kind = letter.toUpperCase() === 'F' ? 'friday' : 'first_letter';
  return isUser(await ownerOfCode(db, { kind, nominalOn, letter: Number(number), number: Number(piece) }));
}

function isUser(id: string | null): SQL {
  return id === null ? sql`false` : eq(userProfiles.id, id);
}

export async function handleSearchGifts({
  ctx,
  query: { q, after },
}: CommerceCall<typeof searchGifts>): Promise<ReplyOf<typeof searchGifts>> {
  return pageOfGifts(await findGifts(ctx.db, q, placeIn(after)));
}

export function pageOfGifts(rows: readonly GiftRow[]) {
  return pageOf(rows, presentGift, ({ gift }) => placeOf({ at: gift.createdAt, id: gift.id }));
}

export async function findGifts(db: Db, text: string, after: Place | null): Promise<GiftRow[]> {
  const id = text.toLowerCase();
  return await listGiftsWhere(db, UUID.test(id) ? eq(gifts.id, id) : giftMatches(db, text), after);
}

function presentGift({ gift, giver, subscriptionId, status }: GiftRow): GiftHit {
  return {
    id: gift.id,
    giverId: gift.userId,
    giver,
    recipientName: gift.recipientName,
    recipientEmail: gift.recipientEmail,
    startDate: gift.startDate,
    planType: gift.planType,
    subscriptionId,
    status,
    announcedAt: gift.announcedAt?.toISOString() ?? null,
    claimedAt: gift.claimedAt?.toISOString() ?? null,
    createdAt: gift.createdAt.toISOString(),
  };
}
