import { and, count, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { CARD_FAILURE_WINDOW_MS, CARD_FAILURES_PER_ACCOUNT, CARD_FAILURES_PER_NETWORK } from '../../../domain/card.ts';
import type { Client } from '../../platform/http/client.ts';
import { fingerprint, networkOf } from '../../platform/rate-limits/network.ts';
import type { CommerceContext } from '../context.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { cardFailures, issuedIntents } from '../billing-schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { askStripe, isRefusal } from './stripe-client.ts';

/** Who is trying cards: an account, and a fingerprint of the network it calls from. */
export interface PaymentActor {
  readonly userId: string;
  readonly network: string;
}

export function paymentActor(userId: string, client: Client): PaymentActor {
  return { userId, network: fingerprint(networkOf(client.ip)) };
}

/** Refuses somebody at the limit before the provider is asked anything. @throws ApiError rate_limited */
export async function refuseAtLimit(ctx: CommerceContext, actor: PaymentActor): Promise<void> {
  if (await isAtLimit(ctx.db, actor, ctx.clock.now())) throw tooManyCards();
}

/**
 * Tries a card that the provider itself refuses or takes, such as attaching it. The attempt is written down as a failure before it
 * is made and struck out when it was none, so that a hundred at once count as well as a hundred in a row.
 * @param wasRefused whether an error says that the card was refused
 * @throws ApiError rate_limited, without trying; whatever the attempt throws
 */
export async function tryCard<T>(
  ctx: CommerceContext,
  actor: PaymentActor,
  card: { id: string; wasRefused: (error: unknown) => boolean },
  attempt: () => Promise<T>,
): Promise<T> {
  await reserve(ctx, actor, card.id);
  try {
    const result = await attempt();
    await deleteAttempt(ctx.db, card.id);
    return result;
  } catch (error) {
    if (!card.wasRefused(error)) await deleteAttempt(ctx.db, card.id);
    throw error;
  }
}

async function reserve(ctx: CommerceContext, actor: PaymentActor, id: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockCounters(tx, actor);
    if (await isAtLimit(tx, actor, now)) throw tooManyCards();
    await addFailure(tx, actor, id, now);
  });
}

/** First the account's lock, then the network's, in every transaction: so nobody waits in a circle. */
async function lockCounters(tx: Transaction, { userId, network }: PaymentActor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cards of ${userId}`}, 0))`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cards from ${network}`}, 0))`);
}

async function deleteAttempt(db: Db, id: string): Promise<void> {
  await db.delete(cardFailures).where(eq(cardFailures.id, id));
}

/** Notes a refused card, once per `id`. */
export async function addFailure(db: Db, { userId, network }: PaymentActor, id: string, failedAt: Date): Promise<void> {
  await db.insert(cardFailures).values({ id, userId, network, failedAt }).onConflictDoNothing();
}

/** Whether the account or its network has had all the refused cards it may have within the hour. */
export async function isAtLimit(db: Db, actor: PaymentActor, now: Date): Promise<boolean> {
  const { byAccount, byNetwork } = await recentFailures(db, actor, now);
  return byAccount >= CARD_FAILURES_PER_ACCOUNT || byNetwork >= CARD_FAILURES_PER_NETWORK;
}

async function recentFailures(db: Db, { userId, network }: PaymentActor, now: Date) {
  const since = new Date(now.getTime() - CARD_FAILURE_WINDOW_MS);
  const recent = (mine: ReturnType<typeof eq>) =>
    db
      .select({ failures: count() })
      .from(cardFailures)
      .where(and(mine, gt(cardFailures.failedAt, since)));
  const [account] = await recent(eq(cardFailures.userId, userId));
  const [around] = await recent(eq(cardFailures.network, network));
  return { byAccount: account?.failures ?? 0, byNetwork: around?.failures ?? 0 };
}

function tooManyCards(): ApiError {
  return new ApiError(
    'rate_limited',
    'Too many cards have been declined. To be safe, we try no further one for an hour. Write to us if you need help.',
  );
}

export type IssuedIntent = typeof issuedIntents.$inferSelect;

/** A secret that a browser may try cards on, and what it is for. */
export interface IntentToIssue {
  readonly clientSecret: string;
  readonly purpose: IssuedIntent['purpose'];
  readonly stripeSubscriptionId: string | null;
}

/**
 * Remembers to whom a secret is handed: the browser confirms it with the provider, past us, and only the provider's event tells of
 * a refused card (rules/money 38). The limit is looked at once more when the row stands: whoever reaches it meanwhile either
 * finds the row and closes it, or is found here.
 * @throws ApiError rate_limited, and then the secret must not leave the house
 */
export async function recordIssuedIntent(
  ctx: CommerceContext,
  actor: PaymentActor,
  { clientSecret, purpose, stripeSubscriptionId }: IntentToIssue,
): Promise<void> {
  const values = { ...actor, purpose, stripeSubscriptionId, issuedAt: ctx.clock.now() };
  await ctx.db
    .insert(issuedIntents)
    .values({ intentId: clientSecret.split('_secret_')[0] ?? clientSecret, ...values })
    .onConflictDoUpdate({ target: issuedIntents.intentId, set: values });
  await refuseAtLimit(ctx, actor);
}

export async function findIssuedIntent(db: Db, intentId: string): Promise<IssuedIntent | null> {
  const [row] = await db.select().from(issuedIntents).where(eq(issuedIntents.intentId, intentId));
  return row ?? null;
}

const AT_ONCE = 100;

/**
 * What is closed for somebody at the limit: their own, and when it is the network's limit, its neighbours' too. A renewal is owed for
 * letters that are due, and stays open for the provider's own attempts.
 */
export async function listOpenIntents(db: Db, actor: PaymentActor, now: Date): Promise<IssuedIntent[]> {
  const { byNetwork } = await recentFailures(db, actor, now);
  const own = eq(issuedIntents.userId, actor.userId);
  const reached = byNetwork >= CARD_FAILURES_PER_NETWORK ? or(own, eq(issuedIntents.network, actor.network)) : own;
  return await db
    .select()
    .from(issuedIntents)
    .where(and(reached, isNull(issuedIntents.closedAt), ne(issuedIntents.purpose, 'renewal')))
    .orderBy(issuedIntents.issuedAt)
    .limit(AT_ONCE);
}

export async function markClosed(db: Db, intentId: string, now: Date): Promise<void> {
  await db.update(issuedIntents).set({ closedAt: now }).where(eq(issuedIntents.intentId, intentId));
}

const RETENTION_MS = 24 * 3_600_000;

/**
 * A refused card is of no use after a day; a row of what was handed out must outlive the last card that can be tried on it. An unpaid
 * purchase ends by itself after 23 hours (rules/money 40). A card update would stay open for good: it is cancelled here. A
 * renewal is waited for. Their rows stay for one more day, for refusals whose events come late.
 */
export async function deleteOldCardFailures(ctx: CommerceContext): Promise<void> {
  const { db, clock } = ctx;
  const before = new Date(clock.now().getTime() - RETENTION_MS);
  await db.delete(cardFailures).where(lt(cardFailures.failedAt, before));
  const isOld = lt(issuedIntents.issuedAt, before);
  const isPurchase = eq(issuedIntents.purpose, 'purchase');
  await db.delete(issuedIntents).where(and(isOld, or(isPurchase, lt(issuedIntents.closedAt, before))));
  const left = await db
    .select()
    .from(issuedIntents)
    .where(and(isOld, isNull(issuedIntents.closedAt)));
  for (const intent of left) if (await isOver(ctx, intent)) await markClosed(db, intent.intentId, clock.now());
}

/** Whether no card can be tried on it any more. What the provider is busy with, or cannot say, is asked about again tomorrow. */
async function isOver({ stripe }: CommerceContext, { purpose, intentId }: IssuedIntent): Promise<boolean> {
  try {
    const { status } = await askStripe<{ status: string }>(
      purpose === 'card_update' ? stripe.setupIntents.cancel(intentId) : stripe.paymentIntents.retrieve(intentId),
    );
    return status === 'succeeded' || status === 'canceled';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payments_unavailable') return false;
    // It has succeeded, was cancelled before, or is unknown.
    if (isRefusal(error)) return true;
    throw error;
  }
}
