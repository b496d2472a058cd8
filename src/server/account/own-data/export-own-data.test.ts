import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { adminClient } from '../../../../test/clients/admin-client.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { giveGift, inDays } from '../../../../test/builders/gifts.ts';
import { HARBOR_ADDRESS, RECIPIENT_ADDRESS } from '../../../../test/builders/addresses.ts';
import { callAuth, type SessionReply, type Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { insertIdentity } from '../../identity/users/identities.ts';
import { hashPassword } from '../../identity/passwords/passwords.ts';
import { interleave } from '../../../../test/load/interleave.ts';
import { emailCounts, receivedEmails } from '../../../../test/clients/mailbox.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import { deleteOldAddressVersions } from '../../customers/addresses/delete-old-versions.ts';
import { auditLog, securityChanges, sessions, users } from '../../identity/schema.ts';
import { disputes } from '../../commerce/billing-schema.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { checkouts, gifts, invoices, subscriptions } from '../../commerce/schema.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';
import { reconcile } from '../../commerce/reconcile/reconcile-checkouts.ts';
import { eraseAccount } from '../erasure/erase-account.ts';

const shop = await startShop({ workers: true });
const PASSWORD = 'the-tide-knows-1957';

const remove = (user: Shopper, body: object = { password: PASSWORD }) => user.call(API.deleteAccount, { body });
const removeAsSupport = async ({ userId }: Shopper) => {
  const admin = await adminClient(shop.ctx, `${shop.siteUrl}/auth/v1`);
  const { error } = await admin.deleteUser(userId);
  if (error) throw error;
};
const putUser = async ({ accessToken }: Shopper, body: object) => {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const answer = await fetch(`${shop.siteUrl}/auth/v1/user`, { method: 'PUT', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
};
const emailedCode = async ({ accessToken, email }: Shopper) => {
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${shop.siteUrl}/auth/v1/reauthenticate`, { headers })).status).toBe(200);
  // The outbox forgets a secret as soon as it is sent.
  const codeReceived = async () =>
    (await receivedEmails(shop.mailbox.url, email)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
  await expect.poll(codeReceived).toBeDefined();
  return await codeReceived();
};
/** As if the person had signed in eleven minutes ago. */
const signedInLongAgo = async ({ userId }: Shopper) => {
  const reauthenticatedAt = new Date(shop.clock.now().getTime() - 660_000);
  await shop.ctx.db.update(sessions).set({ reauthenticatedAt }).where(eq(sessions.userId, userId));
};
const customersOf = async ({ email }: Shopper) => (await shop.stripe.customers.list({ email })).data;
/** The cancelled subscription of a buyer who disputes the payment. */
const cancelledAndDisputed = async () => {
  const user = await shop.signUp();
  const { customerId, subscriptionId } = await user.buy();
  const { id } = await rowOf(shop, subscriptionId);
  await user.call(API.cancelSubscription, { params: { id } });
  const [charge] = (await shop.stripe.charges.list({ customer: customerId })).data;
  await fetch(`${shop.sandbox.url}/_sandbox/charges/${charge?.id}/dispute`, { method: 'POST' });
  await shop.sandbox.webhooksDelivered();
  const [dispute] = (await shop.stripe.disputes.list({ limit: 1 })).data;
  return { user, id, dispute: dispute?.id ?? '' };
};
const decideForUs = async (dispute: string) => {
  const body = JSON.stringify({ status: 'won' });
  await fetch(`${shop.sandbox.url}/_sandbox/disputes/${dispute}`, { method: 'POST', body });
  await shop.sandbox.webhooksDelivered();
};
const isDisputed = async (id: string) => {
  const [row] = await shop.ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row?.disputeHeldAt instanceof Date;
};
const everything = async (user: Shopper) => JSON.stringify(await user.call(API.getOwnData));

describe('everything stored about a user', () => {
  test('comes in one file: profile, addresses, subscriptions, invoices, devices', async () => {
    const user = await shop.signUp();
    await user.buy();
    const data = await user.call(API.getOwnData);
    expect(data.profile.email).toBe(user.email);
    expect(data.addresses).toMatchObject([{ addressLine1: '1 Gannet Row' }]);
    expect(data.subscriptions).toHaveLength(1);
    expect(data.invoices).toMatchObject([{ status: 'paid', totalCents: 1500 }]);
    expect(data.signInMethods).toEqual(['email']);
    expect(data.googleAccounts).toEqual([]);
    expect(data.securityLog).toMatchObject([{ event: 'user_signedup', succeeded: true, ip: '127.0.0.1' }]);
    const params = { id: data.subscriptions[0]?.id ?? '' };
    const resumeOn = inDays(shop, 120);
    await user.call(API.holdLetters, { params, body: { fromLetter: 4, resumeOn } });
    const address = { ...HARBOR_ADDRESS, addressLine1: 'The Lighthouse' };
    await user.call(API.sendElsewhere, { params, body: { fromLetter: 2, toLetter: 3, address } });
    const { holds, temporaryAddresses } = await user.call(API.getOwnData);
    expect(holds).toMatchObject([{ fromLetter: 4, resumeOn }]);
    expect(temporaryAddresses[0]?.address).toContain('The Lighthouse');
  });

  test('with what an address was before, which is forgotten after ninety days', async () => {
    const user = await shop.signUp();
    const { id } = await user.homeAddress();
    const address = { ...HARBOR_ADDRESS, addressLine1: 'The Lighthouse' };
    await user.call(API.moveAddress, { body: { addressId: id, address, subscriptions: [] } });
    const { formerAddresses } = await user.call(API.getOwnData);
    expect(formerAddresses).toHaveLength(1);
    expect(formerAddresses[0]?.address).toContain('1 Gannet Row');
    await deleteOldAddressVersions(shop.ctx);
    expect((await user.call(API.getOwnData)).formerAddresses).toHaveLength(1);
    await deleteOldAddressVersions({ db: shop.ctx.db, clock: { now: () => new Date(Date.now() + 91 * 86_400_000) } });
    expect((await user.call(API.getOwnData)).formerAddresses).toEqual([]);
  });

  test('without the days on which another shop mailed letters, since they are unknown', async () => {
    const user = await shop.signUp();
    const { subscriptionId: stripeId } = await user.buy();
    const { id: subscriptionId, checkoutId } = await rowOf(shop, stripeId);
    await shop.ctx.db.update(checkouts).set({ importedLetters: 1 }).where(eq(checkouts.id, checkoutId));
    const times = { createdAt: shop.clock.now(), updatedAt: shop.clock.now() };
    const sent = { handedOverOn: '2026-11-13', arrivesFrom: '2026-11-16', arrivesBy: '2026-11-20' } as const;
    const mailed = (letter: number) =>
      ({
        id: randomUUID(),
        subscriptionId,
        letter,
        attempt: 1,
        state: 'handed_over',
        country: 'US',
        address: HARBOR_ADDRESS,
        nominalOn: '2026-11-13',
        ...sent,
        ...times,
      }) as const;
    await shop.ctx.db.insert(mailingPieces).values([mailed(1), mailed(2)]);
    const { letters } = await user.call(API.getOwnData);
    expect(letters.map(({ letter, handedOverOn }) => [letter, handedOverOn])).toEqual([
      [1, null],
      [2, '2026-11-13'],
    ]);
  });

  test('with what was paid with, paid back and disputed, gifts given and received, and what we have written', async () => {
    const [giver, recipient] = [await shop.signUp(), await shop.signUp()];
    const { id } = await giveGift(giver, inDays(shop, 10));
    const [bought] = (await giver.call(API.getAccount)).subscriptions;
    await shop.ctx.db
      .update(gifts)
      .set({ claimedBy: recipient.userId, claimedAt: shop.clock.now() })
      .where(eq(gifts.id, id));
    await giver.call(API.saveBillingAddress, { body: { ...HARBOR_ADDRESS, fullName: 'Bureau of Lost Post' } });
    const [charge] = (await shop.stripe.charges.list({ customer: bought?.stripeCustomerId ?? '' })).data;
    await shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 500 });
    await fetch(`${shop.sandbox.url}/_sandbox/charges/${charge?.id}/dispute`, { method: 'POST' });
    await shop.sandbox.webhooksDelivered();
    const data = await giver.call(API.getOwnData);
    expect(data).toMatchObject({
      billingAddress: { fullName: 'Bureau of Lost Post' },
      cards: [{ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }],
      refunds: [{ amountCents: 500, status: 'succeeded' }],
      disputes: [{ amountCents: 1500, status: 'needs_response' }],
      giftsReceived: [],
    });
    expect(data.gifts[0]?.address).toContain(RECIPIENT_ADDRESS.addressLine1);
    expect(data.emails.map(({ kind, to }) => [kind, to])).toContainEqual(['gift-bought', giver.email]);
    expect((await recipient.call(API.getOwnData)).giftsReceived).toMatchObject([
      { message: 'Keep the envelopes.', address: expect.arrayContaining([RECIPIENT_ADDRESS.addressLine1]) as string[] },
    ]);
  });

  test('with the newest five thousand entries of the security log, oldest first, and no renewals of a session', async () => {
    const user = await shop.signUp();
    const { userId } = user;
    const at = (second: number) => new Date(shop.clock.now().getTime() + second * 1000);
    const entry = { userId, detail: {}, ip: null, succeeded: true };
    const logged = Array.from({ length: 5001 }, (_, second) => {
      return { ...entry, id: randomUUID(), action: 'login', createdAt: at(second) };
    });
    const renewal = { ...entry, id: randomUUID(), action: 'token_refreshed', createdAt: at(5001) };
    await shop.ctx.db.insert(auditLog).values([...logged, renewal]);
    const { securityLog } = await user.call(API.getOwnData);
    expect(securityLog.map(({ happenedAt }) => happenedAt)).toEqual(
      logged.slice(1).map(({ createdAt }) => createdAt.toISOString()),
    );
  });

  test('is handed to a session that has proved its user, and to no older one', async () => {
    const user = await shop.signUp();
    await signedInLongAgo(user);
    await expect(user.call(API.getOwnData)).rejects.toMatchObject({ status: 403, code: 'reauthentication_needed' });
    const proof = { current_password: PASSWORD };
    const proved = await callAuth<SessionReply>(shop.siteUrl, '/reauthenticate', proof, user.accessToken);
    await expect(user.call(API.getOwnData)).rejects.toMatchObject({ status: 401 });
    user.accessToken = proved.access_token;
    expect((await user.call(API.getOwnData)).profile.email).toBe(user.email);
  });

  test('is one’s own alone', async () => {
    const [user, other] = [await shop.signUp(), await shop.signUp()];
    await other.buy();
    const data = await everything(user);
    expect(data).not.toContain(other.email);
    expect(data).not.toContain(other.userId);
  });
});

describe('what Google tells about a user', () => {
  test('is in the file for each account of theirs there: number, name, address and portrait', async () => {
    const user = await shop.signUp();
    const { userId } = user;
    const portrait = 'https://lh3.example/portrait';
    const accounts = ['first', 'second'].map((name) => {
      return { number: `${name}-${userId}`, email: `${name}-${user.email}`, name: `Ada ${name}`, portrait };
    });
    const now = shop.clock.now().getTime();
    for (const [index, { number: providerId, email, name }] of accounts.entries()) {
      const identityData = { sub: providerId, email, name, picture: portrait };
      const identity = { provider: 'google', userId, providerId, identityData, email } as const;
      // The newer one first: the database's own order must not matter.
      await shop.ctx.db.transaction((tx) => insertIdentity(tx, identity, new Date(now - index * 1000)));
    }
    const { googleAccounts, signInMethods } = await user.call(API.getOwnData);
    expect(googleAccounts).toEqual(accounts.toReversed());
    expect(signInMethods).toEqual(expect.arrayContaining(['email', 'google']));
  });
});

describe('deleting an account', () => {
  test('compares what is sent, however recent the sign-in', async () => {
    const user = await shop.signUp();
    for (const body of [{ password: 'a-guess-1957' }, { nonce: '123456' }]) {
      await expect(remove(user, body)).rejects.toMatchObject({ status: 403, code: 'wrong_password' });
    }
  });

  test('takes no recent sign-in for a proof, since no link undoes it', async () => {
    const user = await shop.signUp();
    for (const body of [{}, { password: '', nonce: '' }]) {
      await expect(remove(user, body)).rejects.toMatchObject({ status: 403, code: 'reauthentication_needed' });
    }
    await shop.ctx.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.userId));
    await expect(remove(user)).rejects.toMatchObject({ code: 'reauthentication_needed' });
    expect(await remove(user, { nonce: await emailedCode(user) })).toEqual({ deleted: true });
  });

  test('takes a password that is new, and could still be undone, for no proof, but an emailed code', async () => {
    const user = await shop.signUp();
    const password = 'a parliament of loud owls';
    await putUser(user, { password });
    await expect(remove(user, { password })).rejects.toMatchObject({ status: 403, code: 'reauthentication_needed' });
    expect(await remove(user, { nonce: await emailedCode(user) })).toEqual({ deleted: true });
  });

  test('takes a new password again when its seven days are over', async () => {
    const user = await shop.signUp();
    const password = 'a parliament of loud owls';
    await putUser(user, { password });
    await shop.ctx.db
      .update(securityChanges)
      .set({ expiresAt: shop.clock.now() })
      .where(eq(securityChanges.userId, user.userId));
    expect(await remove(user, { password })).toEqual({ deleted: true });
  });

  test('takes the password as it was typed, as sign-in does', async () => {
    const user = await shop.signUp();
    const spaced = ` ${PASSWORD} `;
    const passwordHash = await hashPassword(spaced);
    await shop.ctx.db.update(users).set({ passwordHash }).where(eq(users.id, user.userId));
    await expect(remove(user)).rejects.toMatchObject({ code: 'wrong_password' });
    expect(await remove(user, { password: spaced })).toEqual({ deleted: true });
  });

  test('is refused while a paid subscription runs', async () => {
    const user = await shop.signUp();
    await user.buy();
    await expect(remove(user)).rejects.toMatchObject({ status: 409, code: 'account_in_use' });
    await expect(removeAsSupport(user)).rejects.toMatchObject({ status: 422, code: 'validation_failed' });
    expect((await user.call(API.getOwnData)).profile.email).toBe(user.email);
  });

  test('of someone who never bought anything leaves nothing behind', async () => {
    const user = await shop.signUp();
    await remove(user);
    expect(await shop.ctx.db.select().from(users).where(eq(users.id, user.userId))).toEqual([]);
    expect(await shop.ctx.db.select().from(userProfiles).where(eq(userProfiles.id, user.userId))).toEqual([]);
    await expect(user.call(API.getSecurity)).rejects.toMatchObject({ status: 401 });
    await expect(user.signInAgain()).rejects.toThrow('Invalid login credentials');
  });

  test('takes the emails with it that went to an earlier address, or asked to confirm a new one', async () => {
    const user = await shop.signUp();
    const { ctx } = shop;
    const now = ctx.clock.now();
    const [first, second, third] = [user.email, `second-${user.email}`, `third-${user.email}`];
    const write = (to: string, kind: 'email-changed' | 'email-change-new', dedupeKey: string) =>
      ctx.db
        .insert(emailOutbox)
        .values({ id: randomUUID(), dedupeKey, kind, recipient: to, data: {}, status: 'sent', createdAt: now });
    await write(first, 'email-changed', `email-changed:${user.userId}:${now.toISOString()}`);
    await write(third, 'email-change-new', `email-change:${randomUUID()}`);
    await ctx.db.update(users).set({ email: second, newEmail: third }).where(eq(users.id, user.userId));
    await remove(user);
    const left = await Promise.all([first, second, third].map((email) => emailCounts(shop, { email })));
    expect(left).toEqual([{}, { 'account-deleted': 1 }, {}]);
  });

  test('while the bank looks into a charge: no letter is mailed, however it decides', async () => {
    const { user, id, dispute } = await cancelledAndDisputed();
    await remove(user);
    await decideForUs(dispute);
    const [accounts] = await shop.ctx.db.select().from(disputes).where(eq(disputes.subscriptionId, id));
    expect(accounts?.status).toBe('won');
    expect(await isDisputed(id)).toBe(true);
    await reconcile(shop.ctx);
    expect(await isDisputed(id)).toBe(true);
  });

  test('in the moment in which the bank decides: no letter is mailed either', async () => {
    const { user, id, dispute } = await cancelledAndDisputed();
    await interleave(shop.ctx.db, {
      hold: (tx) => eraseAccount(shop.ctx, tx, user.userId),
      call: () => decideForUs(dispute),
    });
    expect(await isDisputed(id)).toBe(true);
  });

  test.each([
    ['its owner', remove],
    ['support', removeAsSupport],
  ])(
    'after a purchase, by %s, keeps the invoices without a name and the log without addresses, and emails nothing more',
    async (_, erase) => {
      const user = await shop.signUp();
      const { db } = shop.ctx;
      const inTheLog = () => db.select().from(auditLog).where(eq(auditLog.userId, user.userId));
      expect((await inTheLog()).map(({ ip }) => ip)).toContain('127.0.0.1');
      await user.buy();
      const [own] = (await user.call(API.getAccount)).subscriptions;
      await user.call(API.cancelSubscription, { params: { id: own?.id ?? '' } });
      await erase(user);
      const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, user.userId));
      expect(row?.disputeHeldAt).not.toBeNull();
      expect(
        await db
          .select()
          .from(invoices)
          .where(eq(invoices.subscriptionId, row?.id ?? '')),
      ).toHaveLength(1);
      const log = await inTheLog();
      expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['user_signedup', 'user_deleted']));
      expect(new Set(log.map(({ ip }) => ip))).toEqual(new Set([null]));
      const [profile] = await db.select().from(userProfiles).where(eq(userProfiles.id, user.userId));
      expect(profile).toMatchObject({ fullName: null, email: `${user.userId}@deleted.invalid` });
      const addresses = await db.select().from(shippingAddresses).where(eq(shippingAddresses.userId, user.userId));
      expect(addresses).toMatchObject([{ fullName: 'Erased', addressLine1: 'Erased', country: 'US' }]);
      await expect.poll(() => customersOf(user)).toEqual([]);
      await expect(user.signInAgain()).rejects.toThrow('Invalid login credentials');
    },
  );
});
