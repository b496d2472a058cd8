import { randomUUID } from 'node:crypto';
import { importedTerm, type PaidElsewhere } from '../../../domain/imported-term.ts';
import { newYorkDate, newYorkMidnight } from '../../../domain/calendar-date.ts';
import { featuredSeason } from '../../../../seasons/shelf.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { CommerceContext } from '../context.ts';
import { checkouts, invoices, stripeSubscriptions } from '../schema.ts';
import { IMPORTED, IMPORTED_ID } from './charged-here.ts';
import { insertSubscription, insertUserSeason } from './queries.ts';

export interface ImportedCheckout {
  readonly userId: string;
  readonly shippingAddressId: string;
  readonly planType: 'monthly' | 'annual';
  readonly lettersReceived: number;
  readonly stripe: {
    readonly customerId: string;
    readonly subscriptionId: string;
    readonly paymentMethodId: string;
  } | null;
}

/** `recordSubscription` later makes a subscription from this checkout. */
export async function insertImportedCheckout(tx: Transaction, order: ImportedCheckout, now: Date) {
  const id = randomUUID();
  const { userId, shippingAddressId, planType, stripe } = order;
  const row = {
    id,
    userId,
    seasonId: featuredSeason().id,
    planType,
    shippingAddressId,
    status: stripe === null ? 'paid' : 'pending',
    paymentMethodId: stripe?.paymentMethodId ?? '',
    stripeCustomerId: stripe?.customerId ?? `${IMPORTED_ID}${id}`,
    stripeSubscriptionId: stripe?.subscriptionId ?? `${IMPORTED_ID}${id}`,
    subscriptionAttempt: 1,
    importedLetters: order.lettersReceived,
    createdAt: now,
    updatedAt: now,
  } as const;
  await tx.insert(checkouts).values(row);
  return row;
}

/**
 * Begins a subscription that is never charged here. An annual plan runs to its end; a monthly plan is cancelled, and
 * paid letters are still mailed.
 */
export async function beginWithoutStripe(
  ctx: CommerceContext,
  tx: Transaction,
  checkout: Awaited<ReturnType<typeof insertImportedCheckout>>,
  paid: PaidElsewhere,
): Promise<string> {
  const now = ctx.clock.now();
  const { monthsPaid, serviceStart } = importedTerm(paid, newYorkDate(now));
  const { id: checkoutId, planType, stripeSubscriptionId } = checkout;
  const isOver = planType === 'monthly';
  const row = await insertSubscription(tx, {
    checkoutId,
    planType,
    stripeSubscriptionId,
    userId: checkout.userId,
    seasonId: checkout.seasonId,
    shippingAddressId: checkout.shippingAddressId,
    stripeCustomerId: checkout.stripeCustomerId,
    seasonName: featuredSeason().name,
    status: isOver ? 'cancelled' : 'active',
    serviceStart,
    cancelRequestedAt: isOver ? now : null,
    endedAt: isOver ? now : null,
    createdAt: now,
    updatedAt: now,
  });
  await tx.insert(invoices).values({
    stripeInvoiceId: stripeSubscriptionId,
    subscriptionId: row.id,
    status: 'paid',
    billingReason: IMPORTED,
    subtotalCents: 0,
    totalCents: 0,
    amountPaidCents: 0,
    monthsBilled: monthsPaid,
    paidAt: now,
    createdAt: now,
  });
  const [begins, ends] = [newYorkMidnight(serviceStart), newYorkMidnight(paid.nextCharge)];
  await tx.insert(stripeSubscriptions).values({
    subscriptionId: row.id,
    rawStatus: 'canceled',
    currentPeriodStart: begins,
    currentPeriodEnd: ends,
    billingCycleAnchor: begins,
    cancelAtPeriodEnd: false,
    readAt: now,
  });
  await insertUserSeason(tx, row, now);
  await ctx.ledger.recordEarlierLetters(tx, row, paid.lettersReceived, now);
  return row.id;
}
