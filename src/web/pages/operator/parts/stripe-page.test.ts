import { expect, test } from 'vitest';
import { stripePage } from './stripe-page.ts';

test.each([
  ['cus_1', 'pk_test_a', 'https://dashboard.stripe.com/test/customers/cus_1'],
  ['sub_1', 'pk_live_a', 'https://dashboard.stripe.com/subscriptions/sub_1'],
  ['in_1', 'pk_live_a', 'https://dashboard.stripe.com/invoices/in_1'],
  ['issfr_1', 'pk_live_a', null],
  ['cus_/../x', 'pk_live_a', null],
])('with a key of its mode, %s with %s has the page %s', (id, key, page) => {
  expect(stripePage(id, key)).toBe(page);
});
