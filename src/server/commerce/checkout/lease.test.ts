import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../../../test/load/evidence.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { reconcileCheckouts } from '../reconcile/reconcile-checkouts.ts';
import { checkouts } from '../schema.ts';
import { setLease } from './queries.ts';

const shop = await startShop({ throughProxy: true });
const CREATE = /^POST \/v1\/subscriptions$/;

function signal() {
  let give: (() => void) | undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give?.() };
}

async function leaseRunsOut({ userId }: Shopper): Promise<void> {
  await shop.ctx.db
    .update(checkouts)
    .set({ leaseUntil: new Date(0) })
    .where(eq(checkouts.userId, userId));
}

test('one that stood still for too long and the one that took over get the same subscription, paid once', async () => {
  const user = await shop.signUp();
  const order = await user.order();
  const [reached, goOn] = [signal(), signal()];
  void shop.proxy.ambush(CREATE, 'before', async () => {
    reached.give();
    await goOn.given;
    return 'go on';
  });
  const slow = user.submit(order);
  await reached.given;
  await leaseRunsOut(user);
  const quick = await user.submit(order);
  goOn.give();
  expect(await slow).toEqual(quick);
  await user.confirm(quick, order.paymentMethodId);
  await user.settle(quick);
  await shop.sandbox.webhooksDelivered();
  expect(await gatherEvidence(shop, user)).toEqual(ONE_MONTHLY_PURCHASE);
});

test('the last word of one that has lost its lease does not undo what another has made', async () => {
  const user = await shop.signUp();
  const first = await user.submit();
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.userId, user.userId));
  if (checkout === undefined) throw new Error('There is no checkout.');
  await setLease(shop.ctx.db, checkout, new Date());
  expect(await user.submit()).toEqual(first);
  await leaseRunsOut(user);
  expect(await user.submit()).toEqual(first);
  expect((await gatherEvidence(shop, user)).stripe.subscriptions).toEqual(['incomplete']);
});

test('one that finds others gone on to another attempt ends what it has made', async () => {
  const user = await shop.signUp();
  const order = await user.order();
  const [reached, goOn] = [signal(), signal()];
  void shop.proxy.ambush(CREATE, 'after', async () => {
    reached.give();
    await goOn.given;
    return 'go on';
  });
  const slow = user.submit(order);
  await reached.given;
  await shop.ctx.db.update(checkouts).set({ leaseUntil: null, attempt: 2 }).where(eq(checkouts.userId, user.userId));
  goOn.give();
  await slow.catch(() => undefined);
  await user.buy(order);
  await shop.sandbox.webhooksDelivered();
  const { subscriptions, charges } = (await gatherEvidence(shop, user)).stripe;
  expect(subscriptions.filter((status) => status === 'active')).toHaveLength(1);
  expect(subscriptions).not.toContain('incomplete');
  expect(charges).toEqual([1500]);
});

test('a lease that was taken before the clock was set back by an hour holds up nobody', async () => {
  const user = await shop.signUp();
  const first = await user.submit();
  await shop.ctx.db
    .update(checkouts)
    .set({ leaseUntil: new Date(Date.now() + 3_600_000), stripeSubscriptionId: null, subscriptionAttempt: null })
    .where(eq(checkouts.userId, user.userId));
  const began = performance.now();
  expect(await user.submit()).toEqual(first);
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('nor does it keep the checkout from being reconciled', async () => {
  const user = await shop.signUp();
  const reply = await user.submit();
  await user.confirm(reply);
  await shop.ctx.db
    .update(checkouts)
    .set({ leaseUntil: new Date(Date.now() + 3_600_000) })
    .where(eq(checkouts.userId, user.userId));
  await reconcileCheckouts(shop.ctx);
  expect((await gatherEvidence(shop, user)).subscriptions).toEqual(['monthly active']);
});
