import { randomUUID } from 'node:crypto';
import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient } from 'pg';
import { invoices, subscriptions } from '../../src/server/commerce/schema.ts';
import { deliveryHolds, mailingPieces, temporaryAddresses } from '../../src/server/fulfilment/schema.ts';
import { transitDays } from '../../src/server/fulfilment/tracking/delivery-window.sql.ts';
import { HARBOR_ADDRESS } from '../builders/addresses.ts';
import { invoiceRow, subscriptionRow } from '../builders/subscribers.ts';
import type { GeneratedSubscriber } from '../models/generated-subscribers.ts';
import { idOf } from './many-subscribers.ts';

const NOW = new Date();

/**
 * Writes generated subscribers, numbered from 0, with one statement for each table. The table `asked` then says on which day the
 * rules are asked about each of them.
 */
export async function insertGenerated(pool: Pool, subscribers: readonly GeneratedSubscriber[]): Promise<void> {
  const client = await pool.connect();
  const numbered = subscribers.map((subscriber, index) => ({ ...subscriber, subscriptionId: subscriptionIdOf(index) }));
  try {
    // Rows of users, addresses and checkouts are read by no rule, so foreign keys are left unchecked.
    await client.query('set session_replication_role = replica');
    await insertRows(
      client,
      subscriptions,
      numbered.map(({ subscriptionId: id, isGift, ...facts }) => ({
        ...subscriptionRow({ id, userId: id, checkoutId: id, shippingAddressId: id }, facts, NOW),
        giftId: isGift ? id : null,
      })),
    );
    await insertRows(
      client,
      invoices,
      numbered.flatMap(({ subscriptionId, invoices: all }) =>
        all.map((status) => invoiceRow(subscriptionId, NOW, status)),
      ),
    );
    await insertRows(
      client,
      deliveryHolds,
      numbered.flatMap(({ subscriptionId, holds }) =>
        holds.map((hold) => ({ id: randomUUID(), subscriptionId, ...hold })),
      ),
    );
    await insertRows(
      client,
      temporaryAddresses,
      numbered.flatMap(({ subscriptionId, temporaryAddresses: ranges }) =>
        ranges.map(({ country, ...range }) => {
          const address = { ...HARBOR_ADDRESS, country };
          return { id: randomUUID(), subscriptionId, ...range, address, createdAt: NOW };
        }),
      ),
    );
    await insertRows(
      client,
      mailingPieces,
      numbered.flatMap(({ subscriptionId, pieces }) =>
        pieces.map(({ confirmed, ...piece }) => ({
          id: randomUUID(),
          subscriptionId,
          ...piece,
          arrivesFrom: piece.handedOverOn,
          arrivesBy: piece.handedOverOn,
          address: HARBOR_ADDRESS,
          createdAt: NOW,
          updatedAt: NOW,
          confirmedAt: confirmed ? NOW : null,
        })),
      ),
    );
    await drizzle(client)
      .update(mailingPieces)
      .set({
        arrivesFrom: sql`handed_over_on + ${transitDays('earliest')}`,
        arrivesBy: sql`handed_over_on + ${transitDays('latest')}`,
      });
    const asked = numbered.map(({ subscriptionId: asker, friday }) => ({ asker, friday }));
    await client.query('create table asked (asker uuid primary key, friday date not null)');
    await client.query('insert into asked select * from json_populate_recordset(null::asked, $1)', [
      JSON.stringify(asked),
    ]);
    await client.query('analyze');
  } finally {
    client.release(true);
  }
}

/** One statement, however many rows: each is sent as JSON and names the same fields. */
async function insertRows<T extends PgTable>(client: PoolClient, table: T, rows: readonly T['$inferInsert'][]) {
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in (rows[0] ?? {}));
  const names = columns.map(([, { name }]) => name).join(', ');
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(([field, { name }]) => [name, (row as Record<string, unknown>)[field]])),
  );
  const into = getTableName(table);
  const statement = `insert into ${into} (${names}) select ${names} from json_populate_recordset(null::${into}, $1)`;
  await client.query(statement, [JSON.stringify(records)]);
}

export function subscriptionIdOf(index: number): string {
  return idOf('subscription', index);
}
