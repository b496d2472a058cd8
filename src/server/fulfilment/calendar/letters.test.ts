import { and, asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addReader, type ReaderFacts } from '../../../../test/builders/readers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { HARBOR_ADDRESS, type Shopper } from '../../../../test/clients/shopper.ts';
import {
  confirmLetter,
  getCalendarFile,
  getLetters,
  holdLetters,
  type LettersReply,
  liftHold,
  reportMissing,
  sendElsewhere,
  withdrawTemporaryAddress,
} from '../../../contract/letters.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { mailingPieces } from '../schema.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { freezeRun } from '../freeze/freeze.ts';
import { openRun, type RunKind } from '../runs/runs.ts';

// The spring of 2027. Letter 1 was posted on Tuesday, March 2; its window is over on the 7th. The mailing days are March 12 and 26, April 9
// and 23; addresses for the first of them freeze as March 10 begins in New York, at five o'clock UTC.
const shop = await startShop();
const { db } = shop.ctx;

const BEGUN = { serviceStart: '2027-03-01', paid: 12, mailedOn: ['2027-03-02'] } as const;

function setClock(instant: string): void {
  shop.clock.advance((Date.parse(instant) - shop.clock.now().getTime()) / 1_000);
}

class Subscriber {
  private constructor(
    private readonly person: Shopper,
    readonly id: string,
  ) {}

  /** Somebody with an account, and the subscription that the post knows. */
  static async at(instant: string, facts: ReaderFacts = BEGUN): Promise<Subscriber> {
    setClock(instant);
    const person = await shop.signUp();
    const { subscriptionId: id } = await addReader(db, facts);
    await db.update(subscriptions).set({ userId: person.userId }).where(eq(subscriptions.id, id));
    const posted = { arrivesFrom: '2027-03-04', arrivesBy: '2027-03-07' };
    await db.update(mailingPieces).set(posted).where(eq(mailingPieces.subscriptionId, id));
    return new Subscriber(person, id);
  }

  async waitUntil(instant: string): Promise<void> {
    setClock(instant);
    await this.person.signInAgain();
  }

  letters = () => this.person.call(getLetters, { params: { id: this.id } });
  calendarFile = () => this.person.call(getCalendarFile, { params: { id: this.id } });
  itCame = (letter: number) => this.person.call(confirmLetter, { params: { id: this.id, letter: String(letter) } });
  hasNotCome = (letter: number, sendAgain: 'now' | 'with_next' = 'now') =>
    this.person.call(reportMissing, { params: { id: this.id, letter: String(letter) }, body: { sendAgain } });
  hold = (fromLetter: number, resumeOn: string) =>
    this.person.call(holdLetters, { params: { id: this.id }, body: { fromLetter, resumeOn } });
  lift = (holdId: string) => this.person.call(liftHold, { params: { id: this.id, holdId } });
  elsewhere = (fromLetter: number, toLetter: number) =>
    this.person.call(sendElsewhere, { params: { id: this.id }, body: { fromLetter, toLetter, address: LIGHTHOUSE } });
  backHome = (addressId: string) => this.person.call(withdrawTemporaryAddress, { params: { id: this.id, addressId } });

  /** 'letter/attempt street' of what a run has for this subscriber. */
  async pieces(runId: string): Promise<string[]> {
    const rows = await db
      .select()
      .from(mailingPieces)
      .where(and(eq(mailingPieces.subscriptionId, this.id), eq(mailingPieces.runId, runId)))
      .orderBy(asc(mailingPieces.letter), asc(mailingPieces.attempt));
    return rows.map(({ letter, attempt, address }) => `${letter}/${attempt} ${address.addressLine1}`);
  }
}

const LIGHTHOUSE = { ...HARBOR_ADDRESS, addressLine1: '2 Lighthouse Lane' };

async function freeze(kind: RunKind, nominalOn: CalendarDate): Promise<string> {
  const { id } = await openRun(db, { kind, nominalOn }, NO_OVERRIDES, shop.clock.now());
  await freezeRun(shop.ctx, id, null);
  return id;
}

function letterOf(reply: LettersReply, letter: number) {
  return reply.letters.find((row) => row.letter === letter);
}

const firstDays = ({ letters }: LettersReply, count: number) =>
  letters.slice(0, count).map(({ letter, mailingDay }) => `${letter} ${mailingDay}`);

describe('the personal calendar', () => {
  test('lists all letters: the posted one, and each to come with its mailing day, window and last day for an address', async () => {
    const reader = await Subscriber.at('2027-03-03T17:00:00Z');
    const reply = await reader.letters();
    expect(reply.letters.map(({ letter }) => letter)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
    expect(reply.letters[0]).toMatchObject({
      state: 'in_the_post',
      postedOn: '2027-03-02',
      arrival: { earliest: '2027-03-04', latest: '2027-03-07' },
      addressChangeUntil: null,
      canConfirm: true,
      canReportMissing: false,
    });
    expect(reply.letters[1]).toMatchObject({
      state: 'planned',
      mailingDay: '2027-03-12',
      handOver: { earliest: '2027-03-12', latest: '2027-03-12' },
      arrival: { earliest: '2027-03-14', latest: '2027-03-17' },
      addressChangeUntil: '2027-03-09',
      canConfirm: false,
    });
    expect(firstDays(reply, 4)).toEqual(['1 2027-03-02', '2 2027-03-12', '3 2027-03-26', '4 2027-04-09']);
    expect(reply).toMatchObject({ holds: [], temporaryAddresses: [] });
  });

  test('after a cancellation lists what has been paid for, and after a refund only what was posted', async () => {
    const facts = { ...BEGUN, paid: 2, status: 'cancelled' } as const;
    const cancelled = await Subscriber.at('2027-03-03T17:00:00Z', facts);
    expect((await cancelled.letters()).letters.at(-1)).toMatchObject({ letter: 5, mailingDay: '2027-04-23' });
    const refunded = await Subscriber.at('2027-03-03T17:00:00Z', { ...facts, refunded: true });
    expect((await refunded.letters()).letters.map(({ letter }) => letter)).toEqual([1]);
  });

  test('comes as a file of the days on which each letter may arrive', async () => {
    const reader = await Subscriber.at('2027-03-03T17:00:00Z');
    const { fileName, content } = await reader.calendarFile();
    expect(fileName).toBe('dead-letter-club.ics');
    expect(content.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const events = eventsIn(content);
    expect(events).toHaveLength(24);
    expect(new Set(events.map(({ UID }) => UID)).size).toBe(24);
    expect(events[1]).toMatchObject({
      SUMMARY: 'Letter 2 of 24',
      'DTSTART;VALUE=DATE': '20270314',
      // The first day that no longer belongs to it (RFC 5545, 3.6.1).
      'DTEND;VALUE=DATE': '20270318',
    });
    expect(events[1]?.['DESCRIPTION']).toContain('March 9\\, 2027');
    expect((await reader.calendarFile()).content.includes(events[1]?.['UID'] ?? '?')).toBe(true);
  });
});

/** Each event's properties, unfolded (RFC 5545, 3.1). */
function eventsIn(content: string): Record<string, string>[] {
  const lines = content.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
  const events: Record<string, string>[] = [];
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push({});
    const colon = line.indexOf(':');
    const event = events.at(-1);
    if (event !== undefined) event[line.slice(0, colon)] ??= line.slice(colon + 1);
  }
  return events;
}

describe('“It came”', () => {
  test('confirms a posted letter, once and for all', async () => {
    const reader = await Subscriber.at('2027-03-05T17:00:00Z');
    const confirmed = letterOf(await reader.itCame(1), 1);
    expect(confirmed).toMatchObject({ state: 'arrived', canConfirm: false, canReportMissing: false });
    expect(letterOf(await reader.itCame(1), 1)).toEqual(confirmed);
    await expect(reader.hasNotCome(1)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('cannot be said of a letter that has not been posted', async () => {
    const reader = await Subscriber.at('2027-03-05T17:00:00Z');
    await expect(reader.itCame(2)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('calls off what was to be sent again', async () => {
    const reader = await Subscriber.at('2027-03-08T17:00:00Z');
    expect(letterOf(await reader.hasNotCome(1), 1)?.state).toBe('sending_again');
    expect(letterOf(await reader.itCame(1), 1)?.state).toBe('arrived');
    await reader.waitUntil('2027-03-09T17:00:00Z');
    expect(await reader.pieces(await freeze('first_letter', '2027-03-09'))).toEqual([]);
  });
});

describe('“Letter N hasn’t come”', () => {
  test('is heard from the day after its window, not before', async () => {
    const reader = await Subscriber.at('2027-03-08T04:55:00Z');
    expect(letterOf(await reader.letters(), 1)?.canReportMissing).toBe(false);
    await expect(reader.hasNotCome(1)).rejects.toMatchObject({ code: 'too_early' });
    setClock('2027-03-08T05:00:00Z');
    expect(letterOf(await reader.letters(), 1)?.canReportMissing).toBe(true);
    expect(letterOf(await reader.hasNotCome(1), 1)).toMatchObject({ state: 'sending_again', canReportMissing: false });
    await expect(reader.hasNotCome(1)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('sends it again with the next first letters', async () => {
    const reader = await Subscriber.at('2027-03-10T17:00:00Z');
    await reader.hasNotCome(1, 'now');
    await reader.waitUntil('2027-03-11T17:00:00Z');
    expect(await reader.pieces(await freeze('first_letter', '2027-03-11'))).toEqual(['1/2 1 Gannet Row']);
  });

  test('or together with the next letter, in an envelope of its own', async () => {
    const reader = await Subscriber.at('2027-03-22T17:00:00Z');
    await reader.hasNotCome(1, 'with_next');
    await reader.waitUntil('2027-03-23T17:00:00Z');
    expect(await reader.pieces(await freeze('first_letter', '2027-03-23'))).toEqual([]);
    await reader.waitUntil('2027-03-24T17:00:00Z');
    expect(await reader.pieces(await freeze('friday', '2027-03-26'))).toEqual(['1/2 1 Gannet Row', '2/1 1 Gannet Row']);
  });

  test('after a refund nothing is sent again, and nothing says that it were', async () => {
    const reader = await Subscriber.at('2027-03-22T17:00:00Z', { ...BEGUN, mailedOn: ['2027-03-02', '2027-03-12'] });
    await reader.hasNotCome(1);
    await db.update(subscriptions).set({ refundRequestedAt: shop.clock.now() }).where(eq(subscriptions.id, reader.id));
    await expect(reader.hasNotCome(2)).rejects.toMatchObject({ status: 409, code: 'wrong_state' });
    const { letters } = await reader.letters();
    expect(letters).toMatchObject([{ state: 'lost' }, { state: 'overdue' }]);
    expect(letters.filter(({ canReportMissing }) => canReportMissing)).toEqual([]);
  });

  test('the first is sent again for nothing, the second waits for an operator', async () => {
    const reader = await Subscriber.at('2027-03-29T17:00:00Z', { ...BEGUN, mailedOn: ['2027-03-02', '2027-03-12'] });
    expect(letterOf(await reader.hasNotCome(1), 1)?.state).toBe('sending_again');
    expect(letterOf(await reader.hasNotCome(2), 2)?.state).toBe('asked');
    await reader.waitUntil('2027-03-30T17:00:00Z');
    expect(await reader.pieces(await freeze('first_letter', '2027-03-30'))).toEqual(['1/2 1 Gannet Row']);
  });
});

describe('a hold', () => {
  test('keeps letters back until its day; they follow one on each mailing day, and lifting it undoes that', async () => {
    const reader = await Subscriber.at('2027-03-03T17:00:00Z');
    const held = await reader.hold(3, '2027-04-20');
    expect(firstDays(held, 4)).toEqual(['1 2027-03-02', '2 2027-03-12', '3 2027-04-23', '4 2027-05-14']);
    expect(held.letters).toHaveLength(24);
    const [hold] = held.holds;
    expect(hold).toMatchObject({ fromLetter: 3, resumeOn: '2027-04-20' });
    const lifted = await reader.lift(hold?.id ?? '');
    expect(firstDays(lifted, 4)).toEqual(['1 2027-03-02', '2 2027-03-12', '3 2027-03-26', '4 2027-04-09']);
    await expect(reader.lift(hold?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('lasts from tomorrow to half a year', async () => {
    const reader = await Subscriber.at('2027-03-03T17:00:00Z');
    for (const day of ['2027-03-03', '2027-09-02', '2027-02-30', '1999-01-01']) {
      await expect(reader.hold(2, day)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    expect((await reader.hold(2, '2027-09-01')).holds).toHaveLength(1);
  });

  test('must hold something back: one that ends before its letter leaves, or is asked for twice, is refused', async () => {
    const reader = await Subscriber.at('2027-03-03T17:00:00Z');
    await expect(reader.hold(2, '2027-03-12')).rejects.toMatchObject({
      code: 'validation_failed',
      fields: {
        resumeOn: 'Letter 2 does not leave before March 12, 2027 anyway. Choose a later day, or an earlier letter.',
      },
    });
    expect(firstDays(await reader.hold(2, '2027-03-13'), 2)).toEqual(['1 2027-03-02', '2 2027-03-26']);
    await expect(reader.hold(2, '2027-03-13')).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await reader.letters()).holds).toHaveLength(1);
  });

  test('reaches no letter that is addressed and sealed: up to the freeze instant, not at it', async () => {
    const [inTime, tooLate] = [
      await Subscriber.at('2027-04-07T03:55:00Z', { ...BEGUN, serviceStart: '2027-04-01' }),
      await Subscriber.at('2027-04-07T03:55:00Z', { ...BEGUN, serviceStart: '2027-04-01' }),
    ];
    await inTime.hold(2, '2027-04-20');
    setClock('2027-04-07T04:00:00Z');
    await expect(tooLate.hold(2, '2027-04-20')).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { fromLetter: 'Letter 3 is the first that can still be changed.' },
    });
    const run = await freeze('friday', '2027-04-09');
    expect([await inTime.pieces(run), await tooLate.pieces(run)]).toEqual([[], ['2/1 1 Gannet Row']]);
    expect(letterOf(await tooLate.letters(), 2)?.state).toBe('frozen');
    await expect(tooLate.hold(2, '2027-04-20')).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('a temporary address', () => {
  test('takes the letters it names, and no others', async () => {
    const reader = await Subscriber.at('2027-04-20T17:00:00Z');
    expect((await reader.elsewhere(2, 3)).temporaryAddresses).toMatchObject([
      { fromLetter: 2, toLetter: 3, address: { addressLine1: '2 Lighthouse Lane' } },
    ]);
    await reader.waitUntil('2027-04-21T17:00:00Z');
    expect(await reader.pieces(await freeze('friday', '2027-04-23'))).toEqual(['2/1 2 Lighthouse Lane']);
    const later = await Subscriber.at('2027-05-11T17:00:00Z', { ...BEGUN, mailedOn: ['2027-03-02', '2027-03-12'] });
    await later.elsewhere(4, 4);
    await later.waitUntil('2027-05-12T17:00:00Z');
    expect(await later.pieces(await freeze('friday', '2027-05-14'))).toEqual(['3/1 1 Gannet Row']);
  });

  test('of a letter that is frozen comes too late, and one taken back after the freeze stands', async () => {
    const [wanted, regretted] = [
      await Subscriber.at('2027-05-25T17:00:00Z'),
      await Subscriber.at('2027-05-25T17:00:00Z'),
    ];
    const [address] = (await regretted.elsewhere(2, 2)).temporaryAddresses;
    await wanted.waitUntil('2027-05-26T04:00:00Z');
    await regretted.waitUntil('2027-05-26T04:00:00Z');
    await expect(wanted.elsewhere(2, 2)).rejects.toMatchObject({ code: 'validation_failed' });
    await regretted.backHome(address?.id ?? '');
    await expect(regretted.backHome(address?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    const run = await freeze('friday', '2027-05-28');
    expect([await wanted.pieces(run), await regretted.pieces(run)]).toEqual([
      ['2/1 1 Gannet Row'],
      ['2/1 2 Lighthouse Lane'],
    ]);
  });

  test('takes the place of those it covers, a second press of the button included', async () => {
    const reader = await Subscriber.at('2027-03-03T17:00:00Z');
    for (const [from, to] of [
      [4, 4],
      [4, 4],
      [7, 9],
    ] as const) {
      await reader.elsewhere(from, to);
    }
    const { temporaryAddresses } = await reader.elsewhere(3, 8);
    expect(temporaryAddresses.map(({ fromLetter, toLetter }) => [fromLetter, toLetter])).toEqual([
      [7, 9],
      [3, 8],
    ]);
  });

  test('ends with the letter it begins with, or later', async () => {
    const reader = await Subscriber.at('2027-03-03T17:00:00Z');
    await expect(reader.elsewhere(4, 3)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { toLetter: 'Letter 4 or a later one, please.' },
    });
  });
});
