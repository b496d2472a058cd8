import { describe, expect, test } from 'vitest';
import { type PromotionCode, promotionProblem, type PromotionPurchase, restrictionsInWords } from './promotion.ts';

const OPEN: PromotionCode = {
  isActive: true,
  expiresAt: null,
  isUsedUp: false,
  customerId: null,
  firstTimeOnly: false,
  minimum: null,
  products: null,
};
const PURCHASE: PromotionPurchase = {
  now: new Date('2026-11-28T12:00:00Z'),
  customerId: null,
  isFirstTime: true,
  planType: 'monthly',
  prices: [
    { planType: 'monthly', cents: 1500, currency: 'usd', product: 'prod_1' },
    { planType: 'annual', cents: 15_300, currency: 'usd', product: 'prod_1' },
  ],
};

const problem = (code: Partial<PromotionCode>, purchase: Partial<PromotionPurchase> = {}) =>
  promotionProblem({ ...OPEN, ...code }, { ...PURCHASE, ...purchase });

describe('a promotion code', () => {
  test('without restrictions can be used', () => {
    expect(problem({})).toBeNull();
  });

  test('that needs exactly the price can be used', () => {
    expect(problem({ minimum: { cents: 1500, currency: 'usd' } })).toBeNull();
    expect(problem({ minimum: { cents: 1501, currency: 'usd' } })).toBe(
      'Invalid promo code. It is for orders of $15.01 or more. It works with the annual plan.',
    );
  });

  test('that fits one plan can be used while no plan is chosen', () => {
    expect(problem({ minimum: { cents: 1501, currency: 'usd' } }, { planType: null })).toBeNull();
    expect(problem({ minimum: { cents: 15_301, currency: 'usd' } }, { planType: null })).toBe(
      'Invalid promo code. It is for orders of $153.01 or more.',
    );
  });

  test('expires at its moment, not after it', () => {
    expect(problem({ expiresAt: new Date('2026-11-28T12:00:01Z') })).toBeNull();
    expect(problem({ expiresAt: PURCHASE.now })).toBe('Invalid promo code. It has expired.');
  });

  test('of one customer says nothing else to others', () => {
    const code = { customerId: 'cus_1', isUsedUp: true, firstTimeOnly: true };
    expect(problem(code, { isFirstTime: false })).toBe('Invalid promo code. It belongs to another customer.');
    expect(problem({ customerId: 'cus_1' }, { customerId: 'cus_1' })).toBeNull();
  });
});

const restrictionsOf = (code: Partial<PromotionCode>) => restrictionsInWords({ ...OPEN, ...code });

test('the restrictions of a promotion code are told to operators in sentences', () => {
  expect(restrictionsOf({})).toEqual([]);
  const all = {
    firstTimeOnly: true,
    minimum: { cents: 2000, currency: 'usd' },
    products: ['prod_1'],
    customerId: 'cus_1',
  };
  expect(restrictionsOf(all)).toEqual([
    'For first-time customers only.',
    'For orders of $20.00 or more.',
    'For these products only: prod_1.',
    'For the customer cus_1 only.',
  ]);
  expect(restrictionsOf({ minimum: { cents: 2000, currency: 'eur' } })).toEqual([
    'For orders in EUR only, so it fits no plan of ours.',
  ]);
});
