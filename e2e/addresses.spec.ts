import { expect, type Locator, test } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { expectAccessible } from './accessibility.ts';
import { CARDS, enterCard, payButton } from './checkout.ts';
import { expectNotice, shopperOf, subscribe } from './subscriber.ts';
import { signUp } from './users.ts';

async function moveToVienna(form: Locator): Promise<void> {
  await form.getByLabel('Country').selectOption('Austria');
  await expect(form.getByLabel('State')).toHaveCount(0);
  await form.getByLabel('Street address').fill('Prinz-Eugen-Straße 27');
  await form.getByLabel('Postal code').fill('A-1030');
  await form.getByLabel('City').fill('Wien');
}

test('each country’s form asks for the lines that its post does, in its order', async ({ page }) => {
  await signUp(page);
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  const form = page.getByRole('region', { name: 'Delivery address' });
  const country = form.getByLabel('Country', { exact: true });
  const labels = async () => (await form.locator('label').allTextContents()).slice(-3);

  await country.selectOption('Denmark');
  await expect.poll(labels).toEqual(['Apartment, suite, floor (optional)', 'Postal code', 'City']);
  await country.selectOption('Singapore');
  await expect(form.getByLabel('City')).toHaveCount(0);
  await expect(form.getByLabel('State')).toHaveCount(0);
  await country.selectOption('Japan');
  await expect.poll(labels).toEqual(['City', 'Prefecture', 'Postal code']);
  await country.selectOption('Another country');
  await expect(form.getByLabel('Region (optional)')).toBeVisible();
  await expectAccessible(page);

  await country.selectOption('Canada');
  await form.getByLabel('Postal code').fill('none');
  await form.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(form).toContainText('for example B3J 3K5.');
  await country.selectOption('Singapore');
  await expect(form).toContainText('for example 018956.');
  await expect(form).not.toContainText('B3J 3K5');
  await form.getByLabel('Postal code').fill('018956');
  await form.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('SINGAPORE 018956SINGAPORE');
});

test('a subscriber who moves to Vienna finds Austria in every form of the account @pages', async ({ page }) => {
  const user = await subscribe(page);
  await page.goto('/account/profile');
  await page.getByRole('button', { name: 'Edit address' }).click();
  const profile = page.getByRole('region', { name: 'Shipping Details' });
  await moveToVienna(profile);
  await profile.getByRole('button', { name: 'Save Address' }).click();
  await expectNotice(page, 'Shipping details updated successfully!');
  await expect(profile).toContainText('1030 WienAUSTRIA');

  const { subscriptions } = await shopperOf(user).call(getAccount);
  for (const [dialog, name] of [
    ['address', 'Update shipping address'],
    ['elsewhere', 'Temporary address'],
  ] as const) {
    await page.goto(`/account/subscription?dialog=${dialog}&subscription=${subscriptions[0]?.id ?? ''}`);
    const countries = page.getByRole('dialog', { name }).getByLabel('Country').getByRole('option');
    await expect(countries).toHaveCount(22);
  }
  const elsewhere = page.getByRole('dialog', { name: 'Temporary address' });
  await elsewhere.getByLabel('Country').selectOption('Singapore');
  await elsewhere.getByLabel('Full name').fill('Edwin Aldous');
  await elsewhere.getByLabel('Street address').fill('1 Raffles Place');
  await elsewhere.getByLabel('Postal code').fill('048616');
  await elsewhere.getByRole('button', { name: 'Save Temporary Address' }).click();
  await expectNotice(page, 'Letter 1 will go to Singapore.');
  await page.goto('/account/billing?dialog=address');
  const billing = page.getByRole('dialog', { name: 'Update billing address' });
  await expect(billing.getByLabel('Country').getByRole('option')).toHaveCount(22);
});

test('a correction stays in its row, the default address’s too; only “A different address” adds one, which can be deleted @pages', async ({
  page,
}) => {
  await signUp(page);
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  const street = page.getByLabel('Street address');
  const goOnWith = async (typed: string) => {
    await street.fill(typed);
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText(typed);
  };
  const goBack = () => page.getByRole('link', { name: 'Back', exact: true }).click();
  await goOnWith('7 Gaol Lane');
  // An open checkout now uses this address.
  await enterCard(page, CARDS.declined);
  await payButton(page, '$15.00').click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  await goBack();
  await goOnWith('8 Gaol Lane');
  await goBack();
  const known = page.getByLabel('Your addresses');
  await expect(known.getByRole('option')).toHaveText(['Home: 8 Gaol Lane, Wick Harbor', 'A different address']);

  await known.selectOption('A different address');
  await page.getByLabel('Full name').fill('Ada Quill');
  await page.getByLabel('City').fill('Wick Harbor');
  await page.getByLabel('State').fill('ME');
  await page.getByLabel('ZIP code').fill('04579');
  await street.fill('1 Ferry Road');
  await page.reload();
  await expect(known.locator('option:checked')).toHaveText('A different address');
  for (const typed of ['1 Ferry Road', '9 Gaol Lane']) {
    await goOnWith(typed);
    await goBack();
    await expect(street).toHaveValue(typed);
  }
  await expect(known.getByRole('option')).toHaveText([
    'Home: 8 Gaol Lane, Wick Harbor',
    'Address 2: 9 Gaol Lane, Wick Harbor',
    'A different address',
  ]);

  await page.goto('/account/profile');
  const others = page.getByRole('region', { name: 'Other Addresses' });
  await expect(others).toContainText('9 Gaol Lane');
  await expectAccessible(page);
  await others.getByRole('button', { name: 'Delete Address 2: 9 Gaol Lane' }).click();
  await expectNotice(page, '‘Address 2’ is deleted.');
  await expect(others).not.toContainText('9 Gaol Lane');
});
