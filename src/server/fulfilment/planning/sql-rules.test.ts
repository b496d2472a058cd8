import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { invoiceRow, subscriptionRow } from '../../../../test/builders/subscribers.ts';
import { anySubscriber, AS_OF, type GeneratedSubscriber } from '../../../../test/models/generated-subscribers.ts';
import { lettersReceived as receivedByModel } from '../../../../test/models/received-letters.ts';
import { firstLetterDecision, fridayDecision, type RunDecision } from '../../../../test/models/run-decision.ts';
import { testDatabase } from '../../../../test/server/database.ts';
import { type Hold, isHeld } from '../../../domain/hold.ts';
import { deliveryWindowOf, serviceThrough } from '../../../domain/mailing-calendar.ts';
import { PLANS } from '../../../domain/plans.ts';
import { openDatabase, type Transaction } from '../../platform/db/database.ts';
import { invoices, subscriptions } from '../../commerce/schema.ts';
import type { RunKind } from '../runs/runs.ts';
import { deliveryHolds, mailingPieces, temporaryAddresses } from '../schema.ts';
import { transitDays } from '../tracking/delivery-window.sql.ts';
import { lettersReceived } from '../tracking/received.sql.ts';
import { runDecisions } from './due.sql.ts';
import { heldFrom } from './held.sql.ts';

const SUBSCRIBERS = Number(process.env['GENERATED_SUBSCRIBERS'] ?? 20_000);
const SEED = Number(process.env['GENERATED_SEED'] ?? 1957);

const database = await testDatabase();
const db = openDatabase(database.url, { maxConnections: 1 });
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const NOW = new Date();
const generated = fc
  .sample(anySubscriber, { numRuns: SUBSCRIBERS, seed: SEED })
  .map((subscriber) => ({ ...subscriber, id: randomUUID() }));
/** The day of the row in hand: its subscription is `subscription_id` in each of the fragments. */
const FRIDAY = sql`(select asked.friday from asked where asker = subscription_id)`;

/** Rows of (id, answer) by subscription. */
async function answers<T>(query: ReturnType<typeof sql>): Promise<Map<string, T>> {
  const { rows } = await db.execute<{ id: string; answer: T }>(query);
  return new Map(rows.map(({ id, answer }) => [id, answer]));
}

/** Every subscriber about whom statement and model disagree; the title of the test names the seed. */
function disagreements<T>(found: Map<string, T>, model: (subscriber: GeneratedSubscriber) => T | null) {
  return generated
    .map((subscriber) => ({ subscriber, found: found.get(subscriber.id) ?? null, expected: model(subscriber) }))
    .filter(({ found: one, expected }) => JSON.stringify(one) !== JSON.stringify(expected));
}

/** Null: no run asks about it. */
function decisionOf(kind: RunKind, subscriber: GeneratedSubscriber): RunDecision | null {
  const { status, refunded, disputed, friday, serviceStart, planType, invoices, pieces } = subscriber;
  if (status === 'completed') return null;
  const letters = pieces.filter(({ attempt }) => attempt === 1);
  const monthsPaid = invoices.filter((invoice) => invoice === 'paid').length * PLANS[planType].monthsPerCharge;
  const standing = { status, refunded, disputed, monthsPaid, holds: openHolds(subscriber) };
  if (kind === 'first_letter') {
    return letters.length > 0 ? null : firstLetterDecision({ ...standing, serviceStart }, friday);
  }
  const mailed = letters.filter(({ handedOverOn }) => handedOverOn !== null);
  return fridayDecision(
    {
      ...standing,
      serviceThrough: serviceThrough(serviceStart, monthsPaid),
      firstLetterHandedOverOn: mailed[0]?.nominalOn ?? null,
      mailedCount: mailed.length,
      nextIsInAnotherRun: letters.length > mailed.length,
      newestMailingDay: letters.at(-1)?.nominalOn ?? null,
    },
    friday,
  );
}

function openHolds({ holds }: GeneratedSubscriber): Hold[] {
  return holds.filter(({ createdAt, liftedAt }) => createdAt < AS_OF && (liftedAt === null || liftedAt >= AS_OF));
}

function firstHeld(subscriber: GeneratedSubscriber): number | null {
  const holds = openHolds(subscriber);
  const letters = Array.from({ length: 24 }, (_, index) => index + 1);
  return letters.find((letter) => isHeld(holds, letter, subscriber.friday)) ?? null;
}

function windowsOf({ pieces }: GeneratedSubscriber): string[] | null {
  const windows = pieces
    .toSorted((one, other) => one.letter - other.letter || one.attempt - other.attempt)
    .flatMap(({ letter, country, handedOverOn }) => {
      if (handedOverOn === null) return [];
      const { earliest, latest } = deliveryWindowOf(letter, country, handedOverOn);
      return [`${earliest} ${latest}`];
    });
  return windows.length === 0 ? null : windows;
}

/** Writes them with one statement for each table. The table `asked` says on which day the rules are asked about each. */
async function insertGenerated(tx: Transaction): Promise<void> {
  const each = <T>(rowsOf: (subscriber: (typeof generated)[number], subscriptionId: string) => readonly T[]): T[] =>
    generated.flatMap((subscriber) => rowsOf(subscriber, subscriber.id));
  // Rows of users, addresses and checkouts are read by no rule, so foreign keys are left unchecked.
  await tx.execute(sql`set local session_replication_role = replica`);
  const seasons = generated.map(({ id, isGift, ...facts }) => ({
    ...subscriptionRow({ id, userId: id, checkoutId: id, shippingAddressId: id }, facts, NOW),
    giftId: isGift ? id : null,
  }));
  await insertRows(tx, subscriptions, seasons);
  const drawn = each((subscriber, id) => subscriber.invoices.map((status) => invoiceRow(id, NOW, status)));
  await insertRows(tx, invoices, drawn);
  const held = each(({ holds }, subscriptionId) =>
    holds.map((hold) => ({ id: randomUUID(), subscriptionId, ...hold })),
  );
  await insertRows(tx, deliveryHolds, held);
  const elsewhere = each((subscriber, subscriptionId) =>
    subscriber.temporaryAddresses.map(({ country, ...range }) => {
      const address = { ...HARBOR_ADDRESS, country };
      return { id: randomUUID(), subscriptionId, ...range, address, createdAt: NOW };
    }),
  );
  await insertRows(tx, temporaryAddresses, elsewhere);
  const times = { createdAt: NOW, updatedAt: NOW };
  const pieces = each((subscriber, subscriptionId) =>
    subscriber.pieces.map(({ confirmed, ...piece }) => {
      const day = piece.handedOverOn;
      const window = { arrivesFrom: day, arrivesBy: day, confirmedAt: confirmed ? NOW : null };
      return { id: randomUUID(), subscriptionId, ...piece, address: HARBOR_ADDRESS, ...window, ...times };
    }),
  );
  await insertRows(tx, mailingPieces, pieces);
  const [earliest, latest] = [transitDays('earliest'), transitDays('latest')];
  await tx
    .update(mailingPieces)
    .set({ arrivesFrom: sql`handed_over_on + ${earliest}`, arrivesBy: sql`handed_over_on + ${latest}` });
  await tx.execute(sql`create table asked (asker uuid primary key, friday date not null)`);
  const asked = generated.map(({ id: asker, friday }) => ({ asker, friday }));
  await tx.execute(sql`insert into asked select * from json_populate_recordset(null::asked, ${JSON.stringify(asked)})`);
}

/** One statement, however many rows: each is sent as JSON and names the same fields. */
async function insertRows<T extends PgTable>(tx: Transaction, table: T, rows: readonly T['$inferInsert'][]) {
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in (rows[0] ?? {}));
  const names = sql.raw(columns.map(([, { name }]) => name).join(', '));
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(([field, { name }]) => [name, (row as Record<string, unknown>)[field]])),
  );
  await tx.execute(sql`
    insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(records)})`);
}

describe(`one statement decides for ${SUBSCRIBERS} subscribers as the model does for each (seed ${SEED})`, () => {
  beforeAll(async () => {
    await db.transaction(insertGenerated);
    await db.execute(sql`analyze`);
  }, 180_000);

  test.each([
    [
      'friday',
      [
        'disputed',
        'due',
        'earlier_letter_not_handed_over',
        'first_letter_not_handed_over',
        'first_letter_too_recent',
        'mailed_that_day',
        'not_paid',
        'on_hold',
        'refunded',
        'season_complete',
        'waiting',
      ],
    ],
    ['first_letter', ['disputed', 'due', 'not_paid', 'on_hold', 'refunded', 'starts_later']],
  ] as const)('what is due in a run of kind %s', async (kind, everyOutcome) => {
    const decided = await answers<RunDecision>(sql`
      select subscription_id as id, case when kind = 'excluded' then jsonb_build_object('kind', kind, 'reason', reason)
        else jsonb_build_object('kind', kind, 'letter', letter) end as answer
      from (${runDecisions(kind, FRIDAY, AS_OF)}) decided`);
    expect(disagreements(decided, (subscriber) => decisionOf(kind, subscriber)).slice(0, 3)).toEqual([]);
    const outcomes = [...decided.values()].map((each) => (each.kind === 'excluded' ? each.reason : each.kind));
    expect([...new Set(outcomes)].sort()).toEqual(everyOutcome);
  });

  test('from which letter on the mail is held', async () => {
    const held = await answers<number>(
      sql`select subscription_id as id, from_letter as answer from (${heldFrom(FRIDAY, AS_OF)}) held`,
    );
    expect(disagreements(held, firstHeld).slice(0, 3)).toEqual([]);
    expect(held.size).toBeGreaterThan(0);
  });

  test('how many letters have come', async () => {
    const received = await answers<number>(
      sql`select ${subscriptions.id} as id, ${lettersReceived(subscriptions.id, FRIDAY)} as answer from ${subscriptions}`,
    );
    expect(disagreements(received, ({ pieces, friday }) => receivedByModel(pieces, friday)).slice(0, 3)).toEqual([]);
    expect(new Set(received.values()).size).toBeGreaterThan(20);
  });

  test('in which days each letter should come', async () => {
    const windows = await answers<string[]>(sql`
      select subscription_id as id, array_agg(concat(arrives_from, ' ', arrives_by) order by letter, attempt) as answer
      from mailing_pieces where handed_over_on is not null group by subscription_id`);
    expect(disagreements(windows, windowsOf).slice(0, 3)).toEqual([]);
  });
});
