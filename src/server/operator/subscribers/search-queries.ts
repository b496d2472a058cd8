import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { mailingRuns, mailingPieces } from '../../fulfilment/schema.ts';
import { gifts, invoices, subscriptions } from '../../commerce/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { isOlder, ONE_TOO_MANY, type Place } from '../paging/paging.ts';

/** The beginning of an e-mail address, in the form its index is kept in. */
export function emailBegins(column: SQL | typeof userProfiles.email, text: string): SQL {
  return sql`lower(${column}) like ${`${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** Words a name must have, each by its beginning; null when there is no word in the text. */
export function wordsBegin(text: string): string | null {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ');
}

/** In the order of their addresses. `afterEmail`: the place of the last one seen. */
export async function listSubscribers(db: Db, which: SQL, afterEmail: string | null) {
  const place = sql<string>`lower(${userProfiles.email})`;
  return await db
    .select({
      id: userProfiles.id,
      email: userProfiles.email,
      fullName: userProfiles.fullName,
      createdAt: userProfiles.createdAt,
      subscriptions: db.$count(subscriptions, eq(subscriptions.userId, userProfiles.id)),
      place,
    })
    .from(userProfiles)
    .where(and(which, afterEmail === null ? undefined : gt(place, afterEmail)))
    .orderBy(asc(place))
    .limit(ONE_TOO_MANY);
}

/** By the beginning of the address, or by words of the name. */
export function subscriberMatches(text: string): SQL {
  const words = wordsBegin(text);
  const byName =
    words === null
      ? undefined
      : sql`to_tsvector('simple', coalesce(${userProfiles.fullName}, '')) @@ to_tsquery('simple', ${words})`;
  return or(emailBegins(userProfiles.email, text), byName) ?? sql`false`;
}

/** Those with a subscription of which that is true. */
export function hasSubscription(db: Db, which: SQL | undefined): SQL {
  return inArray(userProfiles.id, db.select({ id: subscriptions.userId }).from(subscriptions).where(which));
}

export async function ownerOfSubscription(db: Db, id: string): Promise<string | null> {
  return await ownerWhere(db, eq(subscriptions.id, id));
}

export async function ownerOfStripeId(db: Db, id: string): Promise<string | null> {
  if (id.startsWith('sub_')) return await ownerWhere(db, eq(subscriptions.stripeSubscriptionId, id));
  if (id.startsWith('cus_')) return await userWhere(db, eq(userProfiles.stripeCustomerId, id));
  const invoice = db.select({ id: invoices.subscriptionId }).from(invoices).where(eq(invoices.stripeInvoiceId, id));
  return await ownerWhere(db, sql`${subscriptions.id} = (${invoice})`);
}

export async function ownerOfPiece(db: Db, id: string): Promise<string | null> {
  const piece = db.select({ id: mailingPieces.subscriptionId }).from(mailingPieces).where(eq(mailingPieces.id, id));
  return await ownerWhere(db, sql`${subscriptions.id} = (${piece})`);
}

interface PieceCode {
  readonly kind: 'friday' | 'first_letter';
  readonly nominalOn: string;
  readonly letter: number;
  readonly number: number;
}

/** Whose piece that is which has this code on its label. */
export async function ownerOfCode(db: Db, { kind, nominalOn, letter, number }: PieceCode): Promise<string | null> {
  const piece = db
    .select({ id: mailingPieces.subscriptionId })
    .from(mailingPieces)
    .innerJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId))
    .where(
      and(
        eq(mailingRuns.kind, kind),
        sql`${mailingRuns.nominalOn} = ${nominalOn}::date`,
        eq(mailingPieces.letter, letter),
        eq(mailingPieces.number, number),
      ),
    )
    .limit(1);
  return await ownerWhere(db, sql`${subscriptions.id} = (${piece})`);
}

async function ownerWhere(db: Db, which: SQL): Promise<string | null> {
  const [row] = await db.select({ id: subscriptions.userId }).from(subscriptions).where(which).limit(1);
  return row?.id ?? null;
}

async function userWhere(db: Db, which: SQL): Promise<string | null> {
  const [row] = await db.select({ id: userProfiles.id }).from(userProfiles).where(which).limit(1);
  return row?.id ?? null;
}

export type GiftRow = Awaited<ReturnType<typeof listGiftsWhere>>[number];

/** Newest first. */
export async function listGiftsWhere(db: Db, which: SQL | undefined, after: Place | null) {
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
    .limit(ONE_TOO_MANY);
}

/** By the recipient's address or name, or by the giver's. */
export function giftMatches(db: Db, text: string): SQL {
  const words = wordsBegin(text);
  const byName =
    words === null ? undefined : sql`to_tsvector('simple', ${gifts.recipientName}) @@ to_tsquery('simple', ${words})`;
  const recipient = or(emailBegins(sql`${gifts.recipientEmail}`, text), byName);
  // A union: the indexes of gifts find the one half, those of their givers the other.
  const received = db.select({ id: gifts.id }).from(gifts).where(recipient);
  const given = db
    .select({ id: gifts.id })
    .from(gifts)
    .innerJoin(userProfiles, eq(userProfiles.id, gifts.userId))
    .where(subscriberMatches(text));
  return inArray(gifts.id, received.union(given));
}
