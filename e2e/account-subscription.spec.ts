import { expect, type Page, test } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { sendElsewhere } from '../src/contract/letters.ts';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import type { Shopper } from '../test/clients/shopper.ts';
import { expectAccessible } from './accessibility.ts';
import { enrol } from './users.ts';
import { expectNotice, failAt, shopperOf, subscribe } from './subscriber.ts';

const manage = (page: Page) => page.getByRole('button', { name: 'Manage subscription: Subscription 1' });
const list = (page: Page, name: string) => page.getByRole('region', { name: `${name} subscriptions` });

async function openManage(page: Page): Promise<void> {
  await page.goto('/account/subscription');
  await manage(page).click();
  await expect(page.getByRole('dialog', { name: 'Manage subscription' })).toBeVisible();
}

async function openAddress(page: Page) {
  await openManage(page);
  await page.getByRole('button', { name: 'Update Shipping Address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update shipping address' });
  await expect(dialog.getByText('If you save now, the new address applies from letter 1 on')).toBeVisible();
  return dialog;
}

test('without a subscription the page counts none and offers a season @pages', async ({ page }) => {
  await enrol(page);
  await page.goto('/account/subscription');
  await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Active0Cancelled0Completed0');
  await expect(page.getByRole('link', { name: '+ Add Season' })).toHaveAttribute('href', '/season-selection');
  await expect(list(page, 'Active')).toContainText('None. Nothing is being charged.');
});

test('an active one is listed with its billing text; its menu offers what is done most first, nothing louder than the rest, and closes by Escape and Back @pages', async ({
  page,
}) => {
  await subscribe(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await openManage(page);
    const buttons = page.getByRole('dialog').getByRole('button');
    await expect(buttons).toHaveText([
      'Update Shipping Address',
      'Hold Letters',
      'Temporary Address',
      'Cancel Subscription',
      'Close',
    ]);
    await expect(page.getByRole('dialog').locator('[data-variant="primary"]')).toHaveCount(0);
    const places = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().toJSON()));
    const choices = places.slice(0, 3) as DOMRect[];
    expect(new Set(choices.map(({ x, width }) => `${x} ${width}`)).size).toBe(1);
    await expectAccessible(page);
  }
  await expect(page.getByRole('dialog')).toContainText(/Auto-renews until .+ \(12 months remaining\)/);

  await test.step('a cancellation that fails says so in the fixed words', async () => {
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    const mend = await failAt(page, '**/api/subscriptions/*/cancel');
    const question = page.getByRole('dialog', { name: 'Cancel this subscription?' });
    await expect(question.getByRole('button')).toHaveText(['Keep Subscription', 'Cancel Subscription']);
    await question.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(page.getByRole('alert')).toHaveText(/Error cancelling subscription: The post office is on fire\./);
    await mend();
    await question.getByRole('button', { name: 'Keep Subscription' }).click();
    await expect(question).toHaveCount(0);
    await expect(list(page, 'Active')).toContainText('Season One');
  });

  await manage(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(manage(page)).toBeFocused();
  await manage(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/account\/subscription$/);
  // On a phone the second click would press what stands where the button was.
  await page.setViewportSize({ width: 390, height: 900 });
  await manage(page).dblclick();
  await expect(page.getByRole('dialog', { name: 'Manage subscription' })).toBeVisible();
});

async function goElsewhere(shopper: Shopper, fromLetter: number, toLetter: number): Promise<void> {
  const [own] = (await shopper.call(getAccount)).subscriptions;
  const address = { ...HARBOR_ADDRESS, addressLine1: '1 Point Light' };
  await shopper.call(sendElsewhere, { params: { id: own?.id ?? '' }, body: { fromLetter, toLetter, address } });
}

test('while the next letters go elsewhere, every place that speaks of the address names the first letter that goes there @pages', async ({
  page,
}) => {
  await goElsewhere(shopperOf(await subscribe(page)), 1, 2);
  await page.goto('/account');
  await expect(page.getByText('Change address (a new address applies from letter 3)')).toBeVisible();
  await openManage(page);
  await expect(list(page, 'Active')).toContainText(
    /Letters go to.*1 Ferry Road.*We mail to this address from letter 3 on\./,
  );
  await expect(list(page, 'Active')).toContainText(/Letters 1 and 2 go to:.*1 Point Light/);
  const menu = page.getByRole('dialog');
  await expect(menu).toContainText(
    /Letters go to.*We mail to this address from letter 3 on\..*Letters 1 and 2 go to.*1 Point Light/,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Update Shipping Address' }).click();
  const form = page.getByRole('dialog', { name: 'Update shipping address' });
  await expect(form).toContainText('If you save now, the new address applies from letter 3 on');
  await expect(form).toContainText(
    'Letters 1 and 2 go to the temporary address (1 Point Light, Wick Harbor), as before.',
  );
  await form.getByLabel('Street address').fill('The Lighthouse');
  await form.getByRole('button', { name: 'Save Address' }).click();
  await expectNotice(page, 'Shipping address updated successfully! The new address applies from letter 3 on.');
  await page.goto('/account/profile');
  await page.getByRole('button', { name: 'Edit address' }).click();
  await expect(page.getByText('Letter 3 is the first to go to the new address.')).toBeVisible();
  await page.getByLabel('Street address').fill('9 Gaol Lane');
  await page.getByRole('button', { name: 'Save Address' }).click();
  await expectNotice(page, 'Subscription 1: the new address applies from letter 3 on.');
});

test('cancelled on confirmation, with the letters still to come; resumed again', async ({ page }) => {
  await goElsewhere(shopperOf(await subscribe(page)), 5, 6);
  await openManage(page);
  await expect(page.getByText('Letters 5 and 6 go to:')).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this subscription?' });
  await expect(question).toContainText('paid for and will still arrive');
  await expect(question.getByRole('paragraph').first()).toContainText(
    'The 30-day guarantee applies until 30 days after your first mailing: you can ask us to refund everything you’ve paid.',
  );
  await expect(question.getByRole('link', { name: 'ask us to refund everything you’ve paid' })).toHaveAttribute(
    'href',
    '/support',
  );
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expectNotice(
    page,
    'Your subscription to Season One is canceled. Nothing more will be charged for it. The 30-day guarantee still applies until 30 days after your first mailing: you can ask us to refund everything you’ve paid.',
  );
  await expect(list(page, 'Cancelled')).toContainText(/Cancelled on/);
  await expect(list(page, 'Cancelled')).toContainText(/Letters 1 (and|to) \d are paid for and will still arrive/);
  await expect(list(page, 'Cancelled')).toContainText('The 30-day guarantee applies until 30 days after');
  await expect(page.getByText('Letters 5 and 6 go to')).toHaveCount(0);
  await page.goto('/season-selection');
  await expect(page.getByText('You already have this season.')).toBeVisible();
  await expect(
    page.getByText(/It’s canceled, but letters 1 .+ You can resume it in your account before/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Resume your copy' }).click();
  await page.getByRole('button', { name: 'Update Shipping Address: Subscription 1' }).click();
  await expect(page.getByRole('dialog', { name: 'Update shipping address' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Resume subscription: Subscription 1' }).click();
  await expectNotice(page, 'Your subscription to Season One is active again.');
  await expect(list(page, 'Active')).toContainText('Auto-renews until');
  await expect(list(page, 'Active')).toContainText('Letters 5 and 6 go to:');
});

test('the address of one subscription changes alone, from the first letter not yet sealed; unsaved changes are asked about, and what cannot be saved stays', async ({
  page,
}) => {
  await subscribe(page);
  let dialog = await openAddress(page);
  await expect(dialog.getByLabel('Country').getByRole('option')).toHaveCount(22);
  await dialog.getByLabel('City').fill('Elsewhere');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Leave without saving?')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('City')).toHaveValue('Elsewhere');
  await page.goBack();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(list(page, 'Active')).not.toContainText('Elsewhere');

  dialog = await openAddress(page);
  const mend = await failAt(page, '**/api/subscriptions/*/address');
  await dialog.getByLabel('Street address').fill('The Lighthouse');
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/Error updating shipping address\. Please try again\./);
  await expect(dialog.getByLabel('Street address')).toHaveValue('The Lighthouse');
  await mend();
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  await expectNotice(page, 'Shipping address updated successfully! The new address applies from letter 1 on.');
  await expect(list(page, 'Active')).toContainText('The Lighthouse');
  await page.goto('/account/profile');
  const shipping = page.getByRole('region', { name: 'Shipping Details' });
  await expect(shipping).toContainText('1 Ferry Road');
  await expect(shipping).toContainText('No subscription');
  await expect(shipping).toContainText(/Letters for Subscription 1 go to.*The Lighthouse/);
});
