import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Discount, discountCents, formatPercent, formatUsd, priceAfterDiscount, priceSummary } from './money.ts';
import type { PlanType } from './plans.ts';

test('amounts are written in dollars and cents', () => {
  expect(formatUsd(1500)).toBe('$15.00');
  expect(formatUsd(0)).toBe('$0.00');
  expect(formatUsd(123_456_78)).toBe('$123,456.78');
  expect(formatUsd(-1500)).toBe('-$15.00');
});

test('percentages are shown to 2 decimals', () => {
  expect(formatPercent(20)).toBe('20%');
  expect(formatPercent(12.5)).toBe('12.5%');
  expect(formatPercent(33.333)).toBe('33.33%');
});

describe('a discount', () => {
  test('takes its percentage off, half a cent rounded up', () => {
    expect(priceAfterDiscount(1500, 20)).toBe(1200);
    expect(priceAfterDiscount(15_300, 15)).toBe(13_005);
    expect(discountCents(1500, 33.33)).toBe(500);
    expect(discountCents(30, 15)).toBe(5);
    expect(discountCents(100, 57.5)).toBe(58);
    expect(discountCents(1500, 0.7)).toBe(11);
  });

  test('of 100 % leaves nothing, of 0 % everything', () => {
    expect(priceAfterDiscount(1500, 100)).toBe(0);
    expect(priceAfterDiscount(1500, 0)).toBe(1500);
  });

  test('leaves whole cents between nothing and the price, fewer the higher the percentage', () => {
    const hundredths = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), hundredths, hundredths, (price, a, b) => {
        const [smaller, larger] = a < b ? [a, b] : [b, a];
        const left = priceAfterDiscount(price, larger / 100);
        expect(Number.isInteger(left)).toBe(true);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(priceAfterDiscount(price, smaller / 100));
        expect(Math.abs(price - left - (price * larger) / 10_000)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });
});

const chargesOf = (planType: PlanType, discount: Discount) => priceSummary(planType, discount).charges;

describe('the price summary', () => {
  test('without a promo code is the plan’s price', () => {
    expect(priceSummary('monthly', null)).toEqual({
      priceCents: 1500,
      discountCents: 0,
      todayCents: 1500,
      thenText: null,
      followingText: 'then $15.00 per month',
      charges: 12,
    });
  });

  test('says what follows when the discount ends within the season', () => {
    expect(priceSummary('monthly', { percentOff: 20, duration: 'once' })).toEqual({
      priceCents: 1500,
      discountCents: 300,
      todayCents: 1200,
      thenText: 'then $15.00 per month',
      followingText: 'then $15.00 per month',
      charges: 12,
    });
    expect(priceSummary('monthly', { percentOff: 20, duration: 'repeating', months: 1 }).thenText).toBe(
      'then $15.00 per month',
    );
    expect(priceSummary('monthly', { percentOff: 20, duration: 'repeating', months: 3 }).thenText).toBe(
      '2 more months at $12.00, then $15.00 per month',
    );
    expect(priceSummary('monthly', { percentOff: 20, duration: 'repeating', months: 2 }).thenText).toBe(
      '1 more month at $12.00, then $15.00 per month',
    );
    expect(priceSummary('monthly', { percentOff: 100, duration: 'repeating', months: 3 }).thenText).toBe(
      '2 more months free, then $15.00 per month',
    );
    expect(priceSummary('monthly', { percentOff: 20, duration: 'repeating', months: 11 }).thenText).toBe(
      '10 more months at $12.00, then one charge of $15.00',
    );
  });

  test('says nothing when the discount lasts as long as the charges', () => {
    expect(priceSummary('monthly', { percentOff: 20, duration: 'forever' }).thenText).toBeNull();
    expect(priceSummary('monthly', { percentOff: 20, duration: 'repeating', months: 12 }).thenText).toBeNull();
    expect(priceSummary('annual', { percentOff: 20, duration: 'once' })).toEqual({
      priceCents: 15_300,
      discountCents: 3060,
      todayCents: 12_240,
      thenText: null,
      followingText: null,
      charges: 1,
    });
  });

  test('counts the charges that take something', () => {
    expect(chargesOf('monthly', { percentOff: 20, duration: 'repeating', months: 3 })).toBe(12);
    expect(chargesOf('monthly', { percentOff: 100, duration: 'once' })).toBe(11);
    expect(chargesOf('monthly', { percentOff: 100, duration: 'repeating', months: 3 })).toBe(9);
    expect(chargesOf('monthly', { percentOff: 99.99, duration: 'repeating', months: 3 })).toBe(9);
    expect(chargesOf('monthly', { percentOff: 100, duration: 'repeating', months: 24 })).toBe(0);
    expect(chargesOf('monthly', { percentOff: 100, duration: 'forever' })).toBe(0);
    expect(chargesOf('annual', { percentOff: 100, duration: 'once' })).toBe(0);
    expect(priceSummary('monthly', { percentOff: 100, duration: 'forever' }).followingText).toBeNull();
  });
});
