import { describe, expect, test } from 'vitest';
import {
  chargedAt,
  decideCancel,
  endingChange,
  type EndingFacts,
  isLateRenewal,
  RENEWAL,
  resumableIfCancelled,
  resumableUntil,
  type ResumeFacts,
  cancellationInstant,
} from './ending.ts';

const PERIOD_END = new Date('2026-02-28T10:00:00Z');
const TERM_END = new Date('2027-01-31T10:00:00Z');

function change(facts: Partial<EndingFacts>): ReturnType<typeof endingChange> {
  return endingChange({
    planType: 'monthly',
    cancelRequested: false,
    refunded: false,
    chargesPaused: false,
    stripePause: 'none',
    stripeStatus: 'active',
    termEndsAt: TERM_END,
    endsEarlyAt: null,
    currentPeriodEnd: PERIOD_END,
    stripeCancelAt: TERM_END,
    unpaid: 'nothing',
    renewalVoided: false,
    requestRecorded: facts.cancelRequested ?? false,
    ...facts,
  });
}

describe('how Stripe is to end a subscription', () => {
  test('a monthly one after twelve months, and it is told so when it would go on', () => {
    expect(change({})).toEqual({ kind: 'none' });
    expect(change({ stripeCancelAt: null })).toEqual({ kind: 'end_after_term', at: TERM_END });
    expect(change({ stripeCancelAt: new Date('2027-01-31T10:00:01Z') }).kind).toBe('end_after_term');
  });

  test('an annual one with its only period', () => {
    expect(change({ planType: 'annual', stripeCancelAt: PERIOD_END })).toEqual({ kind: 'none' });
    expect(change({ planType: 'annual', stripeCancelAt: null })).toEqual({ kind: 'end_with_period' });
  });

  test('a cancelled one with the period that is paid for', () => {
    expect(change({ cancelRequested: true })).toEqual({ kind: 'end_with_period' });
    expect(change({ cancelRequested: true, stripeCancelAt: PERIOD_END })).toEqual({ kind: 'none' });
  });

  test('an annual one that is cancelled as before: only who asked for it has to be noted', () => {
    const annual = { planType: 'annual', stripeCancelAt: PERIOD_END } as const;
    expect(change({ ...annual, cancelRequested: true, requestRecorded: false })).toEqual({ kind: 'record_request' });
    expect(change({ ...annual, requestRecorded: true })).toEqual({ kind: 'record_request' });
  });

  test('one that was resumed after its twelve months again', () => {
    expect(change({ stripeCancelAt: PERIOD_END })).toEqual({ kind: 'end_after_term', at: TERM_END });
  });

  test('one resumed in its last month needs no change: its period ends with its term', () => {
    expect(change({ currentPeriodEnd: TERM_END, stripeCancelAt: TERM_END })).toEqual({ kind: 'none' });
  });

  test('one cancelled while a renewal is overdue at once, and so does a refunded one', () => {
    expect(change({ cancelRequested: true, stripeStatus: 'past_due' })).toEqual({ kind: 'end_now' });
    expect(change({ refunded: true })).toEqual({ kind: 'end_now' });
  });

  test('one cancelled between the drawing up of a renewal and its charge at once, too', () => {
    expect(change({ cancelRequested: true, unpaid: 'this_period' })).toEqual({ kind: 'end_now' });
    expect(change({ unpaid: 'this_period' })).toEqual({ kind: 'none' });
  });

  test('one whose renewal was voided for it at once, too: that period is not one that is paid for', () => {
    expect(change({ cancelRequested: true, renewalVoided: true })).toEqual({ kind: 'end_now' });
    expect(change({ renewalVoided: true })).toEqual({ kind: 'none' });
    expect(change({ stripeStatus: 'canceled', cancelRequested: true, renewalVoided: true })).toEqual({
      kind: 'none',
    });
  });

  test('a cancelled one with the period that is paid for, also when an earlier renewal is still asked for: that is dropped', () => {
    expect(change({ cancelRequested: true, unpaid: 'earlier' })).toEqual({ kind: 'drop_unpaid' });
    expect(change({ unpaid: 'earlier' })).toEqual({ kind: 'none' });
  });

  test.each(['this_period', 'earlier'] as const)('one that has ended owes nothing for %s', (unpaid) => {
    expect(change({ stripeStatus: 'canceled', unpaid })).toEqual({ kind: 'drop_unpaid' });
  });

  test.each(['canceled', 'incomplete_expired'] as const)('one that is %s already needs nothing', (stripeStatus) => {
    expect(change({ stripeStatus, refunded: true, cancelRequested: true })).toEqual({ kind: 'none' });
  });
});

test('active and overdue ones can be cancelled, cancelled ones are, completed ones cannot be', () => {
  expect(decideCancel('active')).toBe('cancel');
  expect(decideCancel('past_due')).toBe('cancel');
  expect(decideCancel('cancelled')).toBe('already');
  expect(decideCancel('completed')).toBe('refuse');
});

const paid = (at: string) => ({ billingReason: 'subscription_cycle', status: 'paid', paidAt: new Date(at) });

describe('a renewal is late', () => {
  const requestedAt = cancellationInstant(new Date('2026-02-28T10:30:00.700Z'), new Date('2026-01-31T10:00:00Z'));

  test('when it was charged after the request, whenever it was drawn up', () => {
    expect(isLateRenewal(paid('2026-02-28T11:00:00Z'), requestedAt)).toBe(true);
    expect(isLateRenewal(paid('2026-02-28T10:29:59Z'), requestedAt)).toBe(false);
    expect(isLateRenewal(paid('2026-02-28T11:00:00Z'), null)).toBe(false);
    expect(isLateRenewal({ ...paid('2026-02-28T11:00:00Z'), billingReason: 'subscription_create' }, requestedAt)).toBe(
      false,
    );
    expect(isLateRenewal({ ...paid('2026-02-28T11:00:00Z'), status: 'open', paidAt: null }, requestedAt)).toBe(false);
  });

  test('when it was charged within the second of the request, whose fractions Stripe does not tell', () => {
    expect(isLateRenewal(paid('2026-02-28T10:30:00Z'), requestedAt)).toBe(true);
  });

  test('never when it was known before the request, however far ahead the clock runs that stamped it', () => {
    const renewal = paid('2026-04-30T11:00:00Z');
    expect(isLateRenewal(renewal, cancellationInstant(new Date('2026-02-28T10:30:00Z'), renewal.paidAt))).toBe(false);
  });
});

describe('a cancellation can be taken back', () => {
  const cancelled: ResumeFacts = {
    status: 'cancelled',
    cancelRequested: true,
    refunded: false,
    stripeStatus: 'active',
    currentPeriodEnd: PERIOD_END,
    renewalUnpaid: false,
  };
  const before = new Date('2026-02-28T09:59:59Z');

  test('until the paid period ends', () => {
    expect(resumableUntil(cancelled, before)).toEqual(PERIOD_END);
    expect(resumableUntil(cancelled, PERIOD_END)).toBeNull();
  });

  test('until then, which is said before it is made', () => {
    const running = { ...cancelled, status: 'active' } as const;
    expect(resumableIfCancelled(running, before)).toEqual(PERIOD_END);
    expect(resumableIfCancelled({ ...running, renewalUnpaid: true }, before)).toBeNull();
    expect(resumableIfCancelled({ ...running, stripeStatus: 'past_due' }, before)).toBeNull();
    expect(resumableIfCancelled({ ...running, status: 'completed' }, before)).toBeNull();
  });

  test.each<[string, Partial<ResumeFacts>]>([
    ['when it was never asked for', { status: 'active', cancelRequested: false }],
    ['when the money was given back', { refunded: true }],
    ['when it ended for want of payment', { cancelRequested: false, stripeStatus: 'canceled' }],
    ['when it ended at once', { stripeStatus: 'canceled' }],
    ['when the month that runs has not been charged', { renewalUnpaid: true }],
  ])('but not %s', (_why, facts) => {
    expect(resumableUntil({ ...cancelled, ...facts }, before)).toBeNull();
  });
});

describe('the instant by which a charge is dated', () => {
  const due = new Date('2027-01-01T04:30:00Z');
  const after = (hours: number) => new Date(due.getTime() + hours * 3_600_000);

  test('is that at which a renewal fell due, though Stripe collects it past midnight', () => {
    expect(chargedAt({ billingReason: RENEWAL, createdAt: due, paidAt: after(1) })).toEqual(due);
  });

  test('is the payment, when the renewal was overdue, and for a first charge', () => {
    expect(chargedAt({ billingReason: RENEWAL, createdAt: due, paidAt: after(48) })).toEqual(after(48));
    const first = { billingReason: 'subscription_create', createdAt: due, paidAt: after(1) };
    expect(chargedAt(first)).toEqual(after(1));
  });
});
