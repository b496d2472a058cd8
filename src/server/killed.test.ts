import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/server/database.ts';
import { type Evidence, gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../test/load/evidence.ts';
import type { Moment } from '../../test/server/stripe-proxy.ts';
import { startServer } from '../../test/server/server-process.ts';
import { Shopper } from '../../test/clients/shopper.ts';
import { openSurroundings } from '../../test/server/surroundings.ts';
import { stripeCancelAt } from '../domain/subscription.ts';
import { openDatabase } from './platform/db/database.ts';

const database = await testDatabase();
const around = await openSurroundings(database.url);
const db = openDatabase(database.url, { maxConnections: 2 });
const settings = { ...around.settings, STRIPE_API_BASE: around.proxy.url };
let server = await startServer(settings);

afterAll(async () => {
  await server.kill();
  await around.close();
  await db.$client.end();
  await database.drop();
});
beforeEach(() => {
  around.webhooks.lose();
  around.webhooks.hold();
});

/** Without an operator's help. `npm run soak -- killed` tests the time: ten seconds after the shop is open again. */
const BY_ITSELF = { timeout: 30_000, interval: 100 };
const WITH_RESTARTS = 120_000;

async function startAgain(): Promise<void> {
  await server.kill();
  server = await startServer(settings);
}

function evidenceOf(user: Shopper): Promise<Evidence> {
  return gatherEvidence({ ctx: { db }, stripe: around.stripe }, user);
}

function killAt(call: RegExp, moment: Moment): Promise<void> {
  return around.proxy.ambush(call, moment, async () => {
    server.killAtOnce();
    return 'cut off';
  });
}

/** The server is killed with SIGKILL at that moment of `work`, whose call then fails. */
async function killedDuring(work: () => Promise<unknown>, call: RegExp, moment: Moment): Promise<void> {
  const killed = killAt(call, moment);
  await expect(work()).rejects.toThrow('fetch failed');
  await killed;
}

describe('killed between the charge and our commit, started again: active by itself, once', () => {
  test(
    'killed before anyone could tell it of the payment',
    async () => {
      const user = await Shopper.signUp(around);
      const reply = await user.submit();
      await server.kill();
      expect(await user.confirm(reply)).toMatchObject({ status: 'succeeded' });
      await startAgain();
      await expect.poll(() => evidenceOf(user), BY_ITSELF).toEqual(ONE_MONTHLY_PURCHASE);
      await around.webhooks.deliver();
      expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
    },
    WITH_RESTARTS,
  );

  test(
    'killed while it was writing the payment down for the browser',
    async () => {
      const user = await Shopper.signUp(around);
      const reply = await user.submit();
      await user.confirm(reply);
      await killedDuring(() => user.settle(reply), /^GET \/v1\/invoices\?/, 'after');
      expect((await evidenceOf(user)).subscriptions).toEqual([]);
      await startAgain();
      await expect.poll(() => evidenceOf(user), BY_ITSELF).toEqual(ONE_MONTHLY_PURCHASE);
      await user.settle(reply);
      expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
    },
    WITH_RESTARTS,
  );

  test(
    'a season that costs nothing today, killed before we wrote down which subscription it is',
    async () => {
      const user = await Shopper.signUp(around);
      const coupon = await around.stripe.coupons.create({ percent_off: 100, duration: 'once' });
      const promotion = { type: 'coupon', coupon: coupon.id } as const;
      const { id: promotionCodeId } = await around.stripe.promotionCodes.create({ promotion, code: 'ONTHEHOUSE' });
      const order = await user.order({ promotionCodeId });
      await killedDuring(() => user.submit(order), /^POST \/v1\/subscriptions$/, 'after');
      await startAgain();
      await around.webhooks.deliver();
      expect(await evidenceOf(user)).toMatchObject({
        subscriptions: ['monthly active'],
        confirmationEmails: 1,
        stripe: { subscriptions: ['active'], charges: [] },
      });
    },
    WITH_RESTARTS,
  );
});

// `npm run soak -- killed` kills at every other call to Stripe, too.
test(
  'killed after Stripe made the subscription of a checkout: Pay again makes one purchase of it, limited to twelve charges',
  async () => {
    const user = await Shopper.signUp(around);
    const order = await user.order();
    await killedDuring(() => user.submit(order), /^POST \/v1\/subscriptions$/, 'after');
    await startAgain();
    const { subscriptionId } = await user.buy();
    expect(await evidenceOf(user)).toEqual(ONE_MONTHLY_PURCHASE);
    const { cancel_at: end, billing_cycle_anchor: anchor } = await around.stripe.subscriptions.retrieve(subscriptionId);
    expect(end).toBe(stripeCancelAt(new Date(anchor * 1000)).getTime() / 1000);
  },
  WITH_RESTARTS,
);

test(
  'told to stop, it still answers what it has been asked, and then ends',
  async () => {
    const { port } = new URL(around.siteUrl);
    const question = connect(Number(port), '127.0.0.1');
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'the-tide-knows-1957' });
    const head = `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
    question.write(head + body.slice(0, 10));
    await expect.poll(async () => (await fetch(`${around.siteUrl}/robots.txt`)).status).toBe(200);
    const stopped = server.stop();
    await expect.poll(() => fetch(`${around.siteUrl}/robots.txt`).catch(() => null)).toBeNull();
    question.write(body.slice(10));
    expect(await text(question)).toMatch(/^HTTP\/1.1 400 [^]*Invalid login credentials/);
    expect(await stopped).toBe(0);
  },
  WITH_RESTARTS,
);
