import { describe, expect, test } from 'vitest';
import {
  type CheckoutFacts,
  type CheckoutTerms,
  decideCheckout,
  normalisePromoCode,
  type OpenCheckout,
} from './checkout.ts';

const monthly: CheckoutTerms = { seasonId: 'season-1', planType: 'monthly', priceId: 'price_1', promotionCodeId: null };
const annual: CheckoutTerms = { ...monthly, planType: 'annual' };

function open(stripeStatus: OpenCheckout['stripeStatus'], terms: CheckoutTerms = monthly): OpenCheckout {
  return { ...terms, stripeStatus };
}

function decide(facts: Partial<CheckoutFacts>): string {
  return decideCheckout({ requested: monthly, open: null, ownsSeason: false, buySecond: false, ...facts }).action;
}

describe('one open checkout per user and season', () => {
  test('the first click creates it', () => {
    expect(decide({})).toBe('create');
  });

  test('a further click with the same plan, promo and season goes on with it', () => {
    expect(decide({ open: open('incomplete') })).toBe('reuse');
    expect(decide({ open: open('not_created') })).toBe('reuse');
  });

  test('another plan, price or promo replaces it', () => {
    expect(decide({ open: open('incomplete'), requested: { ...monthly, priceId: 'price_2' } })).toBe('replace');
    expect(decide({ open: open('incomplete'), requested: annual })).toBe('replace');
    expect(decide({ open: open('incomplete'), requested: { ...monthly, promotionCodeId: 'promo_1' } })).toBe('replace');
    expect(decide({ open: open('not_created'), requested: annual })).toBe('replace');
  });

  test('one that Stripe has closed is no hindrance', () => {
    expect(decide({ open: open('incomplete_expired') })).toBe('create');
    expect(decide({ open: open('canceled'), requested: annual })).toBe('create');
  });

  test('a click after the payment and before our record of it finds the paid one', () => {
    expect(decide({ open: open('active') })).toBe('reuse');
    expect(decide({ open: open('active'), requested: annual })).toBe('refuse');
  });
});

describe('once paid', () => {
  test('the same season is refused', () => {
    expect(decideCheckout({ requested: monthly, open: null, ownsSeason: true, buySecond: false })).toEqual({
      action: 'refuse',
      code: 'already_subscribed',
    });
    expect(decide({ ownsSeason: true, open: open('incomplete') })).toBe('refuse');
  });

  test('a second one is bought when asked for, and again only one at a time', () => {
    expect(decide({ ownsSeason: true, buySecond: true })).toBe('create');
    expect(decide({ ownsSeason: true, buySecond: true, open: open('incomplete') })).toBe('reuse');
    expect(decide({ ownsSeason: true, buySecond: true, open: open('active'), requested: annual })).toBe('create');
  });
});

test('a promo code is sent in capitals and without spaces around it', () => {
  expect(normalisePromoCode('  letter20 ')).toBe('LETTER20');
  expect(normalisePromoCode('   ')).toBe('');
});
