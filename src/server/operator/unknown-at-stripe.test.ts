import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { hireOperator } from '../../../test/builders/operators.ts';
import { stripeDesk } from '../../../test/builders/stripe-edits.ts';
import { emailCounts } from '../../../test/clients/mailbox.ts';
import type { Shopper } from '../../../test/clients/shopper.ts';
import { startShop } from '../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../contract/operator/api.ts';
import { disputes } from '../commerce/billing-schema.ts';
import { reconcile } from '../commerce/reconcile/reconcile-checkouts.ts';
import { subscriptions } from '../commerce/schema.ts';
import { userProfiles } from '../customers/schema.ts';
import { operatorLog } from '../platform/schema.ts';

const shop = await startShop();
const { db } = shop.ctx;
const note = 'They wrote to us.';
let clerk: Shopper;
/** A subscriber of whom Stripe knows nothing, as after a change of the Stripe account. */
let gone: { user: Shopper; id: string; userId: string; invoice: string };

beforeAll(async () => {
  clerk = await hireOperator(shop);
  const { user, id } = await stripeDesk(shop).subscriber();
  const { items } = await clerk.call(CONSOLE.listSubscriptionInvoices, { params: { id } });
  gone = { user, id, userId: user.userId, invoice: items[0]?.id ?? '' };
  const status = 'past_due';
  await db.update(subscriptions).set({ stripeSubscriptionId: 'sub_gone', status }).where(eq(subscriptions.id, id));
  await db.update(userProfiles).set({ stripeCustomerId: 'cus_gone' }).where(eq(userProfiles.id, user.userId));
  await addDispute('dp_gone');
});

async function addDispute(stripeDisputeId: string, unknownSince: Date | null = null): Promise<void> {
  const now = shop.clock.now();
  const said = { amountCents: 1500, reason: 'fraudulent', status: 'needs_response' };
  await db
    .insert(disputes)
    .values({ stripeDisputeId, subscriptionId: gone.id, ...said, createdAt: now, readAt: now, unknownSince });
}

describe('what Stripe does not know is refused in words, and nothing has changed', () => {
  const body = { note };
  test.each<[string, RegExp, () => Promise<unknown>]>([
    [
      'a refund',
      /subscription \(sub_gone\)/,
      () =>
        clerk.call(CONSOLE.refundPayment, {
          params: { id: gone.invoice },
          body: { amountCents: 500, refundedBeforeCents: 0, note },
        }),
    ],
    ...(['cancelForCustomer', 'resumeForCustomer', 'giveFreeMonth', 'refundSubscription'] as const).map(
      (name): [string, RegExp, () => Promise<unknown>] => [
        name,
        /subscription \(sub_gone\)/,
        () => clerk.call(CONSOLE[name], { params: { id: gone.id }, body }),
      ],
    ),
    [
      'cancelNow',
      /subscription \(sub_gone\)/,
      () => clerk.call(CONSOLE.cancelNow, { params: { id: gone.id }, body: { refundCents: null, note } }),
    ],
    [
      'a retry',
      /subscription \(sub_gone\)/,
      () => clerk.call(CONSOLE.retryPayment, { params: { id: gone.userId }, body }),
    ],
    [
      'a link to update the card',
      /customer \(cus_gone\)/,
      () => clerk.call(CONSOLE.sendCardLink, { params: { id: gone.userId }, body }),
    ],
    [
      'evidence',
      /dispute \(dp_gone\)/,
      () => clerk.call(CONSOLE.submitDisputeEvidence, { params: { id: 'dp_gone' }, body: { explanation: 'It came.' } }),
    ],
    [
      'accepting a dispute',
      /dispute \(dp_gone\)/,
      () => clerk.call(CONSOLE.acceptDispute, { params: { id: 'dp_gone' }, body }),
    ],
  ])('%s', async (_name, what, act) => {
    const logged = await db.$count(operatorLog, eq(operatorLog.subscriptionId, gone.id));
    const emailed = await emailCounts(shop, gone.user);
    await expect(act()).rejects.toMatchObject({
      status: 409,
      code: 'wrong_state',
      message: expect.stringMatching(/^Stripe doesn’t know this .* Nothing has changed\.$/) as string,
    });
    await expect(act()).rejects.toMatchObject({ message: expect.stringMatching(what) as string });
    expect(await db.$count(operatorLog, eq(operatorLog.subscriptionId, gone.id))).toBe(logged);
    expect(await emailCounts(shop, gone.user)).toEqual(emailed);
    const isUnchanged = and(eq(subscriptions.id, gone.id), eq(subscriptions.status, 'past_due'));
    expect(await db.$count(subscriptions, isUnchanged)).toBe(1);
  });
});

test('a cancellation while Stripe cannot be reached still counts, since a job repeats it', async () => {
  const { id } = await stripeDesk(shop).subscriber();
  const fault = { match: '/v1/subscriptions', status: 503, times: 20 };
  await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
  try {
    expect(await clerk.call(CONSOLE.cancelForCustomer, { params: { id }, body: { note } })).toEqual({
      cancelled: true,
    });
  } finally {
    await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'DELETE' });
  }
});

test('a dispute that Stripe does not know is noted once in the log, a seeded one never', async () => {
  await addDispute('dp_seed_1', shop.clock.now());
  shop.log.splice(0);
  await reconcile(shop.ctx);
  await reconcile(shop.ctx);
  const lines = shop.log.filter((line) => line.includes('dp_'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('Stripe does not know this dispute');
  expect(lines[0]).toContain('dp_gone');
});
