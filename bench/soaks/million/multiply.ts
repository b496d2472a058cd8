import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Client } from 'pg';
import { mailingEvents } from '../../../src/server/fulfilment/schema.ts';
import { operatorLog } from '../../../src/server/platform/schema.ts';
import { TABLES } from '../../../test/load/seed/rows.ts';

/** Ids of what all copies share. */
const SHARED = ['run_id', 'promotion_code_id', 'operator_id'];
const STRIPE_IDS = /^(stripe_\w+_id|payment_method_id|default_payment_method_id|dedupe_key)$/;
const EMAILS = ['email', 'recipient', 'recipient_email'];

/** Rows that filters look for and the seed doesn't make. */
const HISTORY = [
  `update invoices set failed_at = created_at where status <> 'paid'
    or (billing_reason = 'subscription_cycle' and hashtext(stripe_invoice_id) % 25 = 0)`,
  `update gifts set claimed_at = announced_at + interval '9 days', claimed_by = user_id
    where announced_at is not null and hashtext(id::text) % 3 = 0`,
  `insert into gifts select gen_random_uuid(), user_id, recipient_name, recipient_email, message, start_date, plan_type,
    notify_recipient, shipping_address_id, null, null, null, created_at + interval '1 day', updated_at
    from gifts where hashtext(id::text) % 10 = 0`,
  `insert into mailing_pieces (id, subscription_id, letter, attempt, state, nominal_on, address, country, reason, created_at, updated_at)
    select gen_random_uuid(), s.id, 24, 1, 'set_aside', current_date + 3, one.address, one.country, 'address_rejected', now(), now()
    from subscriptions s join mailing_pieces one on one.subscription_id = s.id and one.letter = 1
    where s.status = 'active' and hashtext(s.id::text) % 200 = 0
      and not exists (select from mailing_pieces p where p.subscription_id = s.id and p.letter = 24)`,
  `insert into mailing_events (at, event, actor, run_id, piece_id, subscription_id, letter, attempt, detail)
    select updated_at, state, 'the seed', run_id, id, subscription_id, letter, attempt, '{}'
    from mailing_pieces where state in ('lost', 'returned', 'set_aside')`,
  `insert into operator_log (id, operator, action, subject, subscription_id, detail, created_at)
    select gen_random_uuid(), 'clerk-' || abs(hashtext(id::text)) % 3 || '@example.com', 'refund', 'user:' || user_id, id,
      '{}', created_at from subscriptions where hashtext(id::text) % 8 = 0`,
];

/** Turns each row of the seed's tables into `copies` rows. Makes indexes and constraints again afterwards. */
export async function multiply(client: Client, copies: number, report: (line: string) => void): Promise<void> {
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
  for (const statement of HISTORY) await client.query(statement);
  const tables: PgTable[] = [...Object.values(TABLES), mailingEvents, operatorLog];
  const restore = await dropIndexes(client, tables.map(nameOf));
  for (const table of tables) {
    const { names, values } = copiedColumns(table, copies);
    const { rowCount } = await client.query(`insert into ${nameOf(table)} (${names})
      select ${values} from ${nameOf(table)} cross join generate_series(1, ${copies - 1}) as n`);
    report(`${nameOf(table)}: ${rowCount ?? 0} rows more`);
  }
  await client.query(`update mailing_batches set last_number = last_number * ${copies};
    update mailing_events set detail = jsonb_set(detail, '{pieces}', to_jsonb((detail ->> 'pieces')::int * ${copies}))
      where event = 'batch_handed_over'`);
  await restore();
  await client.query('set session_replication_role = default');
  await client.query('vacuum analyze');
}

function nameOf(table: PgTable): string {
  const { schema = 'public', name } = getTableConfig(table);
  return `${schema}.${name}`;
}

function copiedColumns(table: PgTable, copies: number) {
  const columns = Object.values(getTableColumns(table)).filter((column) => column.getSQLType() !== 'bigserial');
  return {
    names: columns.map(({ name }) => `"${name}"`).join(),
    values: columns.map((column) => copied(nameOf(table), column.name, column.getSQLType(), copies)).join(),
  };
}

function copied(table: string, name: string, type: string, copies: number): string {
  if (SHARED.includes(name)) return name;
  if (type === 'uuid') return `md5(${name}::text || n)::uuid`;
  if (name === 'provider_id') return `md5(${name} || n)::uuid::text`;
  if (STRIPE_IDS.test(name) || (table === 'public.invoices' && name === 'number')) return `${name} || '-' || n`;
  if (type === 'text' && EMAILS.includes(name)) return `replace(${name}, '@', '-' || n || '@')`;
  if (table === 'public.mailing_pieces' && name === 'number') return `(number - 1) * ${copies} + n + 1`;
  return `"${name}"`;
}

/** @returns a function recreating them */
async function dropIndexes(client: Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: constraints } = await client.query<{ table: string; name: string; type: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, contype as type, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('p', 'u', 'f') and connamespace in ('public'::regnamespace, 'auth'::regnamespace)
       and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by contype = 'f'`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    [tables],
  );
  for (const { table, name } of constraints.toReversed())
    await client.query(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async () => {
    for (const { table, name, type, definition } of constraints) {
      await client.query(
        `alter table ${table} add constraint "${name}" ${definition}${type === 'f' ? ' not valid' : ''}`,
      );
    }
    for (const { definition } of indexes) await client.query(definition);
  };
}
