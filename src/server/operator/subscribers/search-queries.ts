import { and, asc, desc, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import type { Run } from '../../fulfilment/runs/runs.ts';
import { mailingPieces, mailingRuns } from '../../fulfilment/schema.ts';
import { gifts, invoices, subscriptions } from '../../commerce/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { isOlder, QUERY_LIMIT, type Cursor } from '../calls/paging.ts';

export const IS_OVERDUE = eq(subscriptions.status, 'past_due');
/** A dispute holds the letters of a subscription that has not ended. */
export const IS_HELD = and(
  isNotNull(subscriptions.disputeHeldAt),
  inArray(subscriptions.status, ['active', 'past_due']),
);

function emailBegins(column: SQL, text: string): SQL {
  return sql`lower(${column}) like ${`${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`;
}

function nameHas(name: SQL, text: string): SQL | undefined {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu);
  if (words === null) return undefined;
  const beginnings = words.map((word) => `${word}:*`).join(' & ');
  return sql`to_tsvector('simple', ${name}) @@ to_tsquery('simple', ${beginnings})`;
}

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
    .limit(QUERY_LIMIT);
}

export function subscriberMatches(text: string): SQL {
  const byName = nameHas(sql`coalesce(${userProfiles.fullName}, '')`, text);
  return or(emailBegins(sql`${userProfiles.email}`, text), byName) ?? sql`false`;
}

export function hasSubscription(db: Db, which: SQL | undefined): SQL {
  return inArray(userProfiles.id, db.select({ id: subscriptions.userId }).from(subscriptions).where(which));
}

export async function ownerOfSubscription(db: Db, id: string): Promise<string | null> {
  return await ownerWhere(db, eq(subscriptions.id, id));
}

export async function ownerOfStripeId(db: Db, id: string): Promise<string | null> {
  if (id.startsWith('sub_')) return await ownerWhere(db, eq(subscriptions.stripeSubscriptionId, id));
  if (id.startsWith('cus_')) {
    const { id: userId, stripeCustomerId } = userProfiles;
    const [user] = await db.select({ userId }).from(userProfiles).where(eq(stripeCustomerId, id)).limit(1);
    return user?.userId ?? null;
  }
  const invoice = db.select({ id: invoices.subscriptionId }).from(invoices).where(eq(invoices.stripeInvoiceId, id));
  return await ownerWhere(db, sql`${subscriptions.id} = (${invoice})`);
}

export async function ownerOfPiece(db: Db, id: string): Promise<string | null> {
  const piece = db.select({ id: mailingPieces.subscriptionId }).from(mailingPieces).where(eq(mailingPieces.id, id));
  return await ownerWhere(db, sql`${subscriptions.id} = (${piece})`);
}

export async function ownerOfCode(
  db: Db,
  { kind, nominalOn, letter, number }: Pick<Run, 'kind' | 'nominalOn'> & { letter: number; number: number },
): Promise<string | null> {
  const piece = db
    .select({ id: mailingPieces.subscriptionId })
    .from(mailingPieces)
    .innerJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId))
    .where(
      and(
        eq(mailingRuns.kind, kind),
        eq(mailingRuns.nominalOn, nominalOn),
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

export type GiftRow = Awaited<ReturnType<typeof listGiftsWhere>>[number];

export async function listGiftsWhere(db: Db, which: SQL | undefined, after: Cursor | null) {
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

/** By recipient or giver. The union lets each half use its own indexes. */
export function giftMatches(db: Db, text: string): SQL {
  const { id, userId, recipientEmail, recipientName } = gifts;
  const isReceived = or(emailBegins(sql`${recipientEmail}`, text), nameHas(sql`${recipientName}`, text));
  const received = db.select({ id }).from(gifts).where(isReceived);
  const given = db
    .select({ id })
    .from(gifts)
    .innerJoin(userProfiles, eq(userProfiles.id, userId))
    .where(subscriberMatches(text));
  return inArray(id, received.union(given));
}
