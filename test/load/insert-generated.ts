import { PgDialect } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { transitDays } from '../../src/server/fulfilment/tracking/delivery-window.sql.ts';
import type { GeneratedSubscriber } from '../models/generated-subscribers.ts';
import { idOf } from './many-subscribers.ts';

/**
 * Writes generated subscribers, numbered from 0, with one statement for each table. The table `asked` then says on which day the
 * rules are asked about each of them.
 */
export async function insertGenerated(pool: Pool, subscribers: readonly GeneratedSubscriber[]): Promise<void> {
  const client = await pool.connect();
  try {
    // Rows of users, addresses and checkouts are read by no rule, so foreign keys are left unchecked.
    await client.query('set session_replication_role = replica');
    await client.query('create table asked (asker uuid primary key, friday date not null)');
    for (const { into, columns, rows } of tables(subscribers)) {
      const given = columns.map(([, value]) => value).join(', ');
      const names = columns.map(([name]) => name).join(', ');
      await client.query(`insert into ${into} (${names}) select ${given} from ${RECORDS}`, [JSON.stringify(rows)]);
    }
    await client.query('analyze');
  } finally {
    client.release(true);
  }
}

/** Every field that some row has; `s` is its subscription. */
const RECORDS = `json_to_recordset($1) as row (s uuid, friday date, "serviceStart" date, status text, "planType" text, "isGift" bool,
  refunded bool, disputed bool, "fromLetter" int, "toLetter" int, "resumeOn" date, "createdAt" timestamptz, "liftedAt" timestamptz,
  letter int, attempt int, state text, "nominalOn" date, "handedOverOn" date, confirmed bool, country text)`;

export function subscriptionIdOf(index: number): string {
  return idOf('subscription', index);
}

interface TableRows {
  readonly into: string;
  /** Name and value of each column. */
  readonly columns: readonly (readonly [string, string])[];
  readonly rows: readonly object[];
}

function tables(subscribers: readonly GeneratedSubscriber[]): TableRows[] {
  const nothing = { pieces: [], invoices: [], holds: [], temporaryAddresses: [] };
  const own = subscribers.map((subscriber, index) => ({ ...subscriber, ...nothing, s: subscriptionIdOf(index) }));
  const rowsOf = (list: (subscriber: GeneratedSubscriber) => readonly object[]): object[] =>
    subscribers.flatMap((subscriber, index) => list(subscriber).map((row) => ({ s: subscriptionIdOf(index), ...row })));
  return [
    {
      into: 'asked',
      columns: [
        ['asker', 's'],
        ['friday', 'friday'],
      ],
      rows: own,
    },
    { into: 'subscriptions', columns: SUBSCRIPTION_COLUMNS, rows: own },
    {
      into: 'invoices',
      columns: INVOICE_COLUMNS,
      rows: rowsOf(({ invoices }) => invoices.map((status) => ({ status }))),
    },
    { into: 'delivery_holds', columns: HOLD_COLUMNS, rows: rowsOf(({ holds }) => holds) },
    { into: 'temporary_addresses', columns: ADDRESS_COLUMNS, rows: rowsOf((each) => each.temporaryAddresses) },
    { into: 'mailing_pieces', columns: PIECE_COLUMNS, rows: rowsOf(({ pieces }) => pieces) },
  ];
}

const SUBSCRIPTION = ['subscription_id', 's'] as const;
const NEW_ID = ['id', 'gen_random_uuid()'] as const;
const TIMES = [
  ['created_at', 'now()'],
  ['updated_at', 'now()'],
] as const;

const SUBSCRIPTION_COLUMNS = [
  ['id', 's'],
  ['user_id', 'gen_random_uuid()'],
  ['checkout_id', 'gen_random_uuid()'],
  ['gift_id', 'case when "isGift" then gen_random_uuid() end'],
  ['status', 'status'],
  ['plan_type', '"planType"'],
  ['season_id', `'season-1'`],
  ['season_name', `'Season 1'`],
  ['shipping_address_id', 'gen_random_uuid()'],
  ['stripe_customer_id', `'cus_' || s`],
  ['stripe_subscription_id', `'sub_' || s`],
  ['service_start', '"serviceStart"'],
  ['refund_requested_at', 'case when refunded then now() end'],
  ['dispute_held_at', 'case when disputed then now() end'],
  ...TIMES,
] as const;

const INVOICE_COLUMNS = [
  ['stripe_invoice_id', `'in_' || gen_random_uuid()`],
  SUBSCRIPTION,
  ['status', 'status'],
  ['subtotal_cents', '1500'],
  ['total_cents', '1500'],
  ['amount_paid_cents', '0'],
  ['created_at', 'now()'],
] as const;

const HOLD_COLUMNS = [
  NEW_ID,
  SUBSCRIPTION,
  ['from_letter', '"fromLetter"'],
  ['resume_on', '"resumeOn"'],
  ['created_at', '"createdAt"'],
  ['lifted_at', '"liftedAt"'],
] as const;

const ADDRESS_COLUMNS = [
  NEW_ID,
  SUBSCRIPTION,
  ['from_letter', '"fromLetter"'],
  ['to_letter', '"toLetter"'],
  ['address', `jsonb_build_object('country', country)`],
  ['created_at', 'now()'],
] as const;

const [arrivesFrom, arrivesBy] = (['earliest', 'latest'] as const).map(
  (edge) => `"handedOverOn" + ${new PgDialect().sqlToQuery(transitDays(edge)).sql}`,
);

const PIECE_COLUMNS = [
  NEW_ID,
  SUBSCRIPTION,
  ['letter', 'letter'],
  ['attempt', 'attempt'],
  ['state', 'state'],
  ['nominal_on', '"nominalOn"'],
  ['handed_over_on', '"handedOverOn"'],
  ['arrives_from', arrivesFrom ?? ''],
  ['arrives_by', arrivesBy ?? ''],
  ['confirmed_at', 'case when confirmed then now() end'],
  ['address', `'{}'`],
  ['country', 'country'],
  ...TIMES,
] as const;
