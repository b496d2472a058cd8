import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../test/builders/addresses.ts';
import { addDays, type CalendarDate, newYorkDate } from './calendar-date.ts';
import { addBusinessDays } from './holidays.ts';
import {
  firstChangeableLetter,
  mailingDecision,
  type MailedLetter,
  type MailingFacts,
  type ScheduleFacts,
  schedule,
} from './letter-plan.ts';
import { handOverDay, isMailingDay, nextMailingDays, serviceThrough } from './mailing-calendar.ts';

const TWENTY_YEARS = 7305;
const everyStartDate = Array.from({ length: TWENTY_YEARS }, (_, day) => addDays('2026-01-01', day));
const anyStart = fc.constantFrom(...everyStartDate);

/** Computed once, since each start below needs thirty of these days. */
const everyMailingDay = nextMailingDays('2026-01-01', 24 * 22);
const mailingDaysFrom = (start: CalendarDate) => {
  const first = everyMailingDay.findIndex((friday) => friday >= start);
  return everyMailingDay.slice(first, first + 30);
};

const isDue = (facts: MailingFacts, friday: CalendarDate) => mailingDecision(facts, friday).due;

/** What the post does for a subscriber who pays `monthsPaid` months, one after another, and then no more. */
function lettersMailed(start: CalendarDate, firstLetterAfter: number, monthsPaid: number): number {
  const firstLetterHandedOverOn = addBusinessDays(start, firstLetterAfter);
  const chargedOn = Array.from({ length: monthsPaid + 1 }, (_, month) => serviceThrough(start, month));
  let mailedCount = 1;
  let months = 1;
  for (const friday of mailingDaysFrom(start)) {
    while (months < monthsPaid && (chargedOn[months] ?? friday) <= friday) months += 1;
    const paid = { monthsPaid: months, serviceThrough: chargedOn[months] ?? friday };
    if (isDue({ firstLetterHandedOverOn, mailedCount, ...paid }, friday)) mailedCount += 1;
  }
  return mailedCount;
}

describe('a letter is due', () => {
  const facts: MailingFacts = {
    firstLetterHandedOverOn: '2026-11-04',
    mailedCount: 1,
    monthsPaid: 1,
    serviceThrough: '2026-12-02',
  };

  test('on a mailing day seven days after letter 1', () => {
    expect(mailingDecision(facts, '2026-11-13')).toEqual({ due: true, letter: 2 });
    expect(isDue({ ...facts, firstLetterHandedOverOn: '2026-11-06' }, '2026-11-13')).toBe(true);
    expect(mailingDecision({ ...facts, firstLetterHandedOverOn: '2026-11-07' }, '2026-11-13')).toEqual({
      due: false,
      reason: 'first_letter_too_recent',
    });
  });

  test('only after letter 1 was posted', () => {
    expect(mailingDecision({ ...facts, firstLetterHandedOverOn: null, mailedCount: 0 }, '2026-11-13')).toEqual({
      due: false,
      reason: 'first_letter_not_handed_over',
    });
  });

  test('while service is paid for, or fewer letters came than two a month', () => {
    expect(isDue({ ...facts, mailedCount: 2 }, '2026-11-27')).toBe(true);
    expect(isDue({ ...facts, mailedCount: 1 }, '2026-12-11')).toBe(true);
    expect(mailingDecision({ ...facts, mailedCount: 2 }, '2026-12-11')).toEqual({ due: false, reason: 'not_paid' });
    // `serviceThrough` is the first day that isn't paid for.
    expect(isDue({ ...facts, mailedCount: 2, serviceThrough: '2026-12-11' }, '2026-12-11')).toBe(false);
  });

  test('never after the twenty-fourth', () => {
    expect(
      mailingDecision({ ...facts, mailedCount: 24, monthsPaid: 13, serviceThrough: '2028-01-01' }, '2027-11-26'),
    ).toEqual({ due: false, reason: 'season_complete' });
  });
});

describe('what months bring, over twenty years of start dates', () => {
  test.each([1, 2, 3])('twelve months bring exactly 24 letters when letter 1 takes %i business days', (days) => {
    const wrong = everyStartDate.filter((start) => lettersMailed(start, days, 12) !== 24);
    expect(wrong).toEqual([]);
  });

  test('m months bring 2m or 2m + 1 letters', () => {
    fc.assert(
      fc.property(
        anyStart,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 11 }),
        (start, firstLetterAfter, monthsPaid) => {
          const letters = lettersMailed(start, firstLetterAfter, monthsPaid);
          expect([2 * monthsPaid, 2 * monthsPaid + 1]).toContain(letters);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('the schedule', () => {
  const november: ScheduleFacts = {
    serviceStart: '2026-11-20',
    destination: HARBOR_ADDRESS,
    mailed: [],
    today: '2026-11-20',
  };

  test('of a new subscriber begins with letter 1 and skips a mailing day less than a week later', () => {
    const [first, second] = schedule(november);
    expect(first).toEqual({
      letter: 1,
      mailingDay: '2026-11-25',
      handOver: { earliest: '2026-11-23', latest: '2026-11-25' },
      deliveryWindow: { earliest: '2026-11-25', latest: '2026-11-30' },
      freezesAt: new Date('2026-11-23T05:00:00Z'),
      addressChangeUntil: '2026-11-22',
      mailed: false,
    });
    expect(second).toEqual({
      letter: 2,
      mailingDay: '2026-12-11',
      handOver: { earliest: '2026-12-11', latest: '2026-12-11' },
      deliveryWindow: { earliest: '2026-12-13', latest: '2026-12-16' },
      freezesAt: new Date('2026-12-09T05:00:00Z'),
      addressChangeUntil: '2026-12-08',
      mailed: false,
    });
  });

  test('keeps what was mailed as it was and goes on from there', () => {
    const mailed: MailedLetter[] = [
      { letter: 1, mailingDay: '2026-11-23', handedOverOn: '2026-11-23' },
      { letter: 2, mailingDay: '2026-12-11', handedOverOn: '2026-12-11' },
      { letter: 3, mailingDay: '2026-12-25', handedOverOn: '2026-12-24' },
    ];
    const plan = schedule({ ...november, mailed, today: '2026-12-24' });
    expect(plan).toHaveLength(24);
    expect(plan.map(({ mailed: gone }) => gone).lastIndexOf(true)).toBe(2);
    expect(plan[2]?.handOver.latest).toBe('2026-12-24');
    expect(plan[3]?.mailingDay).toBe('2027-01-08');
  });

  test('shifts what was held or forgotten to the mailing days still ahead', () => {
    const mailed: MailedLetter[] = [{ letter: 1, mailingDay: '2026-11-23', handedOverOn: '2026-11-23' }];
    const plan = schedule({ ...november, mailed, today: '2027-02-13' });
    expect(plan[1]?.mailingDay).toBe('2027-02-26');
    expect(plan).toHaveLength(24);
  });

  test('offers no Friday whose hand-over day has gone by', () => {
    const mailed: MailedLetter[] = [{ letter: 1, mailingDay: '2026-11-23', handedOverOn: '2026-11-23' }];
    expect(schedule({ ...november, mailed, today: '2026-12-24' })[1]?.mailingDay).toBe('2026-12-25');
    expect(schedule({ ...november, mailed, today: '2026-12-25' })[1]?.mailingDay).toBe('2027-01-08');
  });

  test('after a cancellation lists only what was paid for', () => {
    expect(schedule({ ...november, monthsPaid: 1 })).toHaveLength(2);
    expect(schedule({ ...november, serviceStart: '2026-11-01', today: '2026-11-01', monthsPaid: 1 })).toHaveLength(3);
  });

  test('of a whole season has 24 letters in order, each on a mailing day of its own, from every start date', () => {
    fc.assert(
      fc.property(anyStart, (start) => {
        const plan = schedule({ serviceStart: start, destination: HARBOR_ADDRESS, mailed: [], today: start });
        expect(plan.map(({ letter }) => letter)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
        const fridays = plan.slice(1).map(({ mailingDay }) => mailingDay);
        expect(fridays.every(isMailingDay)).toBe(true);
        expect(new Set(fridays).size).toBe(23);
        expect(fridays).toEqual(nextMailingDays(fridays[0] ?? start, 23));
      }),
      { numRuns: 300 },
    );
  });

  test('followed letter by letter comes out as it was announced', () => {
    fc.assert(
      fc.property(anyStart, (start) => {
        const announced = schedule({ serviceStart: start, destination: HARBOR_ADDRESS, mailed: [], today: start });
        const mailed = announced.slice(0, 12).map(({ letter, mailingDay }) => ({
          letter,
          mailingDay,
          handedOverOn: letter === 1 ? mailingDay : handOverDay(mailingDay),
        }));
        const today = mailed.at(-1)?.handedOverOn ?? start;
        const later = schedule({ serviceStart: start, destination: HARBOR_ADDRESS, mailed, today });
        expect(later.slice(12)).toEqual(announced.slice(12));
      }),
      { numRuns: 300 },
    );
  });

  test('names the first letter an address change still reaches', () => {
    const plan = schedule(november);
    expect(firstChangeableLetter(plan, new Date('2026-11-23T04:59:59Z'))?.letter).toBe(1);
    expect(firstChangeableLetter(plan, new Date('2026-11-23T05:00:00Z'))?.letter).toBe(2);
    expect(firstChangeableLetter(plan, new Date('2026-12-09T05:00:00Z'))?.letter).toBe(3);
    expect(firstChangeableLetter(plan, new Date('2029-01-01T00:00:00Z'))).toBeNull();
  });

  test('says the day before the freeze is the last to change the address', () => {
    fc.assert(
      fc.property(anyStart, (start) => {
        for (const letter of schedule({ serviceStart: start, destination: HARBOR_ADDRESS, mailed: [], today: start })) {
          expect(newYorkDate(new Date(letter.freezesAt.getTime() - 1))).toBe(letter.addressChangeUntil);
        }
      }),
      { numRuns: 50 },
    );
  });
});
