import * as fc from 'fast-check';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/server/database.ts';
import { addSubscriber, type SubscriberFacts } from '../../../../test/builders/subscribers.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { nextMailingDays, serviceThrough } from '../../../domain/mailing-calendar.ts';
import { firstLetterDecision, fridayDecision, type RunDecision } from '../../../domain/mailing-decision.ts';
import type { Hold } from '../../../domain/hold.ts';
import { PLANS } from '../../../domain/plans.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { deliveryHolds, mailingPieces } from '../schema.ts';
import { runDecisions } from './decisions.ts';
import { openRun, type RunKind } from '../runs/runs.ts';

const database = await testDatabase();
const db = openDatabase(database.url, { maxConnections: 1 });
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const NOW = new Date('2026-11-11T12:00:00Z');
const FRIDAY: CalendarDate = '2026-11-13';

interface Case {
  readonly subscriber: SubscriberFacts;
  readonly holds: readonly Hold[];
  /** The newest letter lies in a run that has not been handed over. */
  readonly newestIsWaiting: boolean;
}

const anyStart = fc.integer({ min: -400, max: 3 }).map((days) => addDays(FRIDAY, days));
const anyCase: fc.Arbitrary<Case> = fc.record({
  subscriber: fc
    .record({
      start: anyStart,
      toFirst: fc.integer({ min: 1, max: 12 }),
      letters: fc.oneof(fc.constant(24), fc.integer({ min: 0, max: 24 })),
    })
    .chain(({ start, toFirst, letters }) =>
      fc.record({
        serviceStart: fc.constant(start),
        planType: fc.constantFrom('monthly' as const, 'annual' as const),
        status: fc.constantFrom('active' as const, 'past_due' as const, 'cancelled' as const),
        paid: fc.oneof(
          fc.integer({ min: 0, max: 13 }),
          fc.constant(Math.floor(mailedSoFar(addDays(start, toFirst), letters).length / 2)),
        ),
        refunded: fc.boolean().map((yes) => yes && letters % 3 === 0),
        disputed: fc.boolean().map((yes) => yes && letters % 4 === 0),
        mailedOn: fc.constant(mailedSoFar(addDays(start, toFirst), letters)),
      }),
    ),
  holds: fc.array(
    fc.record({
      fromLetter: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 24 })),
      resumeOn: fc.integer({ min: -9, max: 30 }).map((days) => addDays(FRIDAY, days)),
    }),
    { maxLength: 2 },
  ),
  newestIsWaiting: fc.boolean(),
});

/** As the rules have it: letter 1, and after a week one on each mailing day before the one in question. */
function mailedSoFar(first: CalendarDate, letters: number): CalendarDate[] {
  if (letters === 0 || first >= FRIDAY) return [];
  const fridays = nextMailingDays(addDays(first, 7), letters).filter((friday) => friday <= FRIDAY);
  return [first, ...fridays].slice(0, letters);
}

async function store({ subscriber, holds, newestIsWaiting }: Case): Promise<string> {
  const { subscriptionId } = await addSubscriber(db, subscriber);
  for (const hold of holds) {
    await db
      .insert(deliveryHolds)
      .values({ id: sql`gen_random_uuid()`, subscriptionId, ...hold, createdAt: new Date(0) });
  }
  if (newestIsWaiting) {
    await db.execute(sql`update mailing_pieces set state = 'frozen', handed_over_on = null
      where subscription_id = ${subscriptionId} and letter = ${subscriber.mailedOn?.length ?? 0}`);
  }
  return subscriptionId;
}

/** Null: not asked about at all. */
function expected(kind: RunKind, { subscriber, holds, newestIsWaiting }: Case): RunDecision | null {
  const { serviceStart, planType = 'monthly', status = 'active', paid = 0, mailedOn = [] } = subscriber;
  const waiting = newestIsWaiting && mailedOn.length > 0;
  const monthsPaid = paid * PLANS[planType].monthsPerCharge;
  const mailedCount = mailedOn.length - (waiting ? 1 : 0);
  const standing = {
    status: status === 'completed' ? 'active' : status,
    refunded: subscriber.refunded === true,
    disputed: subscriber.disputed === true,
    holds,
  } as const;
  if (kind === 'first_letter') {
    return mailedOn.length > 0 ? null : firstLetterDecision({ ...standing, serviceStart, monthsPaid }, FRIDAY);
  }
  const firstLetterHandedOverOn = mailedCount > 0 ? (mailedOn[0] ?? null) : null;
  const paidFor = { monthsPaid, serviceThrough: serviceThrough(serviceStart, monthsPaid) };
  return fridayDecision(
    {
      ...standing,
      ...paidFor,
      firstLetterHandedOverOn,
      mailedCount,
      nextIsInAnotherRun: waiting,
      newestMailingDay: mailedOn.at(-1) ?? null,
    },
    FRIDAY,
  );
}

async function decisions(kind: RunKind): Promise<Map<string, RunDecision>> {
  const run = await openRun(db, { kind, nominalOn: FRIDAY }, NO_OVERRIDES, NOW);
  const { rows } = await db.execute<{ id: string; kind: string; letter: number; reason: string | null }>(
    sql`select subscription_id as id, kind, letter, reason from (${runDecisions(run, NOW)}) decided`,
  );
  return new Map(
    rows.map(({ id, kind: decision, letter, reason }) => [
      id,
      (decision === 'excluded' ? { kind: decision, reason } : { kind: decision, letter }) as RunDecision,
    ]),
  );
}

describe('the one statement that decides for a million subscriptions decides as the rules do', () => {
  const cases = fc.sample(anyCase, { numRuns: 300, seed: 1957 });
  const ids: string[] = [];
  beforeAll(async () => {
    for (const facts of cases) ids.push(await store(facts));
  });

  test.each(['friday', 'first_letter'] as const)('for a run of kind %s', async (kind) => {
    const found = await decisions(kind);
    const seen = new Set<string>();
    for (const [index, facts] of cases.entries()) {
      const decision = expected(kind, facts);
      expect({ facts, decision: found.get(ids[index] ?? '') ?? null }).toEqual({ facts, decision });
      if (decision !== null) seen.add(decision.kind === 'excluded' ? decision.reason : decision.kind);
    }
    expect([...seen].sort()).toEqual(
      kind === 'friday'
        ? [
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
          ]
        : ['disputed', 'due', 'not_paid', 'on_hold', 'refunded', 'starts_later'],
    );
  });

  test('a completed season is not even asked about', async () => {
    const { subscriptionId } = await addSubscriber(db, {
      serviceStart: '2026-10-01',
      status: 'completed',
      mailedOn: ['2026-10-02'],
    });
    expect((await decisions('friday')).has(subscriptionId)).toBe(false);
    expect(await db.select().from(mailingPieces).where(eq(mailingPieces.subscriptionId, subscriptionId))).toHaveLength(
      1,
    );
  });
});
