import { describe, expect, test } from 'vitest';
import { priceSummary } from './money.ts';
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
      'After today':
        'Then $15.00 per month. 12 charges in all, including today’s, to this card, on the same day of each month.',
      'Last charge':
        'The charge on October 23, 2027 is the last. It pays for the last month. Then the season ends automatically; nothing renews.',
      'To cancel':
        'Under Subscription in your account, at any time. Nothing more is charged, and letters already paid for still arrive.',
      Guarantee: 'Within 30 days of the first mailing you can ask for a full refund, and we’ll give it.',
    });
  });

  test('bought where the day of the charges may differ: once a month, and why', () => {
    expect(termsOf({ sameDay: false })['After today']).toBe(
      'Then $15.00 per month. 12 charges in all, including today’s, to this card, one a month. The charge date may shift by a day.',
    );
  });

  test('bought on a day that some months don’t have: the last day of those', () => {
    expect(termsOf({ isLateInMonth: true })['After today']).toMatch(
      /on the same day of each month, or on the last day of a shorter month\.$/,
    );
  });

  test('with a discount: the price that follows it', () => {
    const afterToday = termsOf({ followingText: '2 more months at $12.00, then $15.00 per month' })['After today'];
    expect(afterToday).toMatch(/^2 more months at \$12\.00, then \$15\.00 per month\. 12 charges in all/);
  });

  test('with free months: only the months that are charged are counted', () => {
    const free = { followingText: '2 more months free, then $15.00 per month', charges: 9 };
    expect(termsOf(free)['After today']).toContain('then $15.00 per month. 9 charges in all, to this card');
    expect(termsOf(free)['To cancel']).toContain(
      'You still get the letters for all months up to and including the one in which you cancel, and nothing more is charged.',
    );
    const { followingText, charges } = priceSummary('monthly', { percentOff: 100, duration: 'repeating', months: 11 });
    expect(termsOf({ followingText, charges })['After today']).toBe(
      '10 more months free, then one charge of $15.00 to this card.',
    );
  });

  test('with a season that costs nothing: no charge and no refund are spoken of', () => {
    for (const planType of ['monthly', 'annual'] as const) {
      const terms = termsOf({ planType, followingText: null, charges: 0 });
      expect(terms['After today']).toBe('Nothing. No part of this season is charged.');
      expect(terms['Last charge']).toBe('None. The season ends automatically; nothing renews.');
      expect(terms).not.toHaveProperty('Guarantee');
      expect(JSON.stringify(terms)).not.toMatch(/\$|this card/);
    }
  });

  test('by the year: one payment, and nothing that renews', () => {
    const terms = termsOf({ planType: 'annual', followingText: null, charges: 1, lastChargeOn: null });
    expect(terms['After today']).toBe('Nothing more. This is the one payment for the whole season.');
    expect(terms['Last charge']).toBe('None after today. The season ends automatically; nothing renews.');
    expect(terms['To cancel']).toContain('Nothing more is charged, and the remaining letters still arrive.');
  });

  test('in an email, which may be read on another day: nothing is said of today', () => {
    expect(termsOf({ isReceipt: true })['Later charges']).toMatch(
      /12 charges in all, including this one, to this card/,
    );
    const annual = termsOf({
      planType: 'annual',
      followingText: null,
      charges: 1,
      lastChargeOn: null,
      isReceipt: true,
    });
    expect(annual['Later charges']).toBe('None. This is the one payment for the whole season.');
    expect(annual['Last charge']).toMatch(/^This payment was the only one\. The season ends/);
    const free = termsOf({ followingText: null, charges: 0, isReceipt: true });
    expect(free).toMatchObject({ 'Later charges': 'Nothing. No part of this season is charged.' });
    expect(JSON.stringify([annual, free])).not.toContain('today');
  });

  test('for a gift: where the giver cancels it', () => {
    expect(termsOf({ isGift: true })['To cancel']).toMatch(/^Next to the gift, under Subscription/);
  });

  test('in an email queued before the date was known: the twelfth charge', () => {
    expect(termsOf({ lastChargeOn: null })['Last charge']).toMatch(/^The 12th charge is the last\./);
  });
});
