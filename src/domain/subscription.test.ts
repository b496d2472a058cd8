import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, addUtcMonths, type CalendarDate, newYorkDate, newYorkMidnight } from './calendar-date.ts';
import { chargedAt, RENEWAL } from './ending.ts';
import { MONTHS_PER_SEASON } from './season.ts';
import {
  billingText,
  billingWords,
  cancelAt,
  chargesOnSameDay,
  defaultSubscription,
  DAY_MAY_DIFFER,
  monthsRemaining,
  nextDate,
  overview,
  type OwnedSubscription,
  stripeCancelAt,
  publicStatus,
  SUBSCRIPTION_STATUSES,
} from './subscription.ts';

const NOW = new Date('2026-11-27T15:00:00Z');
const anyInstant = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2046-01-01T00:00:00Z'),
  noInvalidDate: true,
});

function subscription(facts: Partial<OwnedSubscription> = {}): OwnedSubscription {
  return {
    status: 'active',
    planType: 'monthly',
    currentPeriodEnd: new Date('2026-12-27T15:00:00Z'),
    cancelAt: cancelAt('monthly', NOW),
    updatedAt: NOW,
    isGift: false,
    costCents: 1500,
    ...facts,
  };
}

const annual = subscription({
  planType: 'annual',
  costCents: 15_300,
  cancelAt: null,
  currentPeriodEnd: new Date('2027-11-27T15:00:00Z'),
});

test('a subscription that Stripe has ended names its end and no charge, and costs nothing more', () => {
  const ended = subscription({ chargesEnded: true });
  expect(billingWords(billingText(ended, NOW))).toBe('No more charges. Ends on December 27, 2026');
  expect(nextDate(ended, NOW)).toEqual({ kind: 'expiry', on: ended.currentPeriodEnd });
  expect(overview([ended], NOW)).toMatchObject({ activeCount: 1, monthlyPlanCount: 1, monthlyCostCents: 0 });
});

test('pending is never shown and past_due is shown as active', () => {
  expect(SUBSCRIPTION_STATUSES.map(publicStatus)).toEqual([null, 'active', 'active', 'cancelled', 'completed']);
});

describe('the end of a season', () => {
  test('monthly: the 12th charge is 11 months after the anchor, Stripe ends it after 12', () => {
    expect(cancelAt('monthly', NOW)?.toISOString()).toBe('2027-10-27T15:00:00.000Z');
    expect(stripeCancelAt(NOW).toISOString()).toBe('2027-11-27T15:00:00.000Z');
  });

  test('annual: there is no further charge to name', () => {
    expect(cancelAt('annual', NOW)).toBeNull();
  });

  test('months are counted in UTC from the anchor’s day, to the second, a short month giving its last day', () => {
    expect(cancelAt('monthly', new Date('2027-03-31T23:59:58.123Z'))?.toISOString()).toBe('2028-02-29T23:59:58.123Z');
    expect(stripeCancelAt(new Date('2028-02-29T01:02:03Z')).toISOString()).toBe('2029-02-28T01:02:03.000Z');
  });

  test('twelve months remain on the first day, from every anchor', () => {
    fc.assert(
      fc.property(anyInstant, (anchor) => {
        expect(monthsRemaining(cancelAt('monthly', anchor) ?? anchor, anchor)).toBe(12);
      }),
    );
  });
});

test('months remaining are the time left in months of 30 days, rounded up', () => {
  const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
  expect(monthsRemaining(inDays(60), NOW)).toBe(2);
  expect(monthsRemaining(inDays(60.001), NOW)).toBe(3);
  expect(monthsRemaining(inDays(30), NOW)).toBe(1);
  expect(monthsRemaining(inDays(0.5), NOW)).toBe(1);
  expect(monthsRemaining(inDays(-40), NOW)).toBe(0);
});

function wordsOf(shown: OwnedSubscription, now = NOW): string {
  return billingWords(billingText(shown, now));
}

describe('billing text', () => {
  test('cancelled and completed name the day they became so', () => {
    expect(wordsOf(subscription({ status: 'cancelled' }))).toBe('Cancelled on November 27, 2026');
    expect(wordsOf(subscription({ ...annual, status: 'completed' }))).toBe('Completed on November 27, 2026');
  });

  test('active annual is a one-time payment that expires at period end', () => {
    expect(wordsOf(annual)).toBe('One-time payment, expires on November 27, 2027');
  });

  test('active monthly auto-renews until its final billing while more than a month is left', () => {
    expect(wordsOf(subscription())).toBe('Auto-renews until October 27, 2027 (12 months remaining)');
    expect(wordsOf(subscription(), new Date('2027-09-27T14:00:00Z'))).toBe(
      'Auto-renews until October 27, 2027 (2 months remaining)',
    );
  });

  test('active monthly with a month or less left names the final billing', () => {
    expect(wordsOf(subscription(), new Date('2027-09-27T15:00:00Z'))).toBe('Final billing on October 27, 2027');
    expect(wordsOf(subscription(), new Date('2027-11-01T00:00:00Z'))).toBe('Final billing on October 27, 2027');
  });

  test('active monthly without a cancel date names the next billing', () => {
    expect(wordsOf(subscription({ cancelAt: null }))).toBe('Next billing date: December 27, 2026');
  });
});

describe('the default subscription', () => {
  const cancelled = subscription({ status: 'cancelled' });
  const monthly = subscription();

  test('is the first active annual one, else the first active monthly, else the first', () => {
    expect(defaultSubscription([cancelled, monthly, annual, { ...annual }])).toBe(annual);
    expect(defaultSubscription([cancelled, monthly, { ...monthly }, { ...annual, status: 'completed' }])).toBe(monthly);
    expect(defaultSubscription([cancelled, { ...annual, status: 'completed' }])).toBe(cancelled);
    expect(defaultSubscription([])).toBeNull();
  });
});

describe('the overview', () => {
  test('of no one’s subscriptions is empty', () => {
    expect(overview([], NOW)).toEqual({
      activeCount: 0,
      activeGiftCount: 0,
      monthlyPlanCount: 0,
      annualPlanCount: 0,
      monthlyCostCents: 0,
      annualCostCents: 0,
      shown: null,
    });
  });

  test('counts active subscriptions and what they cost, and shows the default one', () => {
    const mine = [subscription({ status: 'cancelled' }), subscription(), annual, subscription()];
    expect(overview(mine, NOW)).toEqual({
      activeCount: 3,
      activeGiftCount: 0,
      monthlyPlanCount: 2,
      annualPlanCount: 1,
      monthlyCostCents: 3000,
      annualCostCents: 15_300,
      shown: {
        subscription: annual,
        status: 'active',
        billing: { kind: 'expires', on: annual.currentPeriodEnd },
        next: { kind: 'expiry', on: annual.currentPeriodEnd },
      },
    });
  });

  test('adds up what is still to be charged, at the price it is charged at', () => {
    const paidInFull = subscription({ cancelAt: NOW });
    const [reduced, free] = [subscription({ costCents: 1200 }), subscription({ costCents: 0 })];
    const cheapYear = { ...annual, costCents: 12_240 };
    expect(overview([paidInFull, reduced, free, cheapYear, annual], NOW)).toMatchObject({
      monthlyPlanCount: 3,
      monthlyCostCents: 1200,
      annualCostCents: 27_540,
    });
  });

  test('counts a gift in the costs, and never shows it as one’s own', () => {
    const gift = { ...annual, isGift: true };
    const own = subscription();
    const seen = overview([gift, own], NOW);
    expect(seen).toMatchObject({ activeCount: 1, activeGiftCount: 1, annualPlanCount: 1, annualCostCents: 15_300 });
    expect(seen.shown?.subscription).toBe(own);
    expect(overview([gift], NOW).shown).toBeNull();
  });

  test('names the next charge, or the end once the last was made', () => {
    const next = new Date('2026-12-27T15:00:00Z');
    expect(nextDate(subscription(), NOW)).toEqual({ kind: 'billing', on: next });
    expect(nextDate(subscription({ cancelAt: NOW }), NOW)).toEqual({ kind: 'expiry', on: next });
    expect(nextDate(subscription({ status: 'cancelled' }), NOW)).toBeNull();
  });
});

/** The last hours of New York's days, month ends among them, in winter and in summer. */
const lateEvening = fc
  .record({ day: fc.integer({ min: 0, max: 3_650 }), minute: fc.integer({ min: 23 * 60, max: 24 * 60 - 1 }) })
  .map(({ day, minute }) => newYorkMidnight(addDays('2026-01-01', day)).getTime() + minute * 60_000)
  .map((instant) => new Date(instant));
const monthEnds = ['2026-01-31', '2026-08-31', '2027-02-28', '2028-02-29', '2026-11-30', '2026-12-31'] as const;

const dayOf = (on: Date | CalendarDate) => (typeof on === 'string' ? on : newYorkDate(on));

/** Stripe adds calendar months to the anchor in UTC: https://docs.stripe.com/billing/subscriptions/billing-cycle */
function chargeOf(anchor: Date, number: number): Date {
  const iso = anchor.toISOString();
  return new Date(`${addMonths(iso.slice(0, 10) as CalendarDate, number - 1)}${iso.slice(10)}`);
}

function inMonth(anchor: Date, month: number): OwnedSubscription {
  return subscription({ cancelAt: cancelAt('monthly', anchor), currentPeriodEnd: chargeOf(anchor, month + 1) });
}

describe('the dates of one subscription agree, late evenings and month ends included', () => {
  const anchors = fc.oneof(
    lateEvening,
    fc.constantFrom(...monthEnds).map((day) => new Date(newYorkMidnight(day).getTime() + 23.5 * 3_600_000)),
  );

  test('"auto-renews until", "final billing" and the twelfth charge are one New York date', () => {
    fc.assert(
      fc.property(anchors, (anchor) => {
        const twelfth = newYorkDate(chargeOf(anchor, 12));
        const first = billingText(inMonth(anchor, 1), anchor);
        expect([first.kind, dayOf(first.on)]).toEqual(['auto_renews', twelfth]);
        const late = new Date(chargeOf(anchor, 12).getTime() - 86_400_000);
        const last = billingText(inMonth(anchor, 11), late);
        expect([last.kind, dayOf(last.on)]).toEqual(['final_billing', twelfth]);
        expect(nextDate(inMonth(anchor, 11), late)).toEqual({ kind: 'billing', on: chargeOf(anchor, 12) });
      }),
    );
  });

  test('every announced charge is dated by the receipt that follows it, though Stripe collects an hour later', () => {
    fc.assert(
      fc.property(anchors, fc.integer({ min: 1, max: 11 }), (anchor, month) => {
        const createdAt = chargeOf(anchor, month + 1);
        const announced = nextDate(inMonth(anchor, month), new Date(createdAt.getTime() - 1))?.on ?? anchor;
        const paidAt = new Date(createdAt.getTime() + 3_600_000);
        const receipt = chargedAt({ billingReason: RENEWAL, createdAt, paidAt });
        expect(newYorkDate(receipt)).toBe(dayOf(announced));
      }),
    );
  });
});

/** When it is bought, the days of its first, second and last charge, and whether all fall on one day of the month. */
const PURCHASES = [
  ['half past eleven in November', '2026-11-23T04:30:00Z', '2026-11-22', '2026-12-22', '2027-10-23', false],
  ['half past ten in November', '2026-11-23T03:30:00Z', '2026-11-22', '2026-12-22', '2027-10-22', true],
  ['half past midnight in July', '2026-07-10T04:30:00Z', '2026-07-10', '2026-08-10', '2027-06-10', false],
  ['half past eleven in July', '2026-07-11T03:30:00Z', '2026-07-10', '2026-08-10', '2027-06-10', true],
  ['noon, the last of January', '2027-01-31T17:00:00Z', '2027-01-31', '2027-02-28', '2027-12-31', true],
  ['half past eight, the last of January', '2027-02-01T01:30:00Z', '2027-01-31', '2027-02-28', '2027-12-31', true],
  ['half past eleven, the last of January', '2027-02-01T04:30:00Z', '2027-01-31', '2027-02-28', '2027-12-31', false],
  ['half past eight, the last of November', '2026-12-01T01:30:00Z', '2026-11-30', '2026-12-31', '2027-10-31', false],
  ['half past eight, the day before the last', '2026-12-31T01:30:00Z', '2026-12-30', '2027-01-30', '2027-11-29', false],
] as const;

test.each(PURCHASES)('bought at %s: New York’s days of the charges, and a sentence where they differ', (...row) => {
  const [, at, first, second, last, sameDay] = row;
  const anchor = new Date(at);
  expect(newYorkDate(anchor)).toBe(first);
  expect(dayOf(nextDate(inMonth(anchor, 1), anchor)?.on ?? anchor)).toBe(second);
  const text = billingText(inMonth(anchor, 1), anchor);
  expect(dayOf(text.on)).toBe(last);
  expect(chargesOnSameDay(anchor)).toBe(sameDay);
  expect(billingWords(text, sameDay).endsWith(DAY_MAY_DIFFER)).toBe(!sameDay);
});

test('at each hour of a year, charges keep their day when New York says so of every one', () => {
  const months = Array.from({ length: MONTHS_PER_SEASON }, (_, month) => month);
  const hours = Array.from({ length: 365 * 24 }, (_, hour) => new Date(Date.UTC(2027, 0, 1, hour, 30)));
  const isEachSame = (anchor: Date) =>
    months.every((month) => newYorkDate(addUtcMonths(anchor, month)) === addMonths(newYorkDate(anchor), month));
  expect(hours.filter((anchor) => chargesOnSameDay(anchor) !== isEachSame(anchor))).toEqual([]);
});

test('the sentence about the hour stands beside dates of charges to come alone', () => {
  for (const shown of [annual, subscription({ status: 'cancelled' }), subscription({ status: 'completed' })])
    expect(billingWords(billingText(shown, NOW), false)).toBe(billingWords(billingText(shown, NOW)));
  const afterTheLast = billingText(subscription(), new Date('2027-10-28T00:00:00Z'));
  expect(billingWords(afterTheLast, false)).toBe('Final billing on October 27, 2027');
});

test('an annual gift expires when its months end, counted from its start, not a year after the payment', () => {
  const gift = { ...annual, isGift: true, giftEndsOn: '2028-05-01' } as const;
  expect(billingWords(billingText(gift, NOW))).toBe('One-time payment, expires on May 1, 2028');
  expect(nextDate(gift, NOW)).toEqual({ kind: 'expiry', on: '2028-05-01' });
});

function said(facts: Partial<OwnedSubscription>, at: Date): string {
  return billingWords(billingText(subscription(facts), at));
}

test('where a promo code leaves nothing to charge, no date of a payment is named', () => {
  const now = new Date('2027-10-20T15:00:00Z');
  const lastMonth = { cancelAt: new Date('2027-10-27T15:00:00Z'), costCents: 0, isFree: true };
  expect(said(lastMonth, now)).toBe('No more charges. Ends on November 27, 2027');
  expect(said(lastMonth, new Date('2027-11-10T15:00:00Z'))).toBe('No more charges. Ends on November 27, 2027');
  const annual = { planType: 'annual', cancelAt: null, isFree: true, costCents: 0 } as const;
  expect(said(annual, now)).toBe('No more charges. Ends on December 27, 2026');
  expect(said({ ...lastMonth, isFree: false, costCents: 1500 }, now)).toBe('Final billing on October 27, 2027');
});
