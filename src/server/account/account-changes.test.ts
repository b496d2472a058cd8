import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { openBeside } from '../../../test/server/beside.ts';
import { giveAnnouncedGift } from '../../../test/builders/gifts.ts';
import { eventNames } from '../../../test/clients/server-sent-events.ts';
import { startShop } from '../../../test/server/shop.ts';
import { HARBOR_ADDRESS } from '../../../test/builders/addresses.ts';
import { type Shopper } from '../../../test/clients/shopper.ts';
import { API } from '../../contract/api.ts';
import { ACCOUNT_CHANGES_PATH } from '../../contract/site-paths.ts';
import { addDays, newYorkDate } from '../../domain/calendar-date.ts';

const shop = await startShop();
const other = await openBeside(shop);
afterAll(() => other.close());

interface Stream {
  /** The names of the events so far. */
  readonly events: readonly string[];
  close(): void;
}

const opened: Stream[] = [];
afterEach(() => opened.splice(0).forEach((stream) => stream.close()));

/** Opens a stream and waits until it listens. */
async function listen(user: Shopper, url = shop.siteUrl): Promise<Stream> {
  const leaving = new AbortController();
  const answer = await fetch(url + ACCOUNT_CHANGES_PATH, {
    headers: { authorization: `Bearer ${user.accessToken}` },
    signal: leaving.signal,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const events: string[] = [];
  const snapshot = (async () => {
    for await (const name of eventNames(answer.body)) events.push(name);
  })();
  snapshot.catch(() => undefined);
  const stream = { events, close: () => leaving.abort() };
  opened.push(stream);
  await expect.poll(() => events[0]).toBe('listening');
  return stream;
}

/** How long until the stream says that something has changed. */
async function untilChanged(stream: Stream, change: () => Promise<unknown>): Promise<void> {
  const before = stream.events.length;
  await change();
  await expect.poll(() => stream.events.length, { interval: 10 }).toBeGreaterThan(before);
}

async function subscriber(): Promise<{ user: Shopper; id: string }> {
  const user = await shop.signUp();
  await user.buy();
  await shop.sandbox.webhooksDelivered();
  const [subscription] = (await user.call(API.getAccount)).subscriptions;
  return { user, id: subscription?.id ?? '' };
}

describe('an open dashboard', () => {
  test('hears of a change made in its own process and in another', async () => {
    const { user, id } = await subscriber();
    const [here, there] = [await listen(user), await listen(user, other.siteUrl)];
    await untilChanged(here, () => user.call(API.cancelSubscription, { params: { id } }));
    await expect.poll(() => there.events).toContain('changed');
  });

  test('hears of a new address, and of one that goes', async () => {
    const user = await shop.signUp();
    const stream = await listen(user);
    await untilChanged(stream, () => user.addAddress({ addressLine1: '2 Gannet Row' }));
    const gone = sql`delete from shipping_addresses where user_id = ${user.userId} and address_line_1 like '2 %'`;
    await untilChanged(stream, () => shop.ctx.db.execute(gone));
    expect(stream.events).toEqual(['listening', 'changed', 'changed']);
  });

  test('hears of a hold and of a temporary address that another window has asked for', async () => {
    const { user, id } = await subscriber();
    const stream = await listen(user);
    const resumeOn = addDays(newYorkDate(shop.clock.now()), 90);
    await untilChanged(stream, () => user.call(API.holdLetters, { params: { id }, body: { fromLetter: 3, resumeOn } }));
    const away = { fromLetter: 24, toLetter: 24, address: HARBOR_ADDRESS };
    await untilChanged(stream, () => user.call(API.sendElsewhere, { params: { id }, body: away }));
    expect(stream.events).toEqual(['listening', 'changed', 'changed']);
  });

  test('hears of another card that renewals are charged to', async () => {
    const user = await shop.signUp();
    const { subscriptionId, customerId } = await user.buy();
    const { id: card } = await shop.stripe.paymentMethods.attach('pm_card_mastercard', { customer: customerId });
    await shop.sandbox.webhooksDelivered();
    const stream = await listen(user);
    await shop.stripe.subscriptions.update(subscriptionId, { default_payment_method: card });
    await expect.poll(() => stream.events).toContain('changed');
  });

  test('hears of another price of the next charge, though nothing else changes', async () => {
    const { user, id } = await subscriber();
    const stream = await listen(user);
    await shop.ctx.db.execute(
      sql`update stripe_subscriptions set next_charge_cents = 750 where subscription_id = ${id}`,
    );
    await expect.poll(() => stream.events).toContain('changed');
  });

  test('hears of a card that its bank has renewed', async () => {
    const user = await shop.signUp();
    const { customerId } = await user.buy();
    const [card] = (await shop.stripe.customers.listPaymentMethods(customerId)).data;
    await shop.sandbox.webhooksDelivered();
    const stream = await listen(user);
    const renewal = { method: 'POST', body: JSON.stringify({ exp_month: 7, exp_year: 2039 }) };
    await fetch(`${shop.sandbox.url}/_sandbox/payment_methods/${card?.id}/renew`, renewal);
    await expect.poll(() => stream.events).toContain('changed');
  });

  test('hears of gifts: the giver when one is claimed, the recipient of what becomes of it', async () => {
    const [giver, recipient] = [await shop.signUp(), await shop.signUp()];
    const { gift, token } = await giveAnnouncedGift(shop, giver);
    await shop.sandbox.webhooksDelivered();
    const [giving, receiving] = [await listen(giver), await listen(recipient)];
    const claim = () => recipient.call(API.claimGift, { body: { token } });
    await untilChanged(giving, claim);
    await expect.poll(() => receiving.events).toEqual(['listening', 'changed']);
    const end = () => giver.call(API.cancelSubscription, { params: { id: gift.subscriptionId } });
    await untilChanged(receiving, end);
  });

  test('hears once of all that one moment changes', async () => {
    const user = await shop.signUp();
    const stream = await listen(user);
    await shop.ctx.db.transaction(async (tx) => {
      for (let change = 0; change < 50; change++) {
        await tx.execute(
          sql`update shipping_addresses set label = ${`Label ${change}`} where user_id = ${user.userId}`,
        );
      }
    });
    await expect.poll(() => stream.events).toEqual(['listening', 'changed']);
  });

  test('hears nothing of what is rolled back, and nothing of other users', async () => {
    const [user, stranger] = [await shop.signUp(), await shop.signUp()];
    const stream = await listen(user);
    const touch = sql`update shipping_addresses set label = 'Elsewhere' where user_id = ${user.userId}`;
    await shop.ctx.db.transaction(async (tx) => void (await tx.execute(touch), tx.rollback())).catch(() => undefined);
    await stranger.buy();
    await shop.ctx.db.execute(touch);
    await expect.poll(() => stream.events).toEqual(['listening', 'changed']);
  });

  test('hears again after the database has thrown its connection out', async () => {
    const user = await shop.signUp();
    const stream = await listen(user, other.siteUrl);
    const thrownOut = async () =>
      await shop.ctx.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dead-letter-club changes' and datname = current_database()`,
      );
    // Changes in between are unknown, so every stream says `changed`.
    await untilChanged(stream, thrownOut);
    const renamed = () =>
      shop.ctx.db.execute(sql`update shipping_addresses set label = 'Back' where user_id = ${user.userId}`);
    await untilChanged(stream, renamed);
    expect(stream.events.at(-1)).toBe('changed');
  });

  test('takes one connection of each process, however many streams there are', async () => {
    const user = await shop.signUp();
    for (const url of [shop.siteUrl, shop.siteUrl, other.siteUrl, other.siteUrl]) await listen(user, url);
    const connections = async () => {
      const { rows } = await shop.ctx.db.execute(
        sql`select 1 from pg_stat_activity where application_name = 'dead-letter-club changes' and datname = current_database()`,
      );
      return rows.length;
    };
    expect(await connections()).toBe(2);
  });
});

describe('a stream is opened for', () => {
  test('no one without a token, nor with one in the address', async () => {
    const user = await shop.signUp();
    const bare = await fetch(shop.siteUrl + ACCOUNT_CHANGES_PATH);
    const inAddress = await fetch(`${shop.siteUrl}${ACCOUNT_CHANGES_PATH}?access_token=${user.accessToken}`);
    expect([bare.status, inAddress.status]).toEqual([401, 401]);
  });

  test('no one whose session has ended', async () => {
    const user = await shop.signUp();
    const headers = { authorization: `Bearer ${user.accessToken}` };
    await fetch(`${shop.siteUrl}/auth/v1/logout`, { method: 'POST', headers });
    expect((await fetch(shop.siteUrl + ACCOUNT_CHANGES_PATH, { headers })).status).toBe(401);
  });

  test('at most twenty windows of one user, also when all are opened at once', async () => {
    const user = await shop.signUp();
    const headers = { authorization: `Bearer ${user.accessToken}` };
    const leaving = new AbortController();
    const open = () => fetch(other.siteUrl + ACCOUNT_CHANGES_PATH, { headers, signal: leaving.signal });
    const statuses = (await Promise.all(Array.from({ length: 23 }, open))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    leaving.abort();
  });

  test('at most two hundred windows of one network, whoever listens', async () => {
    const { config } = shop.ctx;
    const tenth = await openBeside(shop, { auth: { ...config.auth, rateLimitFactor: 0.1 } });
    onTestFinished(() => tenth.close());
    const users = [await shop.signUp(), await shop.signUp()];
    const leaving = new AbortController();
    const asked = users.flatMap(({ accessToken }) =>
      Array.from({ length: 15 }, () =>
        fetch(tenth.siteUrl + ACCOUNT_CHANGES_PATH, {
          headers: { authorization: `Bearer ${accessToken}` },
          signal: leaving.signal,
        }),
      ),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    leaving.abort();
  });
});
