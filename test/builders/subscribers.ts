import { randomUUID } from 'node:crypto';
import { and, between, eq } from 'drizzle-orm';
import { addDays, type CalendarDate } from '../../src/domain/calendar-date.ts';
import { featuredSeason } from '../../seasons/shelf.ts';
import type { PlanType } from '../../src/domain/plans.ts';
import type { Season } from '../../src/domain/season.ts';
import { users } from '../../src/server/identity/schema.ts';
import type { Db } from '../../src/server/platform/db/database.ts';
import { checkouts, invoices, subscriptions } from '../../src/server/commerce/schema.ts';
import { type FrozenAddress, shippingAddresses, userProfiles } from '../../src/server/customers/schema.ts';
import { mailingPieces } from '../../src/server/fulfilment/schema.ts';
import { HARBOR_ADDRESS } from './addresses.ts';

/** A subscriber in our tables only, not at Stripe. */
export type Subscriber = Readonly<Awaited<ReturnType<typeof addSubscriber>>>;

export interface SubscriberFacts {
  readonly serviceStart: CalendarDate;
  readonly planType?: PlanType;
  readonly status?: 'active' | 'past_due' | 'cancelled' | 'completed';
  /** Invoices paid so far; 1 unless given. */
  readonly paid?: number;
  readonly refunded?: boolean;
  /** Season One unless given. */
  readonly season?: Pick<Season, 'id' | 'name'>;
  readonly disputed?: boolean;
  readonly address?: Partial<FrozenAddress>;
  /** The nominal days on which letters 1, 2, … were mailed. */
  readonly mailedOn?: readonly CalendarDate[];
}

export async function addSubscriber(db: Db, facts: SubscriberFacts) {
  const { serviceStart, planType = 'monthly', status = 'active', paid = 1, mailedOn = [] } = facts;
  const [subscriptionId, addressId, checkoutId] = [randomUUID(), randomUUID(), randomUUID()];
  const now = new Date(`${serviceStart}T15:00:00Z`);
  const address = { ...HARBOR_ADDRESS, ...facts.address };
  const { userId, email } = await addUser(db, now, { fullName: address.fullName });
  const ids = { id: subscriptionId, userId, checkoutId, shippingAddressId: addressId };
  const subscription = subscriptionRow(ids, { ...facts, planType, status }, now);
  const home = { label: 'Home', isDefault: true, ...address, createdAt: now, updatedAt: now };
  const checkout = { ...subscription, id: checkoutId, status: 'paid', paymentMethodId: 'pm_card_visa' } as const;
  await db.insert(shippingAddresses).values({ id: addressId, userId, ...home });
  await db.insert(checkouts).values(checkout);
  await db.insert(subscriptions).values(subscription);
  for (let number = 0; number < paid; number++) await payInvoice(db, subscriptionId, now);
  await handOverLetters(db, subscriptionId, mailedOn, { address });
  return { userId, email, subscriptionId, addressId };
}

type Row = typeof subscriptions.$inferInsert;

/** A season's row, as if bought at that time. */
export function subscriptionRow(
  ids: Pick<Row, 'id' | 'userId' | 'checkoutId' | 'shippingAddressId'>,
  facts: Pick<Row, 'planType' | 'status' | 'serviceStart'> & Pick<SubscriberFacts, 'refunded' | 'disputed' | 'season'>,
  at: Date,
) {
  const { status, planType, serviceStart, season = featuredSeason() } = facts;
  return {
    ...ids,
    status,
    planType,
    serviceStart,
    seasonId: season.id,
    seasonName: season.name,
    stripeCustomerId: `cus_${ids.userId}`,
    stripeSubscriptionId: `sub_${ids.id}`,
    refundRequestedAt: facts.refunded ? at : null,
    disputeHeldAt: facts.disputed ? at : null,
    createdAt: at,
    updatedAt: at,
  };
}

/** An account that wants the club's emails by default. */
export async function addUser(
  db: Db,
  at: Date,
  { fullName, emailNotifications = true }: { readonly fullName?: string; readonly emailNotifications?: boolean },
) {
  const userId = randomUUID();
  const email = `${userId}@wickharbor.example`;
  const times = { createdAt: at, updatedAt: at };
  await db.insert(users).values({ id: userId, email, appMetadata: {}, userMetadata: {}, ...times });
  await db.insert(userProfiles).values({ id: userId, email, fullName, preferences: { emailNotifications }, ...times });
  return { userId, email };
}

/** Stores a subscription's letters from number `from` on, handed over on their nominal dates. By default they arrive the same day. */
export async function handOverLetters(
  db: Db,
  subscriptionId: string,
  mailedOn: readonly CalendarDate[],
  options: { address?: FrozenAddress; from?: number; takesDays?: readonly [least: number, most: number] } = {},
): Promise<void> {
  const { address = HARBOR_ADDRESS, from = 1, takesDays: [least, most] = [0, 0] } = options;
  const piece = { subscriptionId, attempt: 1, state: 'handed_over', address, country: address.country } as const;
  const mailed = mailedOn.map((day, index) => {
    const at = new Date(`${day}T15:00:00Z`);
    const dates = {
      nominalOn: day,
      handedOverOn: day,
      arrivesFrom: addDays(day, least),
      arrivesBy: addDays(day, most),
    };
    return { ...piece, id: randomUUID(), letter: from + index, ...dates, createdAt: at, updatedAt: at };
  });
  if (mailed.length === 0) return;
  // The running shop may have frozen one of these letters meanwhile.
  const { letter, state } = mailingPieces;
  const isOne = and(eq(mailingPieces.subscriptionId, subscriptionId), between(letter, from, from + mailed.length - 1));
  await db.delete(mailingPieces).where(and(isOne, eq(state, 'frozen')));
  await db.insert(mailingPieces).values(mailed);
}

/** One paid month or year. */
export async function payInvoice(db: Db, subscriptionId: string, at: Date): Promise<void> {
  await db.insert(invoices).values(invoiceRow(subscriptionId, at));
}

export function invoiceRow(subscriptionId: string, at: Date, status = 'paid') {
  const cents = { subtotalCents: 1500, totalCents: 1500, amountPaidCents: 1500 };
  return { stripeInvoiceId: `in_${randomUUID()}`, subscriptionId, status, ...cents, paidAt: at, createdAt: at };
}
