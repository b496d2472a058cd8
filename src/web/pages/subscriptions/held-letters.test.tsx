import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { deliveryQuery, queryClient } from '../../app/queries.ts';
import type { NumberedSubscription } from '../account/owned-subscription.ts';
import { CancelQuestion } from './cancel-question.tsx';
import { nothingWords } from './subscription-dialog.tsx';

test('while a dispute keeps letters back, the question about a cancellation promises neither letters nor the guarantee', () => {
  queryClient.setQueryData(deliveryQuery('one').queryKey, {
    guarantee: { open: true, lastDay: null },
    toCome: { first: 2, last: 3, lastHandOver: '2026-12-11' },
  } as never);
  expect(question(null)).toMatch(/guarantee applies.*Letters 2 and 3 are paid for and will still arrive/s);
  expect(question('dispute')).not.toMatch(/guarantee|still arrive/);
  expect(question('dispute')).toContain('After you cancel, we charge nothing more.');
  queryClient.clear();
});

test('the question about a cancellation speaks of charges only while some are left', () => {
  expect(question(null)).toContain('After you cancel, we charge nothing more.');
  const over = { cancelAt: '2020-10-27T15:00:00.000Z' };
  expect(question(null, over)).toContain('This plan has no charges left and doesn’t renew');
  expect(question(null, { ...over, pastDue: true })).toContain('After you cancel, we charge nothing more.');
});

function question(held: 'dispute' | null, changes: object = {}): string {
  const reply = { id: 'one', planType: 'monthly', held, resumableIfCancelled: null, cancelAt: null, ...changes };
  const subscription = { reply } as NumberedSubscription;
  const asked = <CancelQuestion subscription={subscription} onClose={() => undefined} onDone={() => undefined} />;
  return renderToStaticMarkup(<QueryClientProvider client={queryClient}>{asked}</QueryClientProvider>);
}

test('a delivery change that is not possible names its reason: sealed, kept back or ended', () => {
  expect(nothingWords({ held: null })).toContain('already addressed');
  expect(nothingWords({ held: 'dispute' })).toContain('on hold because of a payment');
  expect(nothingWords({ held: 'payment_check' })).toContain('on hold because of a payment');
  expect(nothingWords({ held: 'lost' })).toContain('has ended');
});
