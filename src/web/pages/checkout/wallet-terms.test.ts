import { expect, test, vi } from 'vitest';
import { priceSummary } from '../../../domain/money.ts';
import { walletTerms } from './wallet-terms.ts';

const NOW = new Date('2026-11-29T15:00:00Z');

vi.stubGlobal('location', { origin: 'https://deadletter.example' });

test('a wallet shows the monthly price after a discount, how often it is charged at most, and the last charge', () => {
  const halfOff = { percentOff: 50, duration: 'repeating', months: 3 } as const;
  const terms = walletTerms('monthly', priceSummary('monthly', halfOff), NOW);
  expect(terms.lineItems).toMatchObject([{ amount: 750 }]);
  expect(terms.applePay?.recurringPaymentRequest).toMatchObject({
    paymentDescription: 'One season of letters, charged monthly, at most 12 times',
    managementURL: 'https://deadletter.example/account/subscription',
    regularBilling: {
      amount: 1500,
      recurringPaymentIntervalUnit: 'month',
      recurringPaymentEndDate: new Date('2027-10-29T15:00:00Z'),
    },
  });
});

test.each([
  ['no discount', null, 1500],
  ['a discount of every charge', { percentOff: 50, duration: 'forever' } as const, 750],
  ['a discount of twelve months', { percentOff: 20, duration: 'repeating', months: 12 } as const, 1200],
])('with %s, a wallet shows the price that every month costs', (_name, discount, amount) => {
  const { applePay } = walletTerms('monthly', priceSummary('monthly', discount), NOW);
  expect(applePay?.recurringPaymentRequest.regularBilling.amount).toBe(amount);
});

test('an annual plan is one payment in a wallet, too', () => {
  expect(walletTerms('annual', priceSummary('annual', null), NOW)).toEqual({
    lineItems: [{ name: 'The Dead Letter Club, annual plan', amount: 15_300 }],
  });
});
