import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { findAddress, listAddresses } from '../addresses/queries.ts';
import { findOwnInvoice, listOwnInvoices, listRefundsOf } from '../billing/queries.ts';
import type { Database } from '../db/database.ts';
import { listOwnInvoiceRows, listOwnPieces } from '../profile/own-data-queries.ts';
import { findProfile } from '../profile/queries.ts';
import { readAccount } from './account-queries.ts';
import { findDelivery, listMailedLetters } from './delivery-queries.ts';
import { countPaidInvoices, findNewestSubscription, findProviderState, listOverdueSubscriptions } from './queries.ts';

const SUBSCRIPTIONS = 20_000;
const INVOICES_EACH = 3;
const LETTERS_EACH = 6;

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const database = await testDatabase();
const pool = new Pool({ connectionString: database.url, max: 2 });
const asked: Statement[] = [];
const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) };
const db: Database = drizzle({ client: pool, logger });

beforeAll(async () => {
  await fillShop();
  await pool.query('analyze');
}, 120_000);

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** One subscriber of many, with everything an account shows; ids can be told from the number. */
const userId = idOf('user', 777);
const subscriptionId = idOf('subscription', 777);
const addressId = idOf('address', 777);
const invoiceId = 'in_777_2';

function idOf(what: string, number: number): string {
  return `${hexOf(what)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Eight hexadecimal digits that tell one kind of row from another. */
function hexOf(what: string): string {
  return Buffer.from(what.padEnd(4, '_').slice(0, 4)).toString('hex');
}

/** The same id, made by the database of a row's number. */
function sqlId(what: string, number = 'n'): string {
  return `('${hexOf(what)}-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
}

async function fillShop(): Promise<void> {
  const each = `generate_series(1, ${SUBSCRIPTIONS}) n`;
  const statements = [
    `insert into auth.users (id, email, app_metadata, user_metadata, created_at, updated_at)
     select ${sqlId('user')}, 'reader-' || n || '@example.com', '{}', '{}', now(), now() from ${each}`,
    `insert into user_profiles (id, email, preferences, stripe_customer_id, created_at, updated_at)
     select ${sqlId('user')}, 'reader-' || n || '@example.com', '{"emailNotifications":true}', 'cus_' || n, now(), now() from ${each}`,
    `insert into shipping_addresses (id, user_id, label, full_name, address_line_1, city, state_province, postal_code, country, is_default, created_at, updated_at)
     select ${sqlId('address')}, ${sqlId('user')}, 'Home', 'Reader ' || n, n || ' Gannet Row', 'Wick Harbor', 'ME', '04614', 'US', true, now(), now() from ${each}`,
    `insert into checkouts (id, user_id, season_id, plan_type, shipping_address_id, status, payment_method_id, stripe_customer_id, created_at, updated_at)
     select ${sqlId('checkout')}, ${sqlId('user')}, 'season-1', 'monthly', ${sqlId('address')}, 'paid', 'pm_' || n, 'cus_' || n, now(), now() from ${each}`,
    `insert into subscriptions (id, user_id, checkout_id, status, plan_type, season_id, season_name, shipping_address_id, stripe_customer_id, stripe_subscription_id, service_start, created_at, updated_at)
     select ${sqlId('subscription')}, ${sqlId('user')}, ${sqlId('checkout')}, case when n % 50 = 0 then 'past_due' else 'active' end, 'monthly', 'season-1', 'Season 1', ${sqlId('address')}, 'cus_' || n, 'sub_' || n, '2026-08-13', now(), now() from ${each}`,
    `insert into provider_subscriptions (subscription_id, raw_status, current_period_start, current_period_end, billing_cycle_anchor, cancel_at_period_end, read_at)
     select ${sqlId('subscription')}, 'active', now(), now() + interval '1 month', now(), false, now() from ${each}`,
    `insert into invoices (stripe_invoice_id, subscription_id, number, status, subtotal_cents, total_cents, amount_paid_cents, paid_at, created_at)
     select 'in_' || n || '_' || i, ${sqlId('subscription')}, 'DLC-' || n || '-' || i, 'paid', 1500, 1500, 1500, now(), now() - i * interval '1 month'
     from ${each}, generate_series(1, ${INVOICES_EACH}) i`,
    `insert into refunds (stripe_refund_id, subscription_id, stripe_invoice_id, amount_cents, status, created_at, read_at)
     select 're_' || n, ${sqlId('subscription')}, 'in_' || n || '_1', 1500, 'succeeded', now(), now() from ${each}`,
    `insert into mailing_pieces (id, subscription_id, letter, attempt, state, nominal_on, handed_over_on, arrives_from, arrives_by, address, created_at, updated_at)
     select ${sqlId('piece', `n * 100 + l`)}, ${sqlId('subscription')}, l, 1, 'handed_over', '2026-08-14', '2026-08-14', '2026-08-16', '2026-08-19', '{}', now(), now()
     from ${each}, generate_series(1, ${LETTERS_EACH}) l`,
  ];
  for (const statement of statements) await pool.query(statement);
}

const QUESTIONS: Record<string, () => Promise<unknown>> = {
  'the dashboard: profile, subscriptions and letters': () => readAccount(db, userId, '2026-11-20'),
  'where a subscription’s letters go': () => findDelivery(db, userId, subscriptionId),
  'the letters already posted': () => listMailedLetters(db, subscriptionId),
  'the months paid': () => countPaidInvoices(db, subscriptionId),
  'what the provider last said': () => findProviderState(db, subscriptionId),
  'the newest subscription': () => findNewestSubscription(db, userId),
  'what is overdue': () => listOverdueSubscriptions(db, userId),
  'the first page of invoices': () => listOwnInvoices(db, userId, 21, null),
  'a later page of invoices': () => listOwnInvoices(db, userId, 21, invoiceId),
  'one invoice': () => findOwnInvoice(db, userId, invoiceId),
  'its refunds': () => listRefundsOf(db, invoiceId),
  'the address book': () => listAddresses(db, userId),
  'one address': () => findAddress(db, userId, addressId),
  'the profile': () => findProfile(db, userId),
  'the invoices of the download': () => listOwnInvoiceRows(db, userId),
  'the letters of the download': () => listOwnPieces(db, userId),
};

test.each(Object.entries(QUESTIONS))(`among ${SUBSCRIPTIONS} subscriptions an index finds %s`, async (_what, ask) => {
  asked.length = 0;
  const answer = await ask();
  expect(answer).not.toBeNull();
  expect(asked).not.toHaveLength(0);
  for (const statement of asked) expect(await tablesReadWhole(statement)).toEqual([]);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The tables that PostgreSQL would read from one end to the other to answer. */
async function tablesReadWhole({ text, values }: Statement): Promise<string[]> {
  const explained = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${text}`, values);
  const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('PostgreSQL explained nothing.');
  return nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '?');
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
