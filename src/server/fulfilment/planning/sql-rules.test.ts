import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { invoiceRow, subscriptionRow } from '../../../../test/builders/subscribers.ts';
import {
  type LedgerPiece,
  lettersReceived as receivedByModel,
  readableLetters,
} from '../../../../test/models/received-letters.ts';
import { firstLetterDecision, fridayDecision, type RunDecision } from '../../../../test/models/run-decision.ts';
import { testDatabase } from '../../../../test/server/database.ts';
import { addDays, addMonths, type CalendarDate } from '../../../domain/calendar-date.ts';
import { SHIPPING_COUNTRIES } from '../../../domain/countries.ts';
import { type Hold, isOnHold } from '../../../domain/hold.ts';
import { addBusinessDays } from '../../../domain/holidays.ts';
import { handOverDay, nextMailingDays, serviceThrough } from '../../../domain/mailing-calendar.ts';
import { monthsPaid } from '../../../domain/months-paid.ts';
import { PLAN_TYPES, PLANS } from '../../../domain/plans.ts';
import { deliveryWindowOf, type Destination } from '../../../domain/transit.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { allowLongStatements } from '../../platform/db/statements.ts';
import { invoices, subscriptions } from '../../commerce/schema.ts';
import type { RunKind } from '../runs/runs.ts';
import { deliveryHolds, mailingPieces, temporaryAddresses } from '../schema.ts';
import { transitDays } from '../tracking/delivery-window.sql.ts';
import { isReadable, lettersReceived } from '../tracking/received.sql.ts';
import { runDecisions } from './due.sql.ts';
import { heldFrom } from './held.sql.ts';

/** The rules use holds as they were at this instant. */
const AS_OF = new Date('2026-11-11T05:00:00.000Z');

/** A generated letter in the mailing ledger. */
interface GeneratedPiece extends LedgerPiece {
  readonly attempt: number;
  readonly nominalOn: CalendarDate;
}

type GeneratedSubscriber = typeof anySubscriber extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const MAILING_DAYS = nextMailingDays('2025-01-01', 24 * 23);
const FIRST_ASKED = MAILING_DAYS.findIndex((day) => day >= '2026-02-01');

const oneIn = (times: number) => fc.integer({ min: 1, max: times }).map((drawn) => drawn === 1);
const anyCountry = fc.oneof(fc.constant('US'), fc.constantFrom(...SHIPPING_COUNTRIES));
const anyDestination: fc.Arbitrary<Destination> = fc.record({
  country: anyCountry,
  stateProvince: fc.constantFrom('ME', 'ME', 'ME', 'AA', 'ae', 'Guam', 'GU', 'FM', 'Mh'),
  postalCode: fc.constantFrom('04614', '09012', '34002', '34101', '96278', '96701', '96799-1234', '96813', '96910'),
});
const anyLetter = fc.integer({ min: 1, max: 24 });
const daysAround = (min: number, max: number) => fc.integer({ min, max });

const anyTemporaryAddress = fc
  .record({ fromLetter: anyLetter, length: daysAround(0, 6), address: anyDestination })
  .map(({ fromLetter, length, address }) => ({ fromLetter, toLetter: Math.min(24, fromLetter + length), address }));

const secondsAround = (min: number, max: number) =>
  fc.integer({ min, max }).map((seconds) => new Date(AS_OF.getTime() + seconds * 1000));

const anyHold = (friday: CalendarDate) =>
  fc.record({
    fromLetter: fc.oneof(fc.constant(1), anyLetter),
    resumeOn: daysAround(-9, 30).map((days) => addDays(friday, days)),
    createdAt: secondsAround(-2, 1),
    liftedAt: fc.oneof(fc.constant(null), secondsAround(-1, 1)),
  });

/** `months` paid months that end on or near the tested day, with two mailed letters a month, or one more. */
const anyEdge = fc.record({
  months: fc.oneof({ weight: 5, arbitrary: daysAround(1, 3) }, { weight: 1, arbitrary: daysAround(4, 12) }),
  endsAfter: daysAround(-2, 2),
  more: fc.integer({ min: 0, max: 1 }),
});

const anyPieces = fc.record({
  /** The number of letters in the ledger, at most one per mailing day. */
  letters: fc.oneof(
    { weight: 16, arbitrary: fc.integer({ min: 0, max: 5 }) },
    { weight: 1, arbitrary: fc.integer({ min: 8, max: 23 }) },
    { weight: 1, arbitrary: fc.constant(24) },
  ),
  firstAfter: daysAround(1, 12),
  /** The state of the newest letter, when its run has not been handed over. */
  newest: fc.constantFrom(null, null, 'waiting' as const, 'set_aside' as const, 'frozen' as const),
  troubled: fc.array(fc.record({ letter: anyLetter, state: fc.constantFrom('lost' as const, 'returned' as const) }), {
    maxLength: 2,
  }),
  confirmed: fc.array(anyLetter, { maxLength: 2 }),
  resent: fc.array(
    fc.record({
      letter: anyLetter,
      state: fc.constantFrom('set_aside' as const, 'frozen' as const, 'handed_over' as const, 'lost' as const),
      after: daysAround(1, 30),
    }),
    { maxLength: 1 },
  ),
});

/** The day for which the rules are tested, and optionally paid months that end near it. */
const anyTurn = fc.record({
  friday: fc.constantFrom(...MAILING_DAYS.slice(FIRST_ASKED, FIRST_ASKED + 24 * 20)),
  edge: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyEdge }),
});

/** Every status, plan, country and state of a piece, over twenty years of start dates, including days when a rule's answer changes. */
const anySubscriber = anyTurn
  .chain(({ friday, edge }) =>
    fc.record({
      friday: fc.constant(friday),
      edge: fc.constant(edge),
      startedBefore: fc.oneof(daysAround(-3, 120), daysAround(-3, 420)),
      status: fc.constantFrom('active', 'active', 'past_due', 'cancelled', 'cancelled', 'completed'),
      planType: fc.constantFrom(...PLAN_TYPES),
      address: anyDestination,
      isGift: oneIn(4),
      refunded: oneIn(8),
      disputed: oneIn(8),
      /** Null: half the letters, where the rules' answer changes. */
      paid: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 13 })),
      unpaid: fc.array(fc.constantFrom('open', 'void', 'uncollectible', 'draft'), { maxLength: 2 }),
      holds: fc.array(anyHold(friday), { maxLength: 2 }),
      temporaryAddresses: fc.array(anyTemporaryAddress, { maxLength: 2 }),
      ledger: anyPieces,
    }),
  )
  .map(({ edge, startedBefore, paid, unpaid, ledger, ...plain }) => {
    const { friday, temporaryAddresses } = plain;
    const serviceStart = edge
      ? addDays(addMonths(friday, -edge.months), edge.endsAfter)
      : addDays(friday, -startedBefore);
    const destinationOf = (letter: number) =>
      temporaryAddresses.findLast(({ fromLetter, toLetter }) => fromLetter <= letter && letter <= toLetter)?.address ??
      plain.address;
    const letters = edge ? Math.min(24, 2 * edge.months + edge.more) : ledger.letters;
    const paidCount = edge?.months ?? paid ?? Math.floor(letters / 2);
    const invoices = [...Array<string>(paidCount).fill('paid'), ...unpaid];
    const pieces = ledgerOf({ ...ledger, letters }, serviceStart, friday, destinationOf);
    return { ...plain, serviceStart, invoices, pieces };
  });

type DrawnLedger = typeof anyPieces extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Letters 1, 2, … in order. Only the newest may be not handed over yet. */
function ledgerOf(
  { letters, firstAfter, newest, troubled, confirmed, resent }: DrawnLedger,
  serviceStart: CalendarDate,
  friday: CalendarDate,
  destinationOf: (letter: number) => Destination,
): GeneratedPiece[] {
  const days = mailedDays(addDays(serviceStart, firstAfter), letters, friday);
  const firsts = days.map((nominalOn, index): GeneratedPiece => {
    const letter = index + 1;
    const base = { letter, attempt: 1, nominalOn, address: destinationOf(letter) };
    if (letter === days.length && newest !== null)
      return { ...base, state: newest, handedOverOn: null, confirmed: false };
    const state = troubled.find((trouble) => trouble.letter === letter)?.state ?? 'handed_over';
    const handedOverOn = letter === 1 ? nominalOn : handOverDay(nominalOn);
    return { ...base, state, handedOverOn, confirmed: confirmed.includes(letter) };
  });
  const again = resent
    .filter(({ letter }) => (firsts[letter - 1]?.handedOverOn ?? null) !== null)
    .map(({ letter, state, after }): GeneratedPiece => {
      const nominalOn = addBusinessDays(friday, -after);
      const handedOverOn = state === 'handed_over' || state === 'lost' ? nominalOn : null;
      const base = { letter, attempt: 2, nominalOn, address: destinationOf(letter) };
      return { ...base, state, handedOverOn, confirmed: after % 5 === 0 };
    });
  return [...firsts, ...again];
}

/** Letter 1 on `first`, and from a week later one on each mailing day until `friday`, that day included. */
function mailedDays(first: CalendarDate, letters: number, friday: CalendarDate): CalendarDate[] {
  if (letters === 0 || first >= friday) return [];
  const from = MAILING_DAYS.findIndex((day) => day >= addDays(first, 7));
  const fridays = MAILING_DAYS.slice(from, from + letters - 1).filter((day) => day <= friday);
  return [first, ...fridays];
}

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
/** The tested day of the row's subscription. Each SQL fragment names that subscription `subscription_id`. */
const FRIDAY = sql`(select asked.friday from asked where asker = subscription_id)`;

/** The query's answers by subscription id. */
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

/** Null if no run decides this. */
function decisionOf(kind: RunKind, subscriber: GeneratedSubscriber): RunDecision | null {
  const { status, refunded, disputed, friday, serviceStart, planType, invoices, pieces } = subscriber;
  if (status === 'completed') return null;
  const letters = pieces.filter(({ attempt }) => attempt === 1);
  const paid = invoices.filter((invoice) => invoice === 'paid');
  const months = monthsPaid(paid.map(() => PLANS[planType].monthsPerCharge));
  const standing = { status, refunded, disputed, monthsPaid: months, holds: openHolds(subscriber) };
  if (kind === 'first_letter') {
    return letters.length > 0 ? null : firstLetterDecision({ ...standing, serviceStart }, friday);
  }
  const mailed = letters.filter(({ handedOverOn }) => handedOverOn !== null);
  return fridayDecision(
    {
      ...standing,
      serviceThrough: serviceThrough(serviceStart, months),
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
  return letters.find((letter) => isOnHold(holds, letter, subscriber.friday)) ?? null;
}

function windowsOf({ pieces }: GeneratedSubscriber): string[] | null {
  const windows = pieces
    .toSorted((one, other) => one.letter - other.letter || one.attempt - other.attempt)
    .flatMap(({ letter, address, handedOverOn }) => {
      if (handedOverOn === null) return [];
      const { earliest, latest } = deliveryWindowOf(letter, address, handedOverOn);
      return [`${earliest} ${latest}`];
    });
  return windows.length === 0 ? null : windows;
}

/** Inserts the subscribers with one statement per table. Table `asked` has the day for which each one is tested. */
function insertingGenerated(): SQL[] {
  const each = <T>(rowsOf: (subscriber: (typeof generated)[number], subscriptionId: string) => readonly T[]): T[] =>
    generated.flatMap((subscriber) => rowsOf(subscriber, subscriber.id));
  const seasons = generated.map(({ id, isGift, ...facts }) => ({
    ...subscriptionRow({ id, userId: id, checkoutId: id, shippingAddressId: id }, facts, NOW),
    giftId: isGift ? id : null,
  }));
  const drawn = each(({ invoices: statuses, planType }, id) =>
    statuses.map((status) => ({
      ...invoiceRow(id, NOW, status),
      monthsBilled: PLANS[planType].monthsPerCharge,
    })),
  );
  const held = each(({ holds }, subscriptionId) =>
    holds.map((hold) => ({ id: randomUUID(), subscriptionId, ...hold })),
  );
  const elsewhere = each((subscriber, subscriptionId) =>
    subscriber.temporaryAddresses.map(({ address: destination, ...range }) => {
      const address = { ...HARBOR_ADDRESS, ...destination };
      return { id: randomUUID(), subscriptionId, ...range, address, createdAt: NOW };
    }),
  );
  const times = { createdAt: NOW, updatedAt: NOW };
  const pieces = each((subscriber, subscriptionId) =>
    subscriber.pieces.map(({ confirmed, address: destination, ...piece }) => {
      const day = piece.handedOverOn;
      const window = { arrivesFrom: day, arrivesBy: day, confirmedAt: confirmed ? NOW : null };
      const { country } = destination;
      const address = { ...HARBOR_ADDRESS, ...destination };
      return { id: randomUUID(), subscriptionId, ...piece, country, address, ...window, ...times };
    }),
  );
  const asked = generated.map(({ id: asker, friday }) => ({ asker, friday }));
  return [
    // No rule reads users, addresses or checkouts, so these rows are missing and foreign keys unchecked.
    sql`set local session_replication_role = replica`,
    ...inserting(subscriptions, seasons),
    ...inserting(invoices, drawn),
    ...inserting(deliveryHolds, held),
    ...inserting(temporaryAddresses, elsewhere),
    ...inserting(mailingPieces, pieces),
    sql`update mailing_pieces set arrives_from = handed_over_on + ${transitDays('earliest')},
      arrives_by = handed_over_on + ${transitDays('latest')}`,
    sql`create table asked (asker uuid primary key, friday date not null)`,
    sql`insert into asked select * from json_populate_recordset(null::asked, ${JSON.stringify(asked)})`,
  ];
}

const ROWS_PER_STATEMENT = 20_000;

/** Rows are sent as JSON and name the same fields. */
function inserting<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): SQL[] {
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in (rows[0] ?? {}));
  const names = sql.raw(columns.map(([, { name }]) => name).join(', '));
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(([field, { name }]) => [name, (row as Record<string, unknown>)[field]])),
  );
  const parts = Array.from({ length: Math.ceil(records.length / ROWS_PER_STATEMENT) }, (_, part) =>
    records.slice(part * ROWS_PER_STATEMENT, (part + 1) * ROWS_PER_STATEMENT),
  );
  return parts.map(
    (part) => sql`insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(part)})`,
  );
}

describe(`one statement decides for ${SUBSCRIBERS} subscribers as the model does for each (seed ${SEED})`, () => {
  beforeAll(async () => {
    const statements = insertingGenerated();
    await db.transaction(async (tx) => {
      await allowLongStatements(tx);
      for (const statement of statements) await tx.execute(statement);
    });
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

  test('which letters can be opened in the case file', async () => {
    const readable = await answers<number[]>(sql`
      select ${subscriptions.id} as id, array(
        select distinct ${mailingPieces.letter} from ${mailingPieces}
        where ${mailingPieces.subscriptionId} = ${subscriptions.id} and ${isReadable(FRIDAY)} order by 1
      ) as answer from ${subscriptions}`);
    expect(disagreements(readable, ({ pieces, friday }) => readableLetters(pieces, friday)).slice(0, 3)).toEqual([]);
    expect(new Set([...readable.values()].map(({ length }) => length)).size).toBeGreaterThan(20);
  });

  test('in which days each letter should come', async () => {
    const windows = await answers<string[]>(sql`
      select subscription_id as id, array_agg(concat(arrives_from, ' ', arrives_by) order by letter, attempt) as answer
      from mailing_pieces where handed_over_on is not null group by subscription_id`);
    expect(disagreements(windows, windowsOf).slice(0, 3)).toEqual([]);
  });
});
