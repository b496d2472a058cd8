import { type SQL, sql } from 'drizzle-orm';
import { HITS_EACH, type SearchHit } from '../../../contract/operator/search.ts';
import { gifts } from '../../commerce/schema.ts';
import { giftSearchText } from '../../commerce/indexed-expressions.ts';
import { addressSearchText, hasWords, profileSearchText } from '../../customers/search-text.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';
import { readRunCode } from '../../fulfilment/runs/runs.ts';
import type { Db } from '../../platform/db/database.ts';
import { UUID } from '../calls/paging.ts';

/** The match, and the customer it belongs to. */
export interface Target {
  readonly kind: SearchHit['kind'];
  readonly found: string;
  readonly userId: string | null;
  readonly subscriptionId: string | null;
}

const LIMIT = HITS_EACH + 1;

/** For example 'F20261127-04-000002', as on a label. */
const LETTER_CODE = /^([FL]2\d{7})-(\d\d)-(\d{1,9})$/i;

/** In the order in which the page shows them. */
export async function findTargets(db: Db, q: string): Promise<Target[]> {
  const id = q.toLowerCase();
  if (UUID.test(id)) return await findById(db, id);
  const [, run = '', letter, number] = LETTER_CODE.exec(q) ?? [];
  const named = readRunCode(run);
  if (named !== null) return await findByCode(db, q, { ...named, letter: Number(letter), number: Number(number) });
  const isOneWord = !/\s/.test(q);
  const found = await Promise.all([
    isOneWord ? findByText(db, q) : [],
    ...[findSubscribers, findGifts, findAddresses].map(async (find) => await find(db, q)),
  ]);
  return found.flat();
}

async function rowsOf(db: Db, query: SQL): Promise<Target[]> {
  return (await db.execute<Target & Record<string, unknown>>(query)).rows;
}

async function findById(db: Db, id: string): Promise<Target[]> {
  return await rowsOf(
    db,
    sql`
    select 'subscription' as kind, id::text as found, user_id as "userId", id as "subscriptionId"
      from subscriptions where id = ${id}
    union all select 'order', checkout_id::text, user_id, id from subscriptions where checkout_id = ${id}
    union all select 'gift', g.id::text, g.user_id, s.id
      from gifts g left join subscriptions s on s.gift_id = g.id where g.id = ${id}
    union all select 'letter', id::text, null, subscription_id from mailing_pieces where id = ${id}
    union all select 'subscriber', id::text, id, null from user_profiles where id = ${id}`,
  );
}

interface Code {
  readonly kind: string;
  readonly nominalOn: string;
  readonly letter: number;
  readonly number: number;
}

async function findByCode(db: Db, code: string, { kind, nominalOn, letter, number }: Code): Promise<Target[]> {
  return await rowsOf(
    db,
    sql`
    select 'letter' as kind, ${code.toUpperCase()} as found, null as "userId", p.subscription_id as "subscriptionId"
    from mailing_pieces p join mailing_runs r on r.id = p.run_id
    where r.kind = ${kind} and r.nominal_on = ${nominalOn} and p.letter = ${letter} and p.number = ${number} limit 1`,
  );
}

/** Matches ids at Stripe and invoice numbers only as a whole. */
async function findByText(db: Db, q: string): Promise<Target[]> {
  return await rowsOf(
    db,
    sql`
    (select 'invoice' as kind, number as found, null::uuid as "userId", subscription_id as "subscriptionId"
      from invoices where lower(number) = lower(${q}) limit ${LIMIT})
    union all select 'invoice', coalesce(number, stripe_invoice_id), null, subscription_id
      from invoices where stripe_invoice_id = ${q}
    union all select 'subscription', stripe_subscription_id, user_id, id
      from subscriptions where stripe_subscription_id = ${q}
    union all select 'subscriber', stripe_customer_id, id, null from user_profiles where stripe_customer_id = ${q}
    union all select 'refund', stripe_refund_id, null, subscription_id from refunds where stripe_refund_id = ${q}
    union all select 'dispute', stripe_dispute_id, null, subscription_id from disputes where stripe_dispute_id = ${q}`,
  );
}

/** A whole email is looked up first: all its trigrams take longer. */
async function findSubscribers(db: Db, q: string): Promise<Target[]> {
  const found = q.includes('@') ? await selectSubscribers(db, sql`lower(email) = lower(${q})`) : [];
  return found.length > 0 ? found : await selectSubscribers(db, hasWords(profileSearchText(userProfiles), q));
}

async function selectSubscribers(db: Db, which: SQL | undefined): Promise<Target[]> {
  return await rowsOf(
    db,
    sql`
    select 'subscriber' as kind, email as found, id as "userId", null as "subscriptionId"
    from user_profiles where ${which} limit ${LIMIT}`,
  );
}

/** A draft has no subscription, so its result links to the giver. */
async function findGifts(db: Db, q: string): Promise<Target[]> {
  return await rowsOf(
    db,
    sql`
    select 'gift' as kind, 'to ' || found.name || ', ' || found.email as found, found.user_id as "userId",
      s.id as "subscriptionId"
    from (select id, user_id, recipient_name as name, recipient_email as email
      from gifts where ${hasWords(giftSearchText(gifts), q)} limit ${LIMIT}) found
    left join subscriptions s on s.gift_id = found.id`,
  );
}

async function findAddresses(db: Db, q: string): Promise<Target[]> {
  return await rowsOf(
    db,
    sql`
    select 'address' as kind, concat_ws(', ', found.full_name, found.address_line_1, found.address_line_2,
        found.city, found.state_province || ' ' || found.postal_code, found.country) as found,
      coalesce(s.user_id, found.user_id) as "userId", s.id as "subscriptionId"
    from (select * from shipping_addresses where ${hasWords(addressSearchText(shippingAddresses), q)}
      limit ${LIMIT}) found
    left join lateral (select id, user_id from subscriptions where shipping_address_id = found.id
      order by created_at desc limit 1) s on true
    where coalesce(s.user_id, found.user_id) is not null`,
  );
}
