import { and, asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addSubscriber, type SubscriberFacts } from '../../../../test/builders/subscribers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { type Shopper } from '../../../../test/clients/shopper.ts';
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
import { getDelivery } from '../../../contract/subscriptions.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { mailingPieces } from '../schema.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { freezeRun } from '../freeze.ts';
import { openRun, type RunKind } from '../runs/runs.ts';

// Spring of 2027. Letter 1 was mailed on Tuesday, March 2; its arrival window ends on the 7th. The next mailing days are March 12
// and 26, April 9 and 23. Addresses for March 12 freeze at midnight in New York on March 10, 5:00 UTC.
const shop = await startShop();
const { db } = shop.ctx;
const BEGUN = { serviceStart: '2027-03-01', paid: 12, mailedOn: ['2027-03-02'] } as const;
function setClock(instant: string): void {
  shop.clock.advance((Date.parse(instant) - shop.clock.now().getTime()) / 1_000);
}

class Subscriber {
  private constructor(
    private readonly user: Shopper,
    readonly id: string,
  ) {}

  static async at(instant: string, facts: SubscriberFacts = BEGUN): Promise<Subscriber> {
    setClock(instant);
    const user = await shop.signUp();
    const { subscriptionId: id } = await addSubscriber(db, facts);
    await db.update(subscriptions).set({ userId: user.userId }).where(eq(subscriptions.id, id));
    const handedOver = { arrivesFrom: '2027-03-04', arrivesBy: '2027-03-07' } as const;
    await db.update(mailingPieces).set(handedOver).where(eq(mailingPieces.subscriptionId, id));
    return new Subscriber(user, id);
  }

  async waitUntil(instant: string): Promise<void> {
    setClock(instant);
    await this.user.signInAgain();
  }

  letters = () => this.user.call(getLetters, { params: { id: this.id } });
  calendarFile = () => this.user.call(getCalendarFile, { params: { id: this.id } });
  itCame = (letter: number) => this.user.call(confirmLetter, { params: { id: this.id, letter: String(letter) } });
  hasNotCome = (letter: number, sendAgain: 'now' | 'with_next' = 'now') =>
    this.user.call(reportMissing, { params: { id: this.id, letter: String(letter) }, body: { sendAgain } });
  hold = (fromLetter: number, resumeOn: string) =>
    this.user.call(holdLetters, { params: { id: this.id }, body: { fromLetter, resumeOn } });
  lift = (holdId: string) => this.user.call(liftHold, { params: { id: this.id, holdId } });
  elsewhere = (fromLetter: number, toLetter: number, address = LIGHTHOUSE) =>
    this.user.call(sendElsewhere, { params: { id: this.id }, body: { fromLetter, toLetter, address } });
  reachedCopies = async () => (await this.user.call(getDelivery, { params: { id: this.id } })).copies;
  backHome = (addressId: string) => this.user.call(withdrawTemporaryAddress, { params: { id: this.id, addressId } });

  /** The run's pieces for this subscriber, as 'letter/attempt street'. */
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
const VIENNA = { ...LIGHTHOUSE, city: 'Wien', country: 'AT', postalCode: '1090' };

async function freeze(kind: RunKind, nominalOn: CalendarDate): Promise<string> {
  const { id } = await openRun(db, { kind, nominalOn }, NO_OVERRIDES, shop.clock.now());
  await freezeRun(shop.ctx, id, null);
  return id;
}

function letterOf(reply: LettersReply, letter: number) {
  return reply.letters.find((row) => row.letter === letter);
}

const nextOf = ({ next, letters }: LettersReply) =>
  `${next?.letter} ${next?.address?.addressLine1} ${letters[1]?.deliveryWindow.latest}`;
const firstDays = ({ letters }: LettersReply, count: number) =>
  letters.slice(0, count).map(({ letter, mailingDay }) => `${letter} ${mailingDay}`);

describe('the personal calendar', () => {
  test('lists all letters: the one handed over, and each to come with its mailing day, window and last day for an address', async () => {
    const subscriber = await Subscriber.at('2027-03-03T17:00:00Z');
    const reply = await subscriber.letters();
    expect(reply.letters.map(({ letter }) => letter)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
    expect(reply.letters[0]).toMatchObject({
      state: 'in_the_post',
      handedOverOn: '2027-03-02',
      deliveryWindow: { earliest: '2027-03-04', latest: '2027-03-07' },
      addressChangeUntil: null,
      canConfirm: true,
      canReportMissing: false,
    });
    expect(reply.letters[1]).toMatchObject({
      state: 'planned',
      mailingDay: '2027-03-12',
      handOver: { earliest: '2027-03-12', latest: '2027-03-12' },
      deliveryWindow: { earliest: '2027-03-14', latest: '2027-03-17' },
      addressChangeUntil: '2027-03-09',
      canConfirm: false,
    });
    expect(firstDays(reply, 4)).toEqual(['1 2027-03-02', '2 2027-03-12', '3 2027-03-26', '4 2027-04-09']);
    expect(reply).toMatchObject({ holds: [], temporaryAddresses: [] });
  });

  test('shows a window of mailing days for letter 1, and an arrival window made from the same two days', async () => {
    const subscriber = await Subscriber.at('2027-03-01T17:00:00Z', { serviceStart: '2027-03-01', paid: 12 });
    expect((await subscriber.letters()).letters[0]).toMatchObject({
      handOver: { earliest: '2027-03-02', latest: '2027-03-04' },
      deliveryWindow: { earliest: '2027-03-04', latest: '2027-03-09' },
    });
    expect((await subscriber.calendarFile()).content.replaceAll('\r\n\t', '')).toContain(
      'We plan to mail it between March 2\\, 2027 and March 4\\, 2027.',
    );
  });

  test('names the next letter, where it goes and when it comes there: to a temporary address, and once sealed wherever it was sealed for', async () => {
    const subscriber = await Subscriber.at('2027-03-03T17:00:00Z');
    expect(nextOf(await subscriber.letters())).toBe('2 1 Gannet Row 2027-03-17');
    const { temporaryAddresses } = await subscriber.elsewhere(2, 3, VIENNA);
    expect(nextOf(await subscriber.letters())).toBe('2 2 Lighthouse Lane 2027-04-23');
    await subscriber.waitUntil('2027-03-10T06:00:00Z');
    expect((await subscriber.letters()).next).toEqual({ letter: 2, address: null });
    await freeze('friday', '2027-03-12');
    await subscriber.backHome(temporaryAddresses[0]?.id ?? '');
    expect(nextOf(await subscriber.letters())).toBe('2 2 Lighthouse Lane 2027-04-23');
  });

  test('after a cancellation lists what has been paid for, and after a refund only what was handed over', async () => {
    const facts = { ...BEGUN, paid: 2, status: 'cancelled' } as const;
    const cancelled = await Subscriber.at('2027-03-03T17:00:00Z', facts);
    expect((await cancelled.letters()).letters.at(-1)).toMatchObject({ letter: 5, mailingDay: '2027-04-23' });
    const refunded = await Subscriber.at('2027-03-03T17:00:00Z', { ...facts, refunded: true });
    expect((await refunded.letters()).letters.map(({ letter }) => letter)).toEqual([1]);
  });

  test('comes as a file of the days on which each letter may arrive', async () => {
    const subscriber = await Subscriber.at('2027-03-03T17:00:00Z');
    const { fileName, content } = await subscriber.calendarFile();
    expect(fileName).toBe('dead-letter-club.ics');
    expect(content.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const events = eventsIn(content);
    expect(events).toHaveLength(24);
    expect(new Set(events.map(({ UID }) => UID)).size).toBe(24);
    expect(events[1]).toMatchObject({
      SUMMARY: 'Letter 2 of 24 expected',
      'DTSTART;VALUE=DATE': '20270314',
      // The day after the arrival window (RFC 5545, 3.6.1).
      'DTEND;VALUE=DATE': '20270318',
    });
    expect(events[0]?.['DESCRIPTION']).toBe('Mailed on March 2\\, 2027.');
    expect(events[1]?.['DESCRIPTION']).toContain('March 9\\, 2027');
    expect(events.filter(({ DESCRIPTION }) => DESCRIPTION?.includes('because of Christmas Day'))).toHaveLength(1);
    expect((await subscriber.calendarFile()).content.includes(events[1]?.['UID'] ?? '?')).toBe(true);
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

describe('“It arrived”', () => {
  test('confirms a letter handed over, once and for all', async () => {
    const subscriber = await Subscriber.at('2027-03-05T17:00:00Z');
    const confirmed = letterOf(await subscriber.itCame(1), 1);
    expect(confirmed).toMatchObject({ state: 'arrived', canConfirm: false, canReportMissing: false });
    expect(letterOf(await subscriber.itCame(1), 1)).toEqual(confirmed);
    await expect(subscriber.hasNotCome(1)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('cannot be said of a letter that has not been handed over', async () => {
    const subscriber = await Subscriber.at('2027-03-05T17:00:00Z');
    await expect(subscriber.itCame(2)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('calls off what was to be sent again', async () => {
    const subscriber = await Subscriber.at('2027-03-08T17:00:00Z');
    expect(letterOf(await subscriber.hasNotCome(1), 1)?.state).toBe('sending_again');
    expect(letterOf(await subscriber.itCame(1), 1)).toMatchObject({ state: 'arrived', copy: null });
    await subscriber.waitUntil('2027-03-09T17:00:00Z');
    expect(await subscriber.pieces(await freeze('first_letter', '2027-03-09'))).toEqual([]);
  });
});

describe('“Letter N hasn’t arrived”', () => {
  test('is heard from the day after its window, not before', async () => {
    const subscriber = await Subscriber.at('2027-03-08T04:55:00Z');
    expect(letterOf(await subscriber.letters(), 1)?.canReportMissing).toBe(false);
    await expect(subscriber.hasNotCome(1)).rejects.toMatchObject({ code: 'too_early' });
    setClock('2027-03-08T05:00:00Z');
    expect(letterOf(await subscriber.letters(), 1)?.canReportMissing).toBe(true);
    expect(letterOf(await subscriber.hasNotCome(1), 1)).toMatchObject({
      state: 'sending_again',
      canReportMissing: false,
    });
    await expect(subscriber.hasNotCome(1)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('sends it again with the next first letters', async () => {
    const subscriber = await Subscriber.at('2027-03-10T17:00:00Z');
    const again = { now: '2027-03-11', withNext: '2027-03-26', address: { addressLine1: '1 Gannet Row' } };
    expect(letterOf(await subscriber.letters(), 1)).toMatchObject({ again });
    const copy = {
      leavesOn: '2027-03-11',
      deliveryWindow: { earliest: '2027-03-13', latest: '2027-03-16' },
      address: { addressLine1: '1 Gannet Row' },
    };
    expect(letterOf(await subscriber.hasNotCome(1, 'now'), 1)).toMatchObject({ state: 'sending_again', copy });
    expect(await subscriber.reachedCopies()).toEqual([1]);
    const [event] = eventsIn((await subscriber.calendarFile()).content);
    expect([event?.['DTSTART;VALUE=DATE'], event?.['DTEND;VALUE=DATE']]).toEqual(['20270313', '20270317']);
    expect(event?.['DESCRIPTION']).toBe('We plan to mail a replacement on March 11\\, 2027.');
    await subscriber.waitUntil('2027-03-11T17:00:00Z');
    expect(await subscriber.pieces(await freeze('first_letter', '2027-03-11'))).toEqual(['1/2 1 Gannet Row']);
    expect(letterOf(await subscriber.letters(), 1)).toMatchObject({ state: 'frozen', copy, again: null });
    expect(await subscriber.reachedCopies()).toEqual([]);
    // The sealed copy is still mailed.
    expect(letterOf(await subscriber.itCame(1), 1)).toMatchObject({ state: 'arrived', copy });
  });

  test('or together with the next letter, in an envelope of its own', async () => {
    const subscriber = await Subscriber.at('2027-03-22T17:00:00Z');
    const leaving = async () => letterOf(await subscriber.letters(), 1)?.copy;
    expect(letterOf(await subscriber.hasNotCome(1, 'with_next'), 1)?.copy).toMatchObject({ leavesOn: '2027-03-26' });
    const { holds } = await subscriber.hold(2, '2027-04-01');
    expect(await leaving()).toMatchObject({ leavesOn: '2027-04-09' });
    await subscriber.lift(holds[0]?.id ?? '');
    const { temporaryAddresses } = await subscriber.elsewhere(2, 2);
    expect(await leaving()).toMatchObject({ leavesOn: '2027-03-26', address: { addressLine1: '1 Gannet Row' } });
    await subscriber.backHome(temporaryAddresses[0]?.id ?? '');
    await subscriber.waitUntil('2027-03-23T17:00:00Z');
    expect(await subscriber.pieces(await freeze('first_letter', '2027-03-23'))).toEqual([]);
    await subscriber.waitUntil('2027-03-24T17:00:00Z');
    expect(await subscriber.pieces(await freeze('friday', '2027-03-26'))).toEqual([
      '1/2 1 Gannet Row',
      '2/1 1 Gannet Row',
    ]);
  });

  test('after a refund nothing is sent again, and nothing says that it were', async () => {
    const subscriber = await Subscriber.at('2027-03-22T17:00:00Z', {
      ...BEGUN,
      mailedOn: ['2027-03-02', '2027-03-12'],
    });
    await subscriber.hasNotCome(1);
    await db
      .update(subscriptions)
      .set({ refundRequestedAt: shop.clock.now() })
      .where(eq(subscriptions.id, subscriber.id));
    await expect(subscriber.hasNotCome(2)).rejects.toMatchObject({ status: 409, code: 'wrong_state' });
    const { letters } = await subscriber.letters();
    expect(letters).toMatchObject([{ state: 'lost', refused: true }, { state: 'overdue' }]);
    expect(letters.filter(({ canReportMissing }) => canReportMissing)).toEqual([]);
  });

  test('the first is sent again for nothing, the second waits for an operator', async () => {
    const subscriber = await Subscriber.at('2027-03-29T17:00:00Z', {
      ...BEGUN,
      mailedOn: ['2027-03-02', '2027-03-12'],
    });
    expect((await subscriber.letters()).missingIsLookedInto).toBe(false);
    const first = await subscriber.hasNotCome(1);
    expect(letterOf(first, 1)?.state).toBe('sending_again');
    expect(first.missingIsLookedInto).toBe(true);
    expect(letterOf(await subscriber.hasNotCome(2), 2)).toMatchObject({ state: 'asked', copy: null });
    await subscriber.waitUntil('2027-03-30T17:00:00Z');
    expect(await subscriber.pieces(await freeze('first_letter', '2027-03-30'))).toEqual(['1/2 1 Gannet Row']);
  });
});

describe('a hold', () => {
  test('keeps letters back until its day; they follow one on each mailing day, and lifting it undoes that', async () => {
    const subscriber = await Subscriber.at('2027-03-03T17:00:00Z');
    const held = await subscriber.hold(3, '2027-04-20');
    expect(firstDays(held, 4)).toEqual(['1 2027-03-02', '2 2027-03-12', '3 2027-04-23', '4 2027-05-14']);
    expect(held.letters).toHaveLength(24);
    const [hold] = held.holds;
    expect(hold).toMatchObject({ fromLetter: 3, resumeOn: '2027-04-20' });
    const lifted = await subscriber.lift(hold?.id ?? '');
    expect(firstDays(lifted, 4)).toEqual(['1 2027-03-02', '2 2027-03-12', '3 2027-03-26', '4 2027-04-09']);
    await expect(subscriber.lift(hold?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('lasts from tomorrow to half a year', async () => {
    const subscriber = await Subscriber.at('2027-03-03T17:00:00Z');
    for (const day of ['2027-03-03', '2027-09-02', '2027-02-30', '1999-01-01']) {
      await expect(subscriber.hold(2, day)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    expect((await subscriber.hold(2, '2027-09-01')).holds).toHaveLength(1);
  });

  test('must hold something back: one that ends before its letter leaves, or is asked for twice, is refused', async () => {
    const subscriber = await Subscriber.at('2027-03-03T17:00:00Z');
    await expect(subscriber.hold(2, '2027-03-12')).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { resumeOn: expect.stringMatching(/^We don’t mail letter 2 before March 12, 2027 anyway/) },
    });
    expect(firstDays(await subscriber.hold(2, '2027-03-13'), 2)).toEqual(['1 2027-03-02', '2 2027-03-26']);
    await expect(subscriber.hold(2, '2027-03-13')).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await subscriber.letters()).holds).toHaveLength(1);
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
      fields: { fromLetter: 'Choose letter 3 or a later one.' },
    });
    const run = await freeze('friday', '2027-04-09');
    expect([await inTime.pieces(run), await tooLate.pieces(run)]).toEqual([[], ['2/1 1 Gannet Row']]);
    expect(letterOf(await tooLate.letters(), 2)?.state).toBe('frozen');
    await expect(tooLate.hold(2, '2027-04-20')).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('a temporary address', () => {
  test('takes the letters it names, and no others', async () => {
    const subscriber = await Subscriber.at('2027-04-20T17:00:00Z');
    expect((await subscriber.elsewhere(2, 3)).temporaryAddresses).toMatchObject([
      { fromLetter: 2, toLetter: 3, address: { addressLine1: '2 Lighthouse Lane' } },
    ]);
    await subscriber.waitUntil('2027-04-21T17:00:00Z');
    expect(await subscriber.pieces(await freeze('friday', '2027-04-23'))).toEqual(['2/1 2 Lighthouse Lane']);
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

  test('takes the place of those it covers, a second press of the button included; it ends with the letter it begins with, or later', async () => {
    const subscriber = await Subscriber.at('2027-03-03T17:00:00Z');
    for (const [from, to] of [
      [4, 4],
      [4, 4],
      [7, 9],
    ] as const) {
      await subscriber.elsewhere(from, to);
    }
    const { temporaryAddresses } = await subscriber.elsewhere(3, 8);
    expect(temporaryAddresses.map(({ fromLetter, toLetter }) => [fromLetter, toLetter])).toEqual([
      [7, 9],
      [3, 8],
    ]);
    await expect(subscriber.elsewhere(4, 3)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { toLetter: 'Choose letter 4 or later.' },
    });
  });
});
