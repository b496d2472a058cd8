import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newestLinkTo, pressLink } from '../../../../test/clients/mailbox.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { userProfiles } from '../../customers/schema.ts';
import { syncCustomer } from './customers.ts';

const shop = await startShop();
// Only this queue runs: emails stay unsent, so that their links can be read.
await shop.ctx.jobs.work('sync-customer', async (job) => void (await syncCustomer(shop.ctx, job.userId)));

async function signedUp(): Promise<{ user: Shopper; customerId: string }> {
  const user = await shop.signUp();
  const { customerId } = await user.buy({ planType: 'annual' });
  return { user, customerId };
}

async function atStripe(customerId: string) {
  const customer = await shop.stripe.customers.retrieve(customerId);
  return customer.deleted ? null : { email: customer.email, name: customer.name };
}

/** Asks for another address and follows the links emailed to both. */
async function moveTo(user: Shopper, email: string): Promise<void> {
  const answer = await fetch(`${shop.siteUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(answer.status).toBe(200);
  for (const address of [user.email, email]) {
    await pressLink(await newestLinkTo(shop.ctx, address));
  }
}

describe('the customer at Stripe', () => {
  test('is made anew when someone has deleted it there', async () => {
    const { user, customerId } = await signedUp();
    await shop.stripe.customers.del(customerId);
    const again = await user.buy({ buyAnother: true });
    expect(again.customerId).not.toBe(customerId);
    const [profile] = await shop.ctx.db.select().from(userProfiles).where(eq(userProfiles.id, user.userId));
    expect(profile?.stripeCustomerId).toBe(again.customerId);
  });

  test('follows a change of the name', async () => {
    const { user, customerId } = await signedUp();
    await user.call(API.saveProfile, { body: { fullName: 'Leonora Vane' } });
    await expect.poll(() => atStripe(customerId)).toMatchObject({ name: 'Leonora Vane' });
  });

  test('follows a confirmed change of the email address', async () => {
    const { user, customerId } = await signedUp();
    const email = `moved-${user.email}`;
    await moveTo(user, email);
    const moved = await shop.ctx.db.select().from(userProfiles).where(eq(userProfiles.id, user.userId));
    expect(moved).toMatchObject([{ email }]);
    await expect.poll(() => atStripe(customerId)).toMatchObject({ email });
  });

  test('keeps the name of the billing address, which is what invoices are made out to', async () => {
    const { user, customerId } = await signedUp();
    const address = { ...(await user.homeAddress()), fullName: 'Vane & Daughters' };
    const { fullName, addressLine1, addressLine2, city, stateProvince, postalCode, country, countryName } = address;
    await user.call(API.saveBillingAddress, {
      body: { fullName, addressLine1, addressLine2, city, stateProvince, postalCode, country, countryName },
    });
    await shop.stripe.customers.update(customerId, { email: 'old@example.com' });
    await user.call(API.saveProfile, { body: { fullName: 'Leonora Vane' } });
    await expect.poll(() => atStripe(customerId)).toEqual({ email: user.email, name: 'Vane & Daughters' });
  });

  test('is brought up to date before the next purchase, whatever was lost before', async () => {
    const { user, customerId } = await signedUp();
    await shop.stripe.customers.update(customerId, { name: 'Nobody', email: 'nobody@example.com' });
    const order = await user.order({ buyAnother: true, planType: 'annual' });
    await user.submit(order);
    expect(await atStripe(customerId)).toEqual({ email: user.email, name: 'Ada Quill' });
  });
});
