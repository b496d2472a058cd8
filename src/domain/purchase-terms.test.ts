import { describe, expect, test } from 'vitest';
import { purchaseTerms, type PurchaseTermsFacts } from './purchase-terms.ts';

const MONTHLY: PurchaseTermsFacts = {
  planType: 'monthly',
  firstChargeCents: 1500,
  thenText: null,
  lastChargeOn: '2027-10-23',
  sameDay: true,
  isGift: false,
  card: 'this card',
};

const termsOf = (facts: Partial<PurchaseTermsFacts>) => Object.fromEntries(purchaseTerms({ ...MONTHLY, ...facts }));

describe('what a buyer agrees to', () => {
  test('by the month: how much, how often, how many times, until when, and how it is cancelled', () => {
    expect(termsOf({})).toEqual({
      Afterwards: 'Then $15.00 per month. 12 charges in all, to this card, on the same day of each month.',
      'The end': 'The charge of October 23, 2027 is the last. Then it ends by itself; nothing renews.',
      'To cancel':
        'Under Subscription in your account, at any time. Nothing more is charged, and letters already paid for still come.',
      Guarantee: 'Within 30 days of the first mailing you may ask for a full refund. We give it.',
    });
  });

  test('bought where the day of the charges may differ: once a month, and why', () => {
    expect(termsOf({ sameDay: false })['Afterwards']).toBe(
      'Then $15.00 per month. 12 charges in all, to this card, one a month. ' +
        'Each charge keeps the hour of the first, so by New York’s calendar the day may differ by one.',
    );
  });

  test('with a discount: the price that follows it', () => {
    const { Afterwards } = termsOf({ firstChargeCents: 750, thenText: 'then $15.00 per month' });
    expect(Afterwards).toMatch(/^Then \$15\.00 per month\./);
  });

  test('with a discount that stays: the discounted price', () => {
    expect(termsOf({ firstChargeCents: 1200 })['Afterwards']).toMatch(/^Then \$12\.00 per month\./);
  });

  test('by the year: one payment, and nothing that renews', () => {
    const terms = termsOf({ planType: 'annual', firstChargeCents: 15_300, lastChargeOn: null });
    expect(terms['Afterwards']).toBe('Nothing more. This is the one payment for the whole season.');
    expect(terms['The end']).toContain('Nothing renews.');
  });

  test('for a gift: where the giver cancels it', () => {
    expect(termsOf({ isGift: true })['To cancel']).toMatch(/^Beside the gift, under Subscription/);
  });

  test('in an email queued before the date was known: the twelfth charge', () => {
    expect(termsOf({ lastChargeOn: null })['The end']).toMatch(/^The 12th charge is the last\./);
  });
});
