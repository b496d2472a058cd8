import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { featuredSeason } from '../../seasons/shelf.ts';
import { addDays } from '../../src/domain/calendar-date.ts';
import { disputes } from '../../src/server/commerce/billing-schema.ts';
import { checkouts, gifts, subscriptions } from '../../src/server/commerce/schema.ts';
import type { Shopper } from '../clients/shopper.ts';
import type { Shop } from '../server/open-shop.ts';
import { newYorkToday } from './gifts.ts';
import { handOverLetters, payInvoice, subscriptionRow } from './subscribers.ts';

export const SEASON = featuredSeason().id;

interface LettersToHold {
  /** How many letters have arrived, two weeks apart, the last a month ago. */
  readonly come: number;
  readonly status?: 'active' | 'cancelled';
  readonly refunded?: boolean;
  /** The season is a gift, and this user has claimed it. */
  readonly claimedBy?: Shopper;
}

/** Stores a paid year of the season, but not at Stripe. @returns the subscription’s id */
export async function holdLetters(
  { ctx, clock }: Pick<Shop, 'ctx' | 'clock'>,
  user: Shopper,
  { come, status = 'active', refunded = false, claimedBy }: LettersToHold,
): Promise<string> {
  const { db } = ctx;
  const today = newYorkToday({ clock });
  const days = Array.from({ length: come }, (_, index) => addDays(today, -30 - 14 * (come - 1 - index)));
  const serviceStart = addDays(days[0] ?? today, -3);
  const at = new Date(`${serviceStart}T15:00:00Z`);
  const [id, checkoutId] = [randomUUID(), randomUUID()];
  const { id: shippingAddressId } = await user.homeAddress();
  const ids = { id, userId: user.userId, checkoutId, shippingAddressId };
  const giftId = claimedBy === undefined ? null : await addGift(db, ids, claimedBy, at);
  const row = { ...subscriptionRow(ids, { planType: 'annual', status, serviceStart, refunded }, at), giftId };
  await db.insert(checkouts).values({ ...row, id: checkoutId, status: 'paid', paymentMethodId: 'pm_card_visa' });
  await db.insert(subscriptions).values(row);
  await payInvoice(db, id, at);
  await handOverLetters(db, id, days, { takesDays: [2, 5] });
  return id;
}

async function addGift(
  db: Shop['ctx']['db'],
  { userId, shippingAddressId }: { readonly userId: string; readonly shippingAddressId: string },
  claimedBy: Shopper,
  at: Date,
): Promise<string> {
  const id = randomUUID();
  await db.insert(gifts).values({
    id,
    userId,
    shippingAddressId,
    recipientName: 'Wilhelmina Coombs',
    recipientEmail: claimedBy.email,
    startDate: '2025-01-01',
    planType: 'annual',
    notifyRecipient: true,
    claimedBy: claimedBy.userId,
    claimedAt: at,
    createdAt: at,
    updatedAt: at,
  });
  return id;
}

/** A user who has received `come` letters. */
export async function signUpWithLetters(
  shop: Pick<Shop, 'ctx' | 'clock' | 'signUp'>,
  come: number,
  status: 'active' | 'cancelled' = 'active',
): Promise<Shopper> {
  const user = await shop.signUp();
  await holdLetters(shop, user, { come, status });
  return user;
}

/** Ends a subscription’s letters, and gives all the money back. */
export async function refundAll({ ctx, clock }: Pick<Shop, 'ctx' | 'clock'>, subscriptionId: string): Promise<void> {
  const now = clock.now();
  const ended = { status: 'cancelled', refundRequestedAt: now } as const;
  await ctx.db.update(subscriptions).set(ended).where(eq(subscriptions.id, subscriptionId));
}

/** Stores a dispute with the given status. Letters wait unless it is won. `holdLetters` has paid 1,500 cents. */
export async function disputePayment(
  { ctx, clock }: Pick<Shop, 'ctx' | 'clock'>,
  subscriptionId: string,
  { amountCents = 1_500, status }: { readonly amountCents?: number; readonly status: string },
): Promise<void> {
  const now = clock.now();
  const row = { stripeDisputeId: `dp_${randomUUID()}`, subscriptionId, reason: 'fraudulent', createdAt: now };
  await ctx.db.insert(disputes).values({ ...row, amountCents, status, readAt: now });
  const disputeHeldAt = status === 'won' ? null : now;
  const disputeLostAt = status === 'lost' ? now : null;
  await ctx.db.update(subscriptions).set({ disputeHeldAt, disputeLostAt }).where(eq(subscriptions.id, subscriptionId));
}
