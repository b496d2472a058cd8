import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { getAccount, saveProfile } from '../src/contract/account.ts';
import { createAddress, listAddresses } from '../src/contract/addresses.ts';
import { saveBillingAddress } from '../src/contract/billing.ts';
import { changeGift } from '../src/contract/gifts.ts';
import { changeDelivery, moveAddress } from '../src/contract/subscriptions.ts';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import { giveGift } from '../test/builders/gifts.ts';
import { type Shopper } from '../test/clients/shopper.ts';
import { enrol } from './users.ts';
import { expectNotice, failAt, shopperOf, subscribe } from './subscriber.ts';

// An answer that is still on its way when a test ends is no failure of it.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** Opens a page of the account, and waits until it hears of what happens elsewhere. */
async function open(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForResponse('**/api/account/changes'), page.goto(path)]);
}

/** Changes something that no form shows, of which every page of the account hears. */
async function stir(shopper: Shopper): Promise<void> {
  await shopper.call(createAddress, { body: { ...HARBOR_ADDRESS, addressLine1: randomUUID() } });
}

/** Makes the change like another device, and waits until the page has refetched and shows it. */
async function elsewhere(page: Page, path: string, change: () => Promise<unknown>): Promise<void> {
  const heard = page.waitForResponse((answer) => answer.url().endsWith(path) && answer.request().method() === 'GET');
  await change();
  await (await heard).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** An open form whose street is changed elsewhere by `moveTo`, which the page learns from `path`. */
async function expectTypedStays(
  form: Locator,
  {
    path,
    moveTo,
    street = 'Street address',
  }: { path: string; moveTo: (street: string) => Promise<unknown>; street?: string },
): Promise<void> {
  const page = form.page();
  await elsewhere(page, path, () => moveTo('2 Gannet Row'));
  await expect(form.getByLabel(street)).toHaveValue('2 Gannet Row');
  await form.getByLabel('City').fill('Gaol Lane');
  await elsewhere(page, path, () => moveTo('3 Gannet Row'));
  await expect(form.getByLabel('City')).toHaveValue('Gaol Lane');
  await expect(form.getByLabel(street)).toHaveValue('2 Gannet Row');
}

async function homeOf(shopper: Shopper): Promise<string> {
  const { addresses } = await shopper.call(listAddresses);
  return addresses[0]?.id ?? '';
}

async function editDefaultAddress(page: Page): Promise<Locator> {
  await open(page, '/account/profile');
  await page.getByRole('button', { name: 'Edit address' }).click();
  return page.getByRole('region', { name: 'Shipping Details' });
}

test('the default address follows what is saved elsewhere until something is typed', async ({ page }) => {
  const shopper = shopperOf(await enrol(page));
  const addressId = await homeOf(shopper);
  await expectTypedStays(await editDefaultAddress(page), {
    path: '/api/addresses',
    moveTo: (addressLine1) =>
      shopper.call(moveAddress, {
        body: { addressId, address: { ...HARBOR_ADDRESS, addressLine1 }, subscriptions: [] },
      }),
  });
});

test('what is typed over an address is saved as that one, though a purchase makes another the default @pages', async ({
  page,
}) => {
  const shopper = shopperOf(await enrol(page));
  const home = await homeOf(shopper);
  const bought = await shopper.call(createAddress, { body: { ...HARBOR_ADDRESS, addressLine1: '9 Gaol Lane' } });
  const form = await editDefaultAddress(page);
  await form.getByLabel('Street address').fill('The Lighthouse');
  await elsewhere(page, '/api/addresses', () => shopper.buy({ shippingAddressId: bought.id }));
  await expect.poll(async () => await homeOf(shopper)).toBe(bought.id);
  await form.getByRole('button', { name: 'Save Address' }).click();
  await expectNotice(page, 'Shipping details updated successfully!');
  const { addresses } = await shopper.call(listAddresses);
  expect(addresses.map(({ id, addressLine1 }) => [id, addressLine1])).toEqual([
    [bought.id, '9 Gaol Lane'],
    [home, 'The Lighthouse'],
  ]);
});

test('the billing address follows what is saved elsewhere until something is typed @pages', async ({ page }) => {
  const user = await subscribe(page);
  const shopper = shopperOf(user);
  await open(page, '/account/billing?dialog=address');
  await expectTypedStays(page.getByRole('dialog', { name: 'Update billing address' }), {
    path: '/api/billing/address',
    moveTo: async (addressLine1) => {
      await shopper.call(saveBillingAddress, { body: { ...HARBOR_ADDRESS, addressLine1 } });
      // Only Stripe stores the billing address; this change notifies the page.
      await stir(shopper);
    },
  });
});

test('the address of a subscription follows what is saved elsewhere until something is typed @pages', async ({
  page,
}) => {
  const shopper = shopperOf(await subscribe(page));
  const [own] = (await shopper.call(getAccount)).subscriptions;
  const params = { id: own?.id ?? '' };
  await open(page, `/account/subscription?dialog=address&subscription=${params.id}`);
  await expectTypedStays(page.getByRole('dialog', { name: 'Update shipping address' }), {
    path: '/api/account',
    moveTo: (addressLine1) => shopper.call(changeDelivery, { params, body: { ...HARBOR_ADDRESS, addressLine1 } }),
  });
});

test('the hold begins with the first letter that can still be changed, and so does what is sent @pages', async ({
  page,
}) => {
  const { dialog, sent } = await openWithLetterOneSealed(page, 'hold');
  await dialog.getByLabel('Hold until').fill(addDays(newYorkDate(new Date()), 100));
  await dialog.getByRole('button', { name: 'Hold Letters' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ fromLetter: 2 });
});

test('the other address begins with the first letter that can still be changed, and so does what is sent @pages', async ({
  page,
}) => {
  const { dialog, sent } = await openWithLetterOneSealed(page, 'elsewhere');
  await dialog.getByLabel('Full name').fill('Ada Quill');
  await dialog.getByLabel('Street address').fill('7 Kelp Stairs');
  await dialog.getByLabel('City').fill('Portland');
  await dialog.getByLabel('State').fill('ME');
  await dialog.getByLabel('ZIP code').fill('04101');
  await dialog.getByRole('button', { name: 'Save Temporary Address' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ fromLetter: 2, toLetter: 2 });
});

/** The dialog, opened when letter 1 could still be changed; and what it sends. */
async function openWithLetterOneSealed(page: Page, kind: 'hold' | 'elsewhere') {
  const shopper = shopperOf(await subscribe(page));
  const [own] = (await shopper.call(getAccount)).subscriptions;
  await open(page, `/account/subscription?dialog=${kind}&subscription=${own?.id ?? ''}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('From letter')).toHaveValue('1');
  await sealLetterOne(page);
  await elsewhere(page, '/letters', () => stir(shopper));
  await expect(dialog.getByLabel('From letter')).toHaveValue('2');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/api/subscriptions/'),
  );
  return { dialog, sent };
}

/** From now on the page is told that letter 1 is frozen. */
async function sealLetterOne(page: Page): Promise<void> {
  await page.route('**/letters', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { letters: Record<string, unknown>[] };
    const letters = answer.letters.map((letter) =>
      letter['letter'] === 1 ? { ...letter, addressChangeUntil: null } : letter,
    );
    await route.fulfill({ response, json: { ...answer, letters } });
  });
}

test('name, email address and contact preferences stay as typed, whatever is saved elsewhere @pages', async ({
  page,
}) => {
  const shopper = shopperOf(await enrol(page));
  await open(page, '/account/profile');
  const name = page.getByRole('region', { name: 'Personal Information' }).getByLabel('Full name');
  const addressId = await homeOf(shopper);
  const rename = (fullName: string) => async () => {
    await shopper.call(saveProfile, { body: { fullName } });
    const address = { ...HARBOR_ADDRESS, fullName };
    await shopper.call(moveAddress, { body: { addressId, address, subscriptions: [] } });
  };
  await expect(name).toHaveValue('Ada Quill');
  await elsewhere(page, '/api/account', rename('Ada Mary Quill'));
  await expect(name).toHaveValue('Ada Mary Quill');
  await name.fill('A. M. Quill');
  await elsewhere(page, '/api/account', rename('Ada M. Quill'));
  await expect(name).toHaveValue('A. M. Quill');
  const wantsEmail = page.getByRole('checkbox', { name: 'Email notifications' });
  await wantsEmail.uncheck();
  for (const emailNotifications of [false, true]) {
    const body = { preferences: { emailNotifications } };
    await elsewhere(page, '/api/account', async () => {
      await shopper.call(saveProfile, { body });
      await stir(shopper);
    });
  }
  await expect(wantsEmail).not.toBeChecked();
});

test('a gift being changed follows what is saved elsewhere until something is typed, and outlives a failure @pages', async ({
  page,
}) => {
  const shopper = shopperOf(await enrol(page));
  const { id, mailingAddress, startDate } = await giveGift(shopper, newYorkDate(new Date()));
  await open(page, `/account/subscription?giftDialog=change&gift=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Change Address or Date' });
  const moveTo = async (addressLine1: string) => {
    const body = { mailingAddress: { ...mailingAddress, addressLine1 }, startDate };
    await shopper.call(changeGift, { params: { id }, body });
    await stir(shopper);
  };
  await expectTypedStays(dialog, { path: '/api/gifts', moveTo, street: 'Address line 1' });
  await failAt(page, '**/api/gifts');
  await elsewhere(page, '/api/gifts', () => stir(shopper));
  await expect(dialog.getByLabel('City')).toHaveValue('Gaol Lane');
});

test('a dialog with something typed in it outlives a failure to look again @pages', async ({ page }) => {
  const shopper = shopperOf(await subscribe(page));
  const [own] = (await shopper.call(getAccount)).subscriptions;
  const params = { id: own?.id ?? '' };
  await open(page, `/account/subscription?dialog=elsewhere&subscription=${params.id}`);
  const street = page.getByRole('dialog').getByLabel('Street address');
  await street.fill('7 Kelp Stairs');
  await failAt(page, '**/letters');
  await elsewhere(page, '/letters', () => stir(shopper));
  await expect(street).toHaveValue('7 Kelp Stairs');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();

  await open(page, '/account/profile?dialog=delete');
  const password = page.getByRole('dialog').getByLabel('Your password');
  await password.fill('a-harbor-under-fog-1957');
  await failAt(page, '**/api/security');
  await elsewhere(page, '/api/security', () => stir(shopper));
  await expect(password).toHaveValue('a-harbor-under-fog-1957');
});
