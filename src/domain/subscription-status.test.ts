import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  eventFromStripe,
  isStripeStatus,
  nextStatus,
  type StripeFacts,
  type StripeStatus,
  type SubscriptionEvent,
} from './subscription-status.ts';
import { publicStatus, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './subscription.ts';

const STRIPE_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const satisfies readonly StripeStatus[];

const EVENTS = [
  'nothing_paid',
  'in_good_standing',
  'payment_overdue',
  'cancel_requested',
  'ended_early',
  'term_ended',
  'last_letter_handed_over',
] as const satisfies readonly SubscriptionEvent[];

const anyStatus = fc.constantFrom(...SUBSCRIPTION_STATUSES);
const anyEvent = fc.constantFrom(...EVENTS);
const anyFacts = fc.record<StripeFacts>({
  stripeStatus: fc.constantFrom(...STRIPE_STATUSES),
  monthsPaid: fc.integer({ min: 0, max: 12 }),
  cancelRequested: fc.boolean(),
  refunded: fc.boolean(),
});

const paidUp: StripeFacts = { stripeStatus: 'active', monthsPaid: 1, cancelRequested: false, refunded: false };

function after(current: SubscriptionStatus, facts: Partial<StripeFacts>): SubscriptionStatus {
  return nextStatus(current, eventFromStripe({ ...paidUp, ...facts }));
}

test('Stripe’s statuses are told from words it may yet invent', () => {
  expect(STRIPE_STATUSES.every(isStripeStatus)).toBe(true);
  expect(isStripeStatus('embalmed')).toBe(false);
  expect(isStripeStatus('constructor')).toBe(false);
});

describe('what Stripe says becomes our status', () => {
  test('a subscription turns active with its first paid invoice, and not before', () => {
    expect(after('pending', { stripeStatus: 'incomplete', monthsPaid: 0 })).toBe('pending');
    expect(after('pending', { stripeStatus: 'active', monthsPaid: 0 })).toBe('pending');
    expect(after('pending', { stripeStatus: 'incomplete_expired', monthsPaid: 0 })).toBe('pending');
    expect(after('pending', {})).toBe('active');
  });

  test('an overdue renewal is past due, shown as active, and active again once paid', () => {
    expect(after('active', { stripeStatus: 'past_due' })).toBe('past_due');
    expect(publicStatus('past_due')).toBe('active');
    expect(after('past_due', { monthsPaid: 2 })).toBe('active');
  });

  test('asked for, it is cancelled at once, while Stripe is still active', () => {
    expect(after('active', { cancelRequested: true })).toBe('cancelled');
    expect(after('past_due', { stripeStatus: 'past_due', cancelRequested: true })).toBe('cancelled');
    expect(after('cancelled', { stripeStatus: 'canceled', cancelRequested: true })).toBe('cancelled');
  });

  test('taken back before the period ends, it is active again', () => {
    expect(after('cancelled', {})).toBe('active');
  });

  test('an end for want of payment is cancelled', () => {
    expect(after('past_due', { stripeStatus: 'canceled', monthsPaid: 11 })).toBe('cancelled');
  });

  test('a refund under the guarantee is cancelled, whatever Stripe still calls it', () => {
    for (const stripeStatus of STRIPE_STATUSES) {
      expect(after('active', { stripeStatus, refunded: true })).toBe('cancelled');
    }
  });

  test('the plain end of the term changes no public status', () => {
    for (const status of ['active', 'past_due', 'cancelled', 'completed'] as const) {
      expect(publicStatus(after(status, { stripeStatus: 'canceled', monthsPaid: 12 }))).toBe(publicStatus(status));
    }
  });
});

describe('completed', () => {
  test('is reached only from active, by the last letter’s hand-over', () => {
    fc.assert(
      fc.property(anyStatus, anyEvent, (status, event) => {
        const completes = nextStatus(status, event) === 'completed' && status !== 'completed';
        expect(completes).toBe(event === 'last_letter_handed_over' && publicStatus(status) === 'active');
      }),
    );
  });

  test('is never left', () => {
    for (const event of EVENTS) expect(nextStatus('completed', event)).toBe('completed');
  });

  test('never comes from Stripe', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(eventFromStripe(facts)).not.toBe('last_letter_handed_over');
      }),
    );
  });
});

function statusAfter(history: readonly StripeFacts[]): SubscriptionStatus {
  return history.map(eventFromStripe).reduce<SubscriptionStatus>(nextStatus, 'pending');
}

describe('events repeated, lost and shuffled', () => {
  test('a repeated event changes nothing', () => {
    fc.assert(
      fc.property(anyStatus, anyEvent, (status, event) => {
        const once = nextStatus(status, event);
        expect(nextStatus(once, event)).toBe(once);
      }),
    );
  });

  test('whatever came before, reading a running subscription again gives one and the same status', () => {
    fc.assert(
      fc.property(fc.array(anyFacts), fc.array(anyFacts), anyFacts, (one, other, last) => {
        const event = eventFromStripe(last);
        fc.pre(event !== 'nothing_paid' && event !== 'term_ended');
        expect(statusAfter([...one, last])).toBe(statusAfter([...other, last]));
      }),
      { numRuns: 1000 },
    );
  });

  test('what no one has paid for stays hidden', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(after('pending', { ...facts, monthsPaid: 0 })).toBe('pending');
      }),
    );
  });

  test('what was shown is never hidden again', () => {
    fc.assert(
      fc.property(fc.constantFrom('active', 'past_due', 'cancelled', 'completed'), anyEvent, (status, event) => {
        expect(nextStatus(status, event)).not.toBe('pending');
      }),
    );
  });
});
