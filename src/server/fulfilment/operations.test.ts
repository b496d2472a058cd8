import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../test/builders/addresses.ts';
import { addSubscriber, type Subscriber, type SubscriberFacts } from '../../../test/builders/subscribers.ts';
import { openFulfilment } from '../../../test/server/fulfilment.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import { storedAddress } from '../../domain/envelope.ts';
import { rewriteAddress } from '../customers/addresses/queries.ts';
import { operatorLog } from '../platform/schema.ts';
import { mailingEvents, mailingExclusions, mailingRuns, reships, mailingPieces } from './schema.ts';
import { type FrozenAddress, shippingAddresses } from '../customers/schema.ts';
import { subscriptions } from '../commerce/schema.ts';
import type { OperatorAct } from '../platform/operator-log.ts';
import { findPiece, listUnnumbered } from '../operator/pieces.ts';
import { listAskedReshipPage } from '../operator/trouble/reship-queries.ts';
import { recordFileHashes } from './print/files.ts';
import { endOf, handOver } from './hand-over/hand-over.ts';
import { listHolidayOverrides, overrideHoliday } from '../platform/holidays.ts';
import { listRecalledPieces } from './pieces/open-pieces.ts';
import { findPieceByCode } from './pieces/pieces.ts';
import { listBatches, printRun } from './print/print.ts';
import { undoFreeze } from './freeze.ts';
import { findRun, type Run } from './runs/runs.ts';
import { resolveSetAside } from './pieces/set-aside.ts';
import { planMailing, runFulfilmentSchedule } from './timetable.ts';
import { answerReship, reportTrouble } from './reships.ts';

// Runs of first letters on business days in spring 2027, one day per test.
const fulfilment = await openFulfilment('2027-03-01T17:00:00Z');
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

const ODILE: OperatorAct = { operator: 'odile@deadletter.example', operatorId: randomUUID(), note: 'a test' };

const REFUSED = { code: 'wrong_state' };
const NO_DAY = { code: 'validation_failed', fields: { on: expect.any(String) } };

/** Subscribers who paid the day before `day`, and the frozen first-letter run of `day`. */
async function firstLetters(
  day: CalendarDate,
  ...addresses: Partial<FrozenAddress>[]
): Promise<[Run, ...Subscriber[]]> {
  fulfilment.now = new Date(`${day}T17:00:00Z`);
  const subscribers: Subscriber[] = [];
  for (const address of addresses) subscribers.push(await subscriber({ serviceStart: '2027-03-01', address }));
  return [await fulfilment.freeze((await fulfilment.firstLetters(day)).id), ...subscribers];
}

async function subscriber(facts: SubscriberFacts): Promise<Subscriber> {
  return await addSubscriber(db, facts);
}

async function pieceOf({ subscriptionId }: Subscriber, attempt = 1) {
  const [piece] = await db
    .select()
    .from(mailingPieces)
    .where(and(eq(mailingPieces.subscriptionId, subscriptionId), eq(mailingPieces.attempt, attempt)));
  return piece;
}

async function idOf(which: Subscriber): Promise<string> {
  return (await pieceOf(which))?.id ?? '';
}

async function refund(which: Subscriber | undefined, at = fulfilment.now.toISOString()): Promise<void> {
  await db
    .update(subscriptions)
    .set({ refundRequestedAt: new Date(at) })
    .where(eq(subscriptions.id, which?.subscriptionId ?? ''));
}

async function handOverRun(run: Run): Promise<void> {
  await printRun(ctx, run.id, ODILE);
  await recordFileHashes(ctx, { runId: run.id, batch: 1 });
  await handOver(ctx, { runId: run.id, batch: null, on: null }, ODILE);
}

describe('an address that was set aside', () => {
  test('is sent as it is once someone has looked at it, at the end of the run', async () => {
    const [run, plain, abroad] = await firstLetters('2027-03-02', {}, { country: 'OTHER', countryName: 'Iceland' });
    if (!plain || !abroad) throw new Error('Two readers were asked for.');
    const setAside = await listUnnumbered(db, run.id, 'set_aside', null);
    expect(setAside.map(({ piece }) => piece.reason)).toEqual(['other_country']);
    await resolveSetAside(ctx, await idOf(abroad), { kind: 'send' }, ODILE);
    expect(await pieceOf(abroad)).toMatchObject({ state: 'frozen', number: 2, reason: null });
    await expect(resolveSetAside(ctx, await idOf(abroad), { kind: 'skip' }, ODILE)).rejects.toMatchObject({
      code: 'wrong_state',
    });
    await handOverRun(run);
    expect((await findPieceByCode(db, ' l20270302-01-000002')).subscriptionId).toBe(abroad.subscriptionId);
    await expect(findPieceByCode(db, 'L20270302-01-000009')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is written anew, for later letters too when no one has changed it since', async () => {
    const wrong = { postalCode: '0461' };
    const [, corrected, once, moved, unprintable] = await firstLetters('2027-03-03', wrong, wrong, wrong, {
      fullName: 'عادة',
    });
    if (!corrected || !once || !moved || !unprintable) throw new Error('Four readers were asked for.');
    const elsewhere = storedAddress({ ...HARBOR_ADDRESS, addressLine1: '9 Later Lane' });
    await rewriteAddress(db, moved.addressId, elsewhere, fulfilment.now);
    for (const [which, forLater] of [
      [corrected, true],
      [once, false],
      [moved, true],
    ] as const) {
      await resolveSetAside(ctx, await idOf(which), { kind: 'fix', address: HARBOR_ADDRESS, forLater }, ODILE);
      expect((await pieceOf(which))?.address.postalCode).toBe('04614');
    }
    const saved = await Promise.all(
      [corrected, once, moved].map(async ({ addressId }) => {
        const [row] = await db.select().from(shippingAddresses).where(eq(shippingAddresses.id, addressId));
        return `${row?.addressLine1}, ${row?.postalCode}`;
      }),
    );
    expect(saved).toEqual(['1 Gannet Row, 04614', '1 Gannet Row, 0461', '9 Later Lane, 04614']);
    const logged = await Promise.all(
      [corrected, once, moved].map(async ({ subscriptionId }) => {
        const [event] = await db
          .select({ detail: mailingEvents.detail })
          .from(mailingEvents)
          .where(and(eq(mailingEvents.subscriptionId, subscriptionId), eq(mailingEvents.event, 'resolved')));
        return event?.detail;
      }),
    );
    const fixed = { reason: 'postal_code', resolution: 'fix' };
    expect(logged).toEqual([{ ...fixed, savedAddress: 'corrected' }, fixed, { ...fixed, savedAddress: 'kept' }]);
    await expect(resolveSetAside(ctx, await idOf(unprintable), { kind: 'send' }, ODILE)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  test("isn't handed over for that subscriber alone, and its letter comes with the next mailing day", async () => {
    const [run, plain, skipped] = await firstLetters('2027-03-04', {}, { postalCode: 'none' });
    if (!plain || !skipped) throw new Error('Two readers were asked for.');
    await resolveSetAside(ctx, await idOf(skipped), { kind: 'skip' }, ODILE);
    await handOverRun(run);
    expect([(await pieceOf(plain))?.state, await pieceOf(skipped)]).toEqual(['handed_over', undefined]);
    await firstLetters('2027-03-05');
    expect(await pieceOf(skipped)).toMatchObject({ letter: 1, nominalOn: '2027-03-05', state: 'set_aside' });
  });
});

describe('a run with nothing left to print', () => {
  const ICELAND = { country: 'OTHER', countryName: 'Iceland' } as const;

  test('is closed by printing it, when all of it was withdrawn', async () => {
    const [run, regretful] = await firstLetters('2027-03-17', {});
    await refund(regretful);
    expect(await printRun(ctx, run.id, ODILE)).toMatchObject({ state: 'handed_over', finalCounts: {} });
    expect(await listBatches(db, run.id)).toEqual([]);
  });

  test('is closed with its last address skipped', async () => {
    const [run, skipped] = await firstLetters('2027-03-18', ICELAND);
    if (!skipped) throw new Error('A reader was asked for.');
    await resolveSetAside(ctx, await idOf(skipped), { kind: 'skip' }, ODILE);
    expect(await findRun(db, run.id)).toMatchObject({ state: 'handed_over', finalCounts: {} });
  });

  test('is closed by the one who sees that nothing is printed, and not when something is by then', async () => {
    const [run, abroad] = await firstLetters('2027-03-19', ICELAND);
    if (!abroad) throw new Error('A reader was asked for.');
    const close = { runId: run.id, batch: null, newest: 0, on: null };
    expect((await printRun(ctx, run.id, ODILE)).state).toBe('frozen');
    await resolveSetAside(ctx, await idOf(abroad), { kind: 'send' }, ODILE);
    await printRun(ctx, run.id, ODILE);
    await recordFileHashes(ctx, { runId: run.id, batch: 1 });
    await expect(handOver(ctx, close, ODILE)).rejects.toMatchObject({ code: 'wrong_state' });
    await handOverRun(run);
    const [other] = await firstLetters('2027-03-22', ICELAND);
    expect((await handOver(ctx, { ...close, runId: other.id }, ODILE)).run.state).toBe('handed_over');
  });
});

describe('a hand-over that is written down later', () => {
  test('is of no day before the print or to come; leaves out who was refunded by that day, and not whose letter had left', async () => {
    const [run, before, after, held] = await firstLetters('2027-03-23', {}, {}, {});
    if (!before || !after || !held) throw new Error('Three readers were asked for.');
    fulfilment.now = new Date('2027-03-24T17:00:00Z');
    await printRun(ctx, run.id, ODILE);
    await recordFileHashes(ctx, { runId: run.id, batch: 1 });
    const { number = 0 } = (await pieceOf(before)) ?? {};
    await refund(before, '2027-03-25T03:59:59Z');
    await refund(after, '2027-03-25T04:00:00Z');
    await db
      .update(subscriptions)
      .set({ disputeHeldAt: new Date('2027-03-25T12:00:00Z') })
      .where(eq(subscriptions.id, held.subscriptionId));
    fulfilment.now = new Date('2027-03-26T15:00:00Z');
    const recalled = async (on: CalendarDate, batch: number | null = null) =>
      await listRecalledPieces(db, run.id, { batch, until: endOf(on), after: 0, limit: 9 });
    expect(await recalled('2027-03-24')).toEqual([{ letter: 1, number }]);
    expect(await recalled('2027-03-24', 2)).toEqual([]);
    expect(await recalled('2027-03-25', 1)).toHaveLength(3);
    for (const on of ['2027-03-23', '2027-03-27'] as const)
      await expect(handOver(ctx, { runId: run.id, batch: null, on }, ODILE)).rejects.toMatchObject(NO_DAY);
    const { pull } = await handOver(ctx, { runId: run.id, batch: null, on: '2027-03-24' }, ODILE);
    expect(pull).toEqual([{ letter: 1, number }]);
    expect(await pieceOf(before)).toBeUndefined();
    for (const each of [after, held]) expect(await pieceOf(each)).toMatchObject({ state: 'handed_over' });
    const [said] = await db
      .select({ detail: mailingEvents.detail })
      .from(mailingEvents)
      .where(and(eq(mailingEvents.runId, run.id), eq(mailingEvents.event, 'batch_handed_over')));
    expect(said?.detail['pull']).toEqual([`L20270323-01-00000${number}`]);
    expect(await recalled('2027-03-25')).toEqual([]);
  });
});

describe('a freezing that is taken back', () => {
  test('leaves nothing behind, waits for an operator, and is made again with the same pieces and addresses', async () => {
    const [run, first] = await firstLetters('2027-03-08', {}, { country: 'OTHER', countryName: 'Iceland' });
    if (!first) throw new Error('A reader was asked for.');
    const pieces = () =>
      db
        .select({ id: mailingPieces.id, state: mailingPieces.state, address: mailingPieces.address })
        .from(mailingPieces)
        .where(eq(mailingPieces.runId, run.id))
        .orderBy(mailingPieces.id);
    const before = await pieces();
    expect(await undoFreeze(ctx, run.id, ODILE)).toMatchObject({ state: 'planned' });
    expect(await pieces()).toEqual([]);
    expect(await db.select().from(mailingExclusions).where(eq(mailingExclusions.runId, run.id))).toEqual([]);
    // Changed after the freeze instant, so it applies to later letters only.
    const later = storedAddress({ ...HARBOR_ADDRESS, addressLine1: '9 Later Lane' });
    await rewriteAddress(db, first.addressId, later, fulfilment.now);
    fulfilment.now = new Date(fulfilment.now.getTime() + 1_000);
    await runFulfilmentSchedule(ctx);
    const [waiting] = await db.select().from(mailingRuns).where(eq(mailingRuns.id, run.id));
    expect(waiting?.state).toBe('planned');
    await fulfilment.freeze(run.id);
    expect(await pieces()).toEqual(before);
  });

  test('is refused once something is printed', async () => {
    const [run] = await firstLetters('2027-03-09', {});
    await printRun(ctx, run.id, ODILE);
    await expect(undoFreeze(ctx, run.id, ODILE)).rejects.toMatchObject({ code: 'wrong_state' });
  });
});

describe('a letter that is lost or has come back', () => {
  test('goes out again with the next first letters, as a second attempt', async () => {
    const [run, lost, logged] = await firstLetters('2027-03-10', {}, {});
    if (!lost || !logged) throw new Error('Two readers were asked for.');
    const trouble = { cause: 'lost', sendAgain: 'now', reason: 'fell into the harbor' } as const;
    await expect(reportTrouble(ctx, await idOf(lost), trouble, ODILE)).rejects.toMatchObject({ code: 'wrong_state' });
    await handOverRun(run);
    await reportTrouble(ctx, await idOf(lost), trouble, ODILE);
    await reportTrouble(ctx, await idOf(logged), { ...trouble, sendAgain: null }, ODILE);
    expect(await pieceOf(logged)).toMatchObject({ state: 'lost', reason: 'fell into the harbor' });
    await firstLetters('2027-03-11');
    expect(await pieceOf(lost, 2)).toMatchObject({ state: 'frozen', letter: 1, nominalOn: '2027-03-11' });
    expect(await pieceOf(logged, 2)).toBeUndefined();
  });

  test('that came back is set aside until someone has looked at the address, and then no more', async () => {
    const [run, returned] = await firstLetters('2027-03-15', {});
    if (!returned) throw new Error('A reader was asked for.');
    await handOverRun(run);
    await reportTrouble(ctx, await idOf(returned), { cause: 'returned', sendAgain: 'now', reason: null }, ODILE);
    await firstLetters('2027-03-16');
    const again = await pieceOf(returned, 2);
    expect(again).toMatchObject({ state: 'set_aside', reason: 'returned_before' });
    await resolveSetAside(ctx, again?.id ?? '', { kind: 'send' }, ODILE);
    expect(await pieceOf(returned)).toMatchObject({ state: 'returned', reason: 'address_confirmed' });
  });

  test('comes back after it was lost: what goes out again is looked at first', async () => {
    const [run, returned] = await firstLetters('2027-03-29', {});
    if (!returned) throw new Error('A reader was asked for.');
    await handOverRun(run);
    const id = await idOf(returned);
    await reportTrouble(ctx, id, { cause: 'lost', sendAgain: 'now', reason: null }, ODILE);
    await reportTrouble(ctx, id, { cause: 'returned', sendAgain: null, reason: 'moved' }, ODILE);
    await expect(reportTrouble(ctx, id, { cause: 'lost', sendAgain: null, reason: null }, ODILE)).rejects.toMatchObject(
      { code: 'wrong_state' },
    );
    await firstLetters('2027-03-30');
    expect(await pieceOf(returned)).toMatchObject({ state: 'returned', reason: 'moved' });
    expect(await pieceOf(returned, 2)).toMatchObject({ state: 'set_aside', reason: 'returned_before' });
  });

  test.each([
    ['noted and no more', null, '2027-03-31', '2027-04-01'],
    ['refused', 'refused', '2027-04-02', '2027-04-05'],
    ['asked for', 'asked', '2027-04-06', '2027-04-07'],
  ] as const)('is sent again after all, once, though it was %s', async (_before, request, day, nextDay) => {
    const [run, lost] = await firstLetters(day, {});
    if (!lost) throw new Error('A reader was asked for.');
    await handOverRun(run);
    const id = await idOf(lost);
    await reportTrouble(ctx, id, { cause: 'lost', sendAgain: null, reason: 'at sea' }, ODILE);
    const { subscriptionId } = lost;
    const row = { id: randomUUID(), subscriptionId, letter: 1, attempt: 2, cause: 'lost', way: 'with_next' } as const;
    if (request !== null) await db.insert(reships).values({ ...row, state: request, askedAt: fulfilment.now });
    expect((await findPiece(db, id))?.canReship).toBe(true);
    const again = { cause: 'lost', sendAgain: 'now', reason: null } as const;
    await expect(reportTrouble(ctx, id, { ...again, sendAgain: null }, ODILE)).rejects.toMatchObject(REFUSED);
    await reportTrouble(ctx, id, again, ODILE);
    expect((await findPiece(db, id))?.canReship).toBe(false);
    await expect(reportTrouble(ctx, id, again, ODILE)).rejects.toMatchObject(REFUSED);
    await firstLetters(nextDay);
    expect(await pieceOf(lost)).toMatchObject({ state: 'lost', reason: 'at sea' });
    expect(await pieceOf(lost, 2)).toMatchObject({ letter: 1, nominalOn: nextDay });
    await expect(reportTrouble(ctx, id, again, ODILE)).rejects.toMatchObject(REFUSED);
  });

  test('when asked for a second time, it waits for an operator, who answers once', async () => {
    const { subscriptionId } = await subscriber({ serviceStart: '2027-03-01', mailedOn: ['2027-03-02'] });
    const row = {
      subscriptionId,
      letter: 1,
      cause: 'lost',
      state: 'asked',
      way: 'now',
      askedAt: fulfilment.now,
    } as const;
    const [yes, no] = [randomUUID(), randomUUID()];
    await db.insert(reships).values([
      { id: yes, ...row, attempt: 2 },
      { id: no, ...row, attempt: 3 },
    ]);
    expect((await listAskedReshipPage(db, null)).map(({ reship }) => reship.id).toSorted()).toEqual(
      [yes, no].toSorted(),
    );
    expect(await answerReship(ctx, yes, { approve: true, way: 'with_next' }, ODILE)).toMatchObject({
      state: 'approved',
      way: 'with_next',
    });
    expect(await answerReship(ctx, no, { approve: false, way: null }, ODILE)).toMatchObject({ state: 'refused' });
    await expect(answerReship(ctx, no, { approve: true, way: null }, ODILE)).rejects.toMatchObject({
      code: 'wrong_state',
    });
  });
});

describe('a run ahead of the clock', () => {
  test('is planned for mailing days alone', async () => {
    const friday = await planMailing(ctx, { kind: 'friday', nominalOn: '2027-04-09' }, ODILE);
    expect(friday).toMatchObject({ state: 'planned', handOverOn: '2027-04-09' });
    for (const which of [
      { kind: 'friday', nominalOn: '2027-04-16' },
      { kind: 'first_letter', nominalOn: '2027-04-17' },
    ] as const) {
      await expect(planMailing(ctx, which, ODILE)).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });

  test('moves with a holiday that an operator enters, and back', async () => {
    await overrideHoliday(ctx, { day: '2027-04-23', isHoliday: true, note: 'The postmaster is dead.' }, ODILE);
    expect(await listHolidayOverrides(db, { before: null, limit: 2 })).toMatchObject([
      { day: '2027-04-23', isHoliday: true },
    ]);
    const which = { kind: 'friday', nominalOn: '2027-04-23' } as const;
    expect(await planMailing(ctx, which, ODILE)).toMatchObject({ handOverOn: '2027-04-22' });
    await overrideHoliday(ctx, { day: '2027-04-23', isHoliday: null, note: 'He is not.' }, ODILE);
    expect(await planMailing(ctx, which, ODILE)).toMatchObject({ handOverOn: '2027-04-23' });
  });

  test.each([
    ['2027-03-01', true],
    ['2027-05-31', true],
    ['2027-06-05', true],
    ['2027-06-05', false],
    ['2027-06-07', false],
  ] as const)('and not with %s, which is past or as it should be: %s', async (day, isHoliday) => {
    const refusal = overrideHoliday(ctx, { day, isHoliday, note: '' }, ODILE);
    await expect(refusal).rejects.toMatchObject({ code: 'validation_failed', fields: { day: expect.any(String) } });
  });
});

test('whatever an operator does stands in the history and in the operators’ log, with their name', async () => {
  const actions = await db.select().from(mailingEvents).where(isNotNull(mailingEvents.actor));
  const log = await db.select().from(operatorLog);
  expect(new Set(actions.map(({ actor }) => actor))).toEqual(new Set([ODILE.operatorId]));
  expect(new Set(log.map(({ operator }) => operator))).toEqual(new Set([ODILE.operator]));
  expect(log).toHaveLength(actions.length + 2); // The holiday, twice, happened to no run.
  expect(new Set(log.map(({ action }) => action))).toEqual(
    new Set([
      'letter_resolved',
      'letter_withdrawn',
      'letter_lost',
      'letter_returned',
      'letter_address_confirmed',
      'letter_reship_approved',
      'letter_reship_refused',
      'post_planned',
      'post_reopened',
      'post_printed',
      'post_batch_handed_over',
      'post_handed_over',
      'post_holiday',
    ]),
  );
});
