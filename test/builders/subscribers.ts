import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../src/domain/calendar-date.ts';
import type { PlanType } from '../../src/domain/plans.ts';
import { users } from '../../src/server/identity/schema.ts';
import type { Db } from '../../src/server/platform/db/database.ts';
import { checkouts, invoices, subscriptions } from '../../src/server/commerce/schema.ts';
import { type FrozenAddress, shippingAddresses, userProfiles } from '../../src/server/customers/schema.ts';
import { mailingPieces } from '../../src/server/fulfilment/schema.ts';

/** A subscriber as the sorting office knows them: rows alone, without a provider or a browser behind them. */
export interface Subscriber {
  readonly userId: string;
  readonly email: string;
  readonly subscriptionId: string;
  readonly addressId: string;
}

export interface SubscriberFacts {
  readonly serviceStart: CalendarDate;
  readonly planType?: PlanType;
  readonly status?: 'active' | 'past_due' | 'cancelled' | 'completed';
  /** Invoices paid so far; 1 unless given. */
  readonly paid?: number;
  readonly refunded?: boolean;
  readonly disputed?: boolean;
  readonly address?: Partial<FrozenAddress>;
  /** The nominal days on which letters 1, 2, … were mailed. */
  readonly mailedOn?: readonly CalendarDate[];
}

export const GANNET_ROW: FrozenAddress = {
  fullName: 'Ada Quill',
  addressLine1: '1 Gannet Row',
  addressLine2: null,
  city: 'Wick Harbor',
  stateProvince: 'ME',
  postalCode: '04614',
  country: 'US',
  countryName: null,
};

export async function addSubscriber(db: Db, facts: SubscriberFacts): Promise<Subscriber> {
  const { serviceStart, planType = 'monthly', status = 'active', paid = 1, mailedOn = [] } = facts;
  const [userId, subscriptionId, addressId, checkoutId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const email = `${userId}@wickharbor.example`;
  const now = new Date(`${serviceStart}T15:00:00Z`);
  const times = { createdAt: now, updatedAt: now };
  const address = { ...GANNET_ROW, ...facts.address };
  const bought = {
    userId,
    planType,
    seasonId: 'season-1',
    shippingAddressId: addressId,
    stripeCustomerId: `cus_${userId}`,
  };
  await db.insert(users).values({ id: userId, email, appMetadata: {}, userMetadata: {}, ...times });
  await db
    .insert(userProfiles)
    .values({ id: userId, email, fullName: address.fullName, preferences: { emailNotifications: true }, ...times });
  await db
    .insert(shippingAddresses)
    .values({ id: addressId, userId, label: 'Home', isDefault: true, ...address, ...times });
  await db
    .insert(checkouts)
    .values({ id: checkoutId, ...bought, status: 'paid', paymentMethodId: 'pm_card_visa', ...times });
  await db.insert(subscriptions).values({
    id: subscriptionId,
    ...bought,
    checkoutId,
    status,
    seasonName: 'Season 1',
    stripeSubscriptionId: `sub_${subscriptionId}`,
    serviceStart,
    refundRequestedAt: facts.refunded ? now : null,
    disputeHeldAt: facts.disputed ? now : null,
    ...times,
  });
  for (let number = 0; number < paid; number++) await payInvoice(db, subscriptionId, now);
  await handOverLetters(db, subscriptionId, mailedOn, { address });
  return { userId, email, subscriptionId, addressId };
}

/** Letters of a subscription, 1, 2, … unless told `from` which on, each in the post on its nominal day and on the mat the same day. */
export async function handOverLetters(
  db: Db,
  subscriptionId: string,
  mailedOn: readonly CalendarDate[],
  { address = GANNET_ROW, from = 1 }: { readonly address?: FrozenAddress; readonly from?: number } = {},
): Promise<void> {
  const mailed = mailedOn.map((day, index) => ({
    id: randomUUID(),
    subscriptionId,
    letter: from + index,
    attempt: 1,
    state: 'handed_over' as const,
    nominalOn: day,
    handedOverOn: day,
    arrivesFrom: day,
    arrivesBy: day,
    address,
    country: address.country,
    createdAt: new Date(`${day}T15:00:00Z`),
    updatedAt: new Date(`${day}T15:00:00Z`),
  }));
  if (mailed.length > 0) await db.insert(mailingPieces).values(mailed);
}

/** Another month, or the year. */
export async function payInvoice(db: Db, subscriptionId: string, at: Date): Promise<void> {
  await db.insert(invoices).values({
    stripeInvoiceId: `in_${randomUUID()}`,
    subscriptionId,
    status: 'paid',
    subtotalCents: 1500,
    totalCents: 1500,
    amountPaidCents: 1500,
    paidAt: at,
    createdAt: at,
  });
}

/**
 * `count` subscribers at once, of all sorts: half annual, the others monthly, each with one to six letters mailed and everything
 * paid that the next letter needs, as of a Friday of the autumn of 2026.
 */
export async function addManySubscribers(db: Db, count: number): Promise<void> {
  const now = '2026-08-01T12:00:00Z';
  await db.execute(sql`set statement_timeout = 0`);
  await db.execute(sql`create temporary table readers as
    select n, gen_random_uuid() as user_id, gen_random_uuid() as subscription_id, gen_random_uuid() as address_id,
      gen_random_uuid() as checkout_id, case when n % 2 = 0 then 'annual' else 'monthly' end as plan, 1 + n % 6 as mailed
    from generate_series(1, ${count}::int) as n`);
  await db.execute(sql`insert into auth.users (id, email, app_metadata, user_metadata, created_at, updated_at)
    select user_id, user_id || '@wickharbor.example', '{}', '{}', ${now}, ${now} from readers`);
  await db.execute(sql`insert into user_profiles (id, email, full_name, preferences, created_at, updated_at)
    select user_id, user_id || '@wickharbor.example', 'Reader ' || n, '{"emailNotifications": true}', ${now}, ${now} from readers`);
  await db.execute(sql`insert into shipping_addresses (id, user_id, label, full_name, address_line_1, city, state_province, postal_code, country, is_default, created_at, updated_at)
    select address_id, user_id, 'Home', 'Reader ' || n, n || ' Gannet Row', 'Wick Harbor', 'ME', lpad((n % 99999)::text, 5, '0'), 'US', true, ${now}, ${now} from readers`);
  await db.execute(sql`insert into checkouts (id, user_id, season_id, plan_type, shipping_address_id, status, payment_method_id, stripe_customer_id, created_at, updated_at)
    select checkout_id, user_id, 'season-1', plan, address_id, 'paid', 'pm_card_visa', 'cus_' || user_id, ${now}, ${now} from readers`);
  await db.execute(sql`insert into subscriptions (id, user_id, checkout_id, status, plan_type, season_id, season_name, shipping_address_id, stripe_customer_id, stripe_subscription_id, service_start, created_at, updated_at)
    select subscription_id, user_id, checkout_id, 'active', plan, 'season-1', 'Season 1', address_id, 'cus_' || user_id, 'sub_' || subscription_id, '2026-08-01', ${now}, ${now} from readers`);
  await db.execute(sql`insert into invoices (stripe_invoice_id, subscription_id, status, subtotal_cents, total_cents, amount_paid_cents, paid_at, created_at)
    select 'in_' || gen_random_uuid(), subscription_id, 'paid', 1500, 1500, 1500, ${now}, ${now}
    from readers, generate_series(1, case plan when 'annual' then 1 else 4 end)`);
  await db.execute(sql`insert into mailing_pieces (id, subscription_id, letter, attempt, state, nominal_on, handed_over_on, arrives_from, arrives_by, address, country, created_at, updated_at)
    select gen_random_uuid(), subscription_id, letter, 1, 'handed_over', '2026-08-05'::date + letter * 7, '2026-08-05'::date + letter * 7,
      '2026-08-05'::date + letter * 7 + 2, '2026-08-05'::date + letter * 7 + 5,
      jsonb_build_object('fullName', 'Reader ' || n, 'addressLine1', n || ' Gannet Row', 'city', 'Wick Harbor', 'stateProvince', 'ME', 'postalCode', lpad((n % 99999)::text, 5, '0'), 'country', 'US'),
      'US', ${now}, ${now}
    from readers, generate_series(1, mailed) as letter`);
  await db.execute(sql`drop table readers`);
}
