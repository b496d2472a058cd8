import { describe, expect, test } from 'vitest';
import { purchaseTerms, type PurchaseTermsFacts } from './purchase-terms.ts';

const MONTHLY: PurchaseTermsFacts = {
  planType: 'monthly',
  followingText: 'then $15.00 per month',
  charges: 12,
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
      Guarantee: 'Within 30 days of the first mailing you can ask for a full refund. We give it.',
    });
  });

  test('bought where the day of the charges may differ: once a month, and why', () => {
    expect(termsOf({ sameDay: false })['Afterwards']).toBe(
      'Then $15.00 per month. 12 charges in all, to this card, one a month. ' +
        'Each charge keeps the hour of the first, so by New York’s calendar the day may differ by one.',
    );
  });

  test('with a discount: the price that follows it', () => {
    const { Afterwards } = termsOf({ followingText: '2 more months at $12.00, then $15.00 per month' });
    expect(Afterwards).toMatch(/^2 more months at \$12\.00, then \$15\.00 per month\. 12 charges in all/);
  });

  test('with free months: only the months that are charged are counted', () => {
    const free = { followingText: '2 more months free, then $15.00 per month', charges: 9 };
    expect(termsOf(free)['Afterwards']).toContain('then $15.00 per month. 9 charges in all, to this card');
    expect(termsOf({ ...free, charges: 1 })['Afterwards']).toContain('One charge in all');
  });

  test('with a season that costs nothing: no charge and no refund are spoken of', () => {
    for (const planType of ['monthly', 'annual'] as const) {
      const terms = termsOf({ planType, followingText: null, charges: 0 });
      expect(terms['Afterwards']).toBe('Nothing. No part of this season is charged.');
      expect(terms['The end']).toBe('It ends by itself with the season. Nothing renews.');
      expect(terms).not.toHaveProperty('Guarantee');
      expect(JSON.stringify(terms)).not.toMatch(/\$|this card/);
    }
  });

  test('by the year: one payment, and nothing that renews', () => {
    const terms = termsOf({ planType: 'annual', followingText: null, charges: 1, lastChargeOn: null });
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
