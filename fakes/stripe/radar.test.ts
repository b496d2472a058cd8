import { describe, expect, it } from 'vitest';
import { advanceMonths, ask, openShop, startSandbox, subscribe } from './testing.ts';

async function charged() {
  const { sandbox, stripe } = await startSandbox();
  const { customer, monthly } = await openShop(stripe);
  const subscription = await subscribe(stripe, customer, monthly);
  const [charge] = (await stripe.charges.list()).data;
  return { sandbox, stripe, subscription, charge: charge?.id ?? '' };
}

describe('warnings and reviews', () => {
  it('a warning of fraud leaves nothing to do once its charge is refunded', async () => {
    const { sandbox, stripe, charge } = await charged();
    await ask(sandbox, `charges/${charge}/early_fraud_warning`, {});
    const [warning] = (await stripe.radar.earlyFraudWarnings.list({ charge })).data;
    expect(warning).toMatchObject({ actionable: true, fraud_type: 'made_with_stolen_card' });
    await stripe.refunds.create({ charge });
    expect(await stripe.radar.earlyFraudWarnings.retrieve(warning?.id ?? '')).toMatchObject({ actionable: false });
    expect((await stripe.events.list({ type: 'radar.early_fraud_warning.created' })).data).toHaveLength(1);
  });

  it('a review is opened, and closed once', async () => {
    const { sandbox, stripe, charge } = await charged();
    await ask(sandbox, `charges/${charge}/review`, {});
    const [opened] = (await stripe.reviews.list()).data;
    expect(opened).toMatchObject({ open: true, reason: 'rule' });
    await ask(sandbox, `reviews/${opened?.id}`, { reason: 'refunded_as_fraud' });
    expect(await stripe.reviews.retrieve(opened?.id ?? '')).toMatchObject({
      open: false,
      closed_reason: 'refunded_as_fraud',
    });
    await expect(stripe.reviews.approve(opened?.id ?? '')).rejects.toThrow('is closed');
    const { data } = await stripe.events.list({ types: ['review.opened', 'review.closed'] });
    expect(data.map(({ type }) => type)).toEqual(['review.closed', 'review.opened']);
  });

  it('an inquiry leaves its charge refundable, and may grow into a chargeback', async () => {
    const { sandbox, stripe, charge } = await charged();
    await ask(sandbox, `charges/${charge}/dispute`, { status: 'warning_needs_response' });
    await stripe.refunds.create({ charge, amount: 100 });
    const [inquiry] = (await stripe.disputes.list()).data;
    await ask(sandbox, `disputes/${inquiry?.id}`, { status: 'needs_response' });
    await expect(stripe.refunds.create({ charge })).rejects.toThrow('is disputed');
    const { data } = await stripe.events.list({ type: 'charge.dispute.updated' });
    expect(data).toHaveLength(1);
  });
});

describe('a subscription whose collection is paused', () => {
  it.each([
    ['void', 'void'],
    ['keep_as_draft', 'draft'],
    ['mark_uncollectible', 'uncollectible'],
  ] as const)('with %s charges nothing, and leaves its renewals %s', async (behavior, status) => {
    const { sandbox, stripe, subscription } = await charged();
    await stripe.subscriptions.update(subscription.id, { pause_collection: { behavior } });
    await advanceMonths(sandbox, 2);
    const { data } = await stripe.invoices.list({ subscription: subscription.id });
    expect(data.map((invoice) => invoice.status)).toEqual([status, status, 'paid']);
    await stripe.subscriptions.update(subscription.id, { pause_collection: '' });
    await advanceMonths(sandbox, 1);
    const [newest] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(newest?.status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(subscription.id)).pause_collection).toBeNull();
  });
});
