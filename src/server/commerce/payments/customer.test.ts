import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newestLinkTo } from '../../../../test/clients/posted.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { userProfiles } from '../../customers/schema.ts';
import { followProfile } from './customer.ts';

const shop = await startShop();
// This queue alone is worked on: mails stay unsent, so that their links can be read.
await shop.ctx.jobs.work('follow-profile', async (job) => void (await followProfile(shop.ctx, job.userId)));

async function signedUp(): Promise<{ person: Shopper; customerId: string }> {
  const person = await shop.signUp();
  const { customerId } = await person.buy({ planType: 'annual' });
  return { person, customerId };
}

async function atProvider(customerId: string) {
  const customer = await shop.provider.customers.retrieve(customerId);
  return customer.deleted ? null : { email: customer.email, name: customer.name };
}

/** Asks for another address and follows the links that are mailed to both. */
async function moveTo(person: Shopper, email: string): Promise<void> {
  const answer = await fetch(`${shop.siteUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(answer.status).toBe(200);
  for (const address of [person.email, email]) {
    await fetch(await newestLinkTo(shop.ctx, address), { redirect: 'manual' });
  }
}

describe('the customer at the provider', () => {
  test('is made anew when somebody has deleted it there', async () => {
    const { person, customerId } = await signedUp();
    await shop.provider.customers.del(customerId);
    const again = await person.buy({ buyAnother: true });
    expect(again.customerId).not.toBe(customerId);
    const [profile] = await shop.ctx.db.select().from(userProfiles).where(eq(userProfiles.id, person.userId));
    expect(profile?.stripeCustomerId).toBe(again.customerId);
  });

  test('follows a change of the name', async () => {
    const { person, customerId } = await signedUp();
    await person.call(API.saveProfile, { body: { fullName: 'Leonora Vane' } });
    await expect.poll(() => atProvider(customerId)).toMatchObject({ name: 'Leonora Vane' });
  });

  test('follows a confirmed change of the e-mail address', async () => {
    const { person, customerId } = await signedUp();
    const email = `moved-${person.email}`;
    await moveTo(person, email);
    const moved = await shop.ctx.db.select().from(userProfiles).where(eq(userProfiles.id, person.userId));
    expect(moved).toMatchObject([{ email }]);
    await expect.poll(() => atProvider(customerId)).toMatchObject({ email });
  });

  test('keeps the name of the billing address, which is what invoices are made out to', async () => {
    const { person, customerId } = await signedUp();
    const address = { ...(await person.homeAddress()), fullName: 'Vane & Daughters' };
    const { fullName, addressLine1, addressLine2, city, stateProvince, postalCode, country, countryName } = address;
    await person.call(API.saveBillingAddress, {
      body: { fullName, addressLine1, addressLine2, city, stateProvince, postalCode, country, countryName },
    });
    await shop.provider.customers.update(customerId, { email: 'old@example.com' });
    await person.call(API.saveProfile, { body: { fullName: 'Leonora Vane' } });
    await expect.poll(() => atProvider(customerId)).toEqual({ email: person.email, name: 'Vane & Daughters' });
  });

  test('is brought up to date before the next purchase, whatever was lost before', async () => {
    const { person, customerId } = await signedUp();
    await shop.provider.customers.update(customerId, { name: 'Nobody', email: 'nobody@example.com' });
    const order = await person.order({ buyAnother: true, planType: 'annual' });
    await person.submit(order);
    expect(await atProvider(customerId)).toEqual({ email: person.email, name: 'Ada Quill' });
  });
});
