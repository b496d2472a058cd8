import { and, count, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { CARD_FAILURE_WINDOW_MS, CARD_FAILURES_PER_ACCOUNT, CARD_FAILURES_PER_NETWORK } from '../../../domain/card.ts';
import type { Client } from '../../platform/http/client.ts';
import { networkOf } from '../../platform/rate-limits/network.ts';
import type { CommerceContext } from '../context.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { cardFailures, issuedIntents } from '../billing-schema.ts';
import { ApiError } from '../../platform/api-error.ts';
import { askStripe, isRefusal } from './stripe-client.ts';

export interface PaymentActor {
  readonly userId: string;
  readonly network: string;
}

export function paymentActor({ keys }: Pick<CommerceContext, 'keys'>, userId: string, client: Client): PaymentActor {
  return { userId, network: keys.pseudonym(networkOf(client.ip)) };
}

export async function refuseAtLimit(ctx: CommerceContext, actor: PaymentActor): Promise<void> {
  if (await isAtLimit(ctx.db, actor, ctx.clock.now())) throw tooManyCards();
}

/**
 * Counts the attempt as failed before it is made, and deletes that count if it succeeds (decision 005).
 * @throws ApiError rate_limited
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

/** Always locks the account before the network, so that two transactions cannot deadlock. */
async function lockCounters(tx: Transaction, { userId, network }: PaymentActor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cards of ${userId}`}, 0))`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cards from ${network}`}, 0))`);
}

async function deleteAttempt(db: Db, id: string): Promise<void> {
  await db.delete(cardFailures).where(eq(cardFailures.id, id));
}

export async function addFailure(db: Db, { userId, network }: PaymentActor, id: string, failedAt: Date): Promise<void> {
  await db.insert(cardFailures).values({ id, userId, network, failedAt }).onConflictDoNothing();
}

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
    'Too many cards were declined from your account or your internet connection. Nothing was charged this time. Wait an hour, then try again. If you need help, email us.',
  );
}

export type IssuedIntent = typeof issuedIntents.$inferSelect;

export interface IntentToIssue {
  readonly clientSecret: string;
  readonly purpose: IssuedIntent['purpose'];
  readonly stripeSubscriptionId: string | null;
}

/**
 * Stored before the browser gets the secret (rules/money 38).
 * @throws ApiError rate_limited
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
  return await findRow(db, issuedIntents, eq(issuedIntents.intentId, intentId));
}

const AT_ONCE = 100;

/** Leaves out renewals: their letters are due, so their intents stay open. */
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

/** The row of an issued intent is kept until no card can be tried on it any more (rules/money 40). */
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

async function isOver({ stripe }: CommerceContext, { purpose, intentId }: IssuedIntent): Promise<boolean> {
  try {
    const { status } = await askStripe<{ status: string }>(
      purpose === 'card_update' ? stripe.setupIntents.cancel(intentId) : stripe.paymentIntents.retrieve(intentId),
    );
    return status === 'succeeded' || status === 'canceled';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payments_unavailable') return false;
    if (isRefusal(error)) return true;
    throw error;
  }
}
