import type { Pool } from 'pg';
import { unlimitedClient } from './unlimited-client.ts';

/** The first and last number of the subscribers. */
interface Range {
  readonly first: number;
  readonly last: number;
}

type Kind = 'user' | 'address' | 'gift' | 'checkout' | 'subscription' | 'session' | 'identity' | 'piece' | 'change';

/** The id of subscriber `number`'s row of that kind. */
export function idOf(what: Kind, number: number): string {
  return `${hexOf(what)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Eight hexadecimal digits that tell one kind of row from another. */
function hexOf(what: Kind): string {
  return Buffer.from(what.slice(0, 4)).toString('hex');
}

/** The same id as SQL, from a row's number. */
function sqlId(what: Kind, number = 'n'): string {
  return `('${hexOf(what)}-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
}

const ADDRESS = `jsonb_build_object('fullName', 'Reader ' || n, 'addressLine1', n || ' Gannet Row', 'addressLine2', null,
  'city', 'Wick Harbor', 'stateProvince', 'ME', 'postalCode', '04614', 'country', 'US', 'countryName', null)`;

/** Facts about each subscriber, as SQL with the subscriber's number `n` and letter number `l`. */
const MONTHLY = {
  plan: `'monthly'`,
  isGift: 'n % 10 = 0',
  isOverdue: 'n % 50 = 1',
  bought: 'now()',
  handedOverOn: `'2026-08-14'::date`,
};
const DUE = {
  invoices: 'case when n % 2 = 0 then 1 else 4 end',
  letters: '1 + n % 6',
  plan: `case when n % 2 = 0 then 'annual' else 'monthly' end`,
  isGift: 'false',
  isOverdue: 'false',
  bought: `'2026-08-01T12:00:00Z'::timestamptz`,
  handedOverOn: `'2026-08-05'::date + l * 7`,
};

/**
 * Fills a migrated database by statements over whole sets: a million subscribers take minutes, twenty thousand some seconds.
 * Every tenth subscription is a gift to the next subscriber, and each has its holds, temporary address and reship.
 */
export async function addManySubscribers(
  pool: Pool,
  { invoicesEach, lettersEach, ...range }: Range & { readonly invoicesEach: number; readonly lettersEach: number },
): Promise<void> {
  const shape = { ...MONTHLY, ...range, invoices: String(invoicesEach), letters: String(lettersEach) };
  await fill(pool, [...subscriberRows(shape), ...recordRows(shape)]);
}

/**
 * Half have annual plans, half monthly ones. One to six letters are handed over and the next is paid for, as of a Friday in
 * autumn 2026.
 */
export async function addManyDue(pool: Pool, range: Range): Promise<void> {
  await fill(pool, subscriberRows({ ...DUE, ...range }));
}

async function fill(pool: Pool, statements: readonly string[]): Promise<void> {
  const client = await unlimitedClient(pool);
  try {
    // Foreign keys are right by construction; looking each of them up would take as long as the rest.
    await client.query('set session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function subscriberRows({ first, last, bought, ...shape }: Range & typeof DUE): string[] {
  const each = `generate_series(${first}, ${last}) n`;
  return [
    `insert into auth.users (id, email, app_metadata, user_metadata, created_at, updated_at)
     select ${sqlId('user')}, 'reader-' || n || '@example.com', '{}', '{}', ${bought}, ${bought} from ${each}`,
    `insert into user_profiles (id, email, full_name, preferences, stripe_customer_id, created_at, updated_at)
     select ${sqlId('user')}, 'reader-' || n || '@example.com', 'Reader ' || n, '{"emailNotifications":true}', 'cus_' || n, ${bought}, ${bought} from ${each}`,
    `insert into shipping_addresses (id, user_id, label, full_name, address_line_1, city, state_province, postal_code, country, is_default, created_at, updated_at)
     select ${sqlId('address')}, ${sqlId('user')}, 'Home', 'Reader ' || n, n || ' Gannet Row', 'Wick Harbor', 'ME', '04614', 'US', true, ${bought}, ${bought} from ${each}`,
    `insert into checkouts (id, user_id, season_id, gift_id, plan_type, shipping_address_id, status, payment_method_id, stripe_customer_id, created_at, updated_at)
     select ${sqlId('checkout')}, ${sqlId('user')}, 'season-1', case when ${shape.isGift} then ${sqlId('gift')} end, ${shape.plan}, ${sqlId('address')}, 'paid', 'pm_' || n, 'cus_' || n, ${bought}, ${bought} from ${each}`,
    `insert into subscriptions (id, user_id, checkout_id, gift_id, status, plan_type, season_id, season_name, shipping_address_id, stripe_customer_id, stripe_subscription_id, service_start, created_at, updated_at)
     select ${sqlId('subscription')}, ${sqlId('user')}, ${sqlId('checkout')}, case when ${shape.isGift} then ${sqlId('gift')} end, case when ${shape.isOverdue} then 'past_due' else 'active' end,
       ${shape.plan}, 'season-1', 'Season 1', ${sqlId('address')}, 'cus_' || n, 'sub_' || n, '2026-08-01', ${bought}, ${bought} from ${each}`,
    `insert into invoices (stripe_invoice_id, subscription_id, number, status, subtotal_cents, total_cents, amount_paid_cents, months_billed, paid_at, created_at)
     select 'in_' || n || '_' || i, ${sqlId('subscription')}, 'DLC-' || n || '-' || i, 'paid', 1500, 1500, 1500, case when ${shape.plan} = 'annual' then 12 else 1 end, ${bought}, ${bought} - i * interval '1 month'
     from ${each}, generate_series(1, ${shape.invoices}) i`,
    `insert into mailing_pieces (id, subscription_id, letter, attempt, state, nominal_on, handed_over_on, arrives_from, arrives_by, address, country, created_at, updated_at)
     select ${sqlId('piece', 'n::bigint * 100 + l')}, ${sqlId('subscription')}, l, 1, 'handed_over', ${shape.handedOverOn}, ${shape.handedOverOn}, ${shape.handedOverOn} + 2, ${shape.handedOverOn} + 5, ${ADDRESS}, 'US', ${bought}, ${bought}
     from ${each}, generate_series(1, ${shape.letters}) l`,
  ];
}

/** A subscriber's rows in the other tables. */
function recordRows({ first, last, isGift }: Range & typeof MONTHLY): string[] {
  const each = `generate_series(${first}, ${last}) n`;
  return [
    `insert into auth.identities (identity_id, user_id, provider, provider_id, identity_data, created_at, updated_at)
     select ${sqlId('identity')}, ${sqlId('user')}, 'email', ${sqlId('user')}, '{}', now(), now() from ${each}`,
    `insert into auth.sessions (id, user_id, refresh_key, refreshed_at, created_at, updated_at)
     select ${sqlId('session')}, ${sqlId('user')}, 'key', now(), now(), now() from ${each}`,
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
     select gen_random_uuid(), ${sqlId('user')}, 'totp', 'unverified', '\\x00', now(), now() from ${each} where n % 20 = 0`,
    `insert into auth.audit_log (id, user_id, action, detail, ip, succeeded, created_at)
     select gen_random_uuid(), ${sqlId('user')}, 'login', '{}', '203.0.113.1', true, now() from ${each}`,
    `insert into email_outbox (id, dedupe_key, kind, recipient, data, status, created_at)
     select gen_random_uuid(), 'welcome:' || ${sqlId('user')}, 'welcome', 'reader-' || n || '@example.com', '{}', 'sent', now() from ${each}`,
    `insert into gifts (id, user_id, recipient_name, recipient_email, start_date, plan_type, notify_recipient, shipping_address_id, announced_at, claimed_by, claimed_at, created_at, updated_at)
     select ${sqlId('gift')}, ${sqlId('user')}, 'Wendell ' || n, 'wendell-' || n || '@example.com', '2026-08-13', 'monthly', true, ${sqlId('address')}, now(),
       case when n < ${last} then ${sqlId('user', 'n + 1')} end, case when n < ${last} then now() end, now(), now() from ${each} where ${isGift}`,
    `insert into stripe_subscriptions (subscription_id, raw_status, current_period_start, current_period_end, billing_cycle_anchor, cancel_at_period_end, next_charge_cents, read_at)
     select ${sqlId('subscription')}, 'active', now(), now() + interval '1 month', now(), false, 1500, now() from ${each}`,
    `insert into refunds (stripe_refund_id, subscription_id, stripe_invoice_id, amount_cents, status, created_at, read_at)
     select 're_' || n, ${sqlId('subscription')}, 'in_' || n || '_1', 1500, 'succeeded', now(), now() from ${each}`,
    `insert into card_snapshots (user_id, stripe_customer_id, read_at) select ${sqlId('user')}, 'cus_' || n, now() from ${each}`,
    `insert into cards_on_file (payment_method_id, user_id, brand, last4, exp_month, exp_year, is_default)
     select 'pm_' || n, ${sqlId('user')}, 'visa', '4242', 12, 2034, true from ${each}`,
    `insert into disputes (stripe_dispute_id, subscription_id, amount_cents, reason, status, created_at, read_at)
     select 'dp_' || n, ${sqlId('subscription')}, 1500, 'fraudulent', 'lost', now(), now() from ${each} where n % 20 = 0`,
    `insert into payment_warnings (id, kind, subscription_id, amount_cents, reason, status, created_at, read_at, released_at)
     select 'prv_' || n, 'review', ${sqlId('subscription')}, 1500, 'rule', 'open', now(), now(), now() from ${each} where n % 20 = 0`,
    `insert into email_suppressions (address, reason, reported_by, since)
     select 'bounced-' || ${sqlId('subscription')} || '@example.com', 'bounce', 'ses', now() from ${each} where n % 20 = 0`,
    `insert into stripe_seen (subscription_id, seen, read_at) select ${sqlId('subscription')}, '{"pause":null}', now() from ${each}`,
    `insert into stripe_changes (id, subscription_id, kind, state, found_at, settled_at)
     select gen_random_uuid(), ${sqlId('subscription')}, 'email_changed', 'n', now(), case when n % 1000 > 0 then now() end from ${each}`,
    `insert into delivery_holds (id, subscription_id, from_letter, resume_on, created_at)
     select ${sqlId('change')}, ${sqlId('subscription')}, 8, '2027-03-01', now() from ${each}`,
    `insert into temporary_addresses (id, subscription_id, from_letter, to_letter, address, created_at)
     select ${sqlId('change')}, ${sqlId('subscription')}, 10, 11, ${ADDRESS}, now() from ${each}`,
    `insert into reships (id, subscription_id, letter, attempt, way, cause, state, asked_at, decided_at)
     select ${sqlId('change')}, ${sqlId('subscription')}, 1, 2, 'now', 'lost', 'approved', now(), now() from ${each}`,
  ];
}
