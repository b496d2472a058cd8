import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { changeDelivery } from '../src/contract/subscriptions.ts';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import { expectAccessible } from './accessibility.ts';
import { actionLinkIn, emailTo, pressLink } from './mailbox.ts';
import { enrol, signIn, stranger } from './users.ts';
import { expectNotice, failAt, handOverLetter, shopperOf, subscribe } from './subscriber.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name });

async function openProfile(page: Page): Promise<void> {
  await page.goto('/account/profile');
  await expect(panel(page, 'Personal Information').getByLabel('Full name')).toHaveValue('Ada Quill');
}

const OFFLINE = 'No connection. Check your internet connection, then try again.';

test('name and contact preferences change; what fails says so, no connection as such; an email address must be one', async ({
  page,
  context,
}) => {
  await enrol(page);
  await openProfile(page);
  const personal = panel(page, 'Personal Information');
  const preferences = panel(page, 'Contact Preferences');
  await personal.getByLabel('Full name').fill('Ada M. Quill');
  await preferences.getByLabel('Email notifications').uncheck();
  for (const [form, button, failed, saved] of [
    [
      personal,
      'Save Changes',
      'Failed to update personal information. Please try again.',
      'Personal information updated successfully!',
    ],
    [
      preferences,
      'Save Preferences',
      'Failed to update preferences. Please try again.',
      'Contact preferences updated successfully!',
    ],
  ] as const) {
    const save = form.getByRole('button', { name: button });
    const mend = await failAt(page, '**/api/profile');
    await save.click();
    await expectNotice(page, failed);
    await mend();
    await context.setOffline(true);
    await save.click();
    await expectNotice(page, OFFLINE);
    await context.setOffline(false);
    await save.click();
    await expectNotice(page, saved);
  }
  await page.reload();
  await expect(preferences.getByLabel('Email notifications')).not.toBeChecked();
  await personal.getByLabel('Email').fill('ada at quill');
  await personal.getByRole('button', { name: 'Save Changes' }).click();
  await expect(personal.getByText('Please enter a valid email address.')).toBeVisible();
  await page.goto('/account');
  await expect(panel(page, 'Account Information')).toContainText('Ada M. Quill');
});

test('a new email address is confirmed from both, and each click says where one stands', async ({ page }) => {
  const user = await enrol(page);
  const next = stranger().email;
  await openProfile(page);
  const personal = panel(page, 'Personal Information');
  await personal.getByLabel('Email').fill(next);
  await personal.getByRole('button', { name: 'Save Changes' }).click();
  await expectNotice(page, 'Name updated successfully! Email update may require confirmation.');
  await expect(personal.getByLabel('Email')).toHaveValue(user.email);
  const awaited = personal.getByText(`We’ve emailed a link to ${next}, and one to the email address you have now.`);
  await expect(awaited).toContainText('after you’ve confirmed with the links in both emails');
  // Another save right away does not ask for the address again.
  await personal.getByLabel('Full name').fill('Ada M. Quill');
  await personal.getByRole('button', { name: 'Save Changes' }).click();
  await expectNotice(page, 'Personal information updated successfully!');
  const first = actionLinkIn(await emailTo(next, /Confirm your new email address/));
  await pressLink(page, first);
  await expect(
    page.getByRole('status').filter({ hasText: 'You’ve confirmed from one of the two email addresses.' }),
  ).toBeVisible();
  await expectAccessible(page);
  await pressLink(page, actionLinkIn(await emailTo(user.email, /Confirm the change of your email address/)));
  await expect(page.getByRole('status').filter({ hasText: 'Your email address has been changed.' })).toBeVisible();
  await expect(personal.getByLabel('Email')).toHaveValue(next);
  await expect(page.getByText('You’ve confirmed from one of the two email addresses.')).toHaveCount(0);
  await pressLink(page, first);
  await expect(page.getByRole('alert')).toContainText('If you’ve already used it, you don’t need it again.');
});

test('the default address moves the subscriptions that use it; no connection is told as such', async ({
  page,
  context,
}) => {
  await subscribe(page);
  await openProfile(page);
  const shipping = panel(page, 'Shipping Details');
  await expect(shipping).toContainText('Used bySubscription 1');
  const edit = shipping.getByRole('button', { name: 'Edit address' });
  await edit.click();
  await expect(shipping.getByLabel('Full name')).toBeFocused();
  await shipping.getByLabel('Street address').fill('The Lighthouse');
  await shipping.getByRole('button', { name: 'Close' }).click();
  await expect(shipping.getByText('Leave without saving?')).toBeVisible();
  await shipping.getByRole('button', { name: 'Keep editing' }).click();
  await expect(shipping.getByLabel('Full name')).toBeFocused();
  await shipping.getByRole('button', { name: 'Close' }).click();
  await shipping.getByRole('button', { name: 'Discard changes' }).click();
  await expect(edit).toBeFocused();
  await edit.click();
  await shipping.getByLabel('Street address').fill('The Lighthouse');
  const mend = await failAt(page, '**/api/moves');
  await shipping.getByRole('button', { name: 'Save Address' }).click();
  await expect(shipping.getByRole('alert')).toContainText('Failed to update shipping details. Please try again.');
  await expectAccessible(page);
  await mend();
  await context.setOffline(true);
  await shipping.getByRole('button', { name: 'Save Address' }).click();
  await expectNotice(page, OFFLINE);
  await context.setOffline(false);
  await shipping.getByRole('button', { name: 'Save Address' }).click();
  await expectNotice(page, 'Shipping details updated successfully!');
  await page.goto('/account/subscription');
  await expect(panel(page, 'Active subscriptions')).toContainText('The Lighthouse');
});

test('moving is one act: the form says which subscriptions will follow, all ticked, and the first letter that does @pages', async ({
  page,
}) => {
  const user = await subscribe(page);
  const shopper = shopperOf(user);
  await shopper.buy({ buyAnother: true });
  const [, later] = (await shopper.call(getAccount)).subscriptions;
  const params = { id: later?.id ?? '' };
  await shopper.call(changeDelivery, { params, body: { ...HARBOR_ADDRESS, addressLine1: '3 Chapel Steps' } });
  await handOverLetter(user, 1, 1);
  await openProfile(page);
  const shipping = panel(page, 'Shipping Details');
  await expect(shipping).toContainText('Used bySubscription 1');
  await expect(shipping).toContainText(/Letters for Subscription 2 go to.*3 Chapel Steps/);
  await shipping.getByRole('button', { name: 'Edit address' }).click();
  const second = shipping.getByLabel('Subscription 2: Season');
  await expect(shipping.getByLabel('Subscription 1: Season')).toBeChecked();
  await expect(second).toBeChecked();
  await expect(shipping).toContainText('Letter 2 is the first to go to the new address.');
  await expect(shipping).toContainText('Letter 1 is the first to go to the new address.');
  await expectAccessible(page);
  await shipping.getByLabel('Street address').fill('The Lighthouse');
  await shipping.getByRole('button', { name: 'Save Address' }).click();
  await expectNotice(
    page,
    'Subscription 1: the new address applies from letter 2 on. Subscription 2: the new address applies from letter 1 on.',
  );
  await expect(shipping).toContainText('Used bySubscription 1, Subscription 2');

  await shipping.getByRole('button', { name: 'Edit address' }).click();
  await second.uncheck();
  await expect(shipping).toContainText('Its letters still go to The Lighthouse.');
  await shipping.getByLabel('Street address').fill('9 Gaol Lane');
  await shipping.getByRole('button', { name: 'Save Address' }).click();
  await expect(shipping).toContainText(/Letters for Subscription 2 go to.*The Lighthouse/);
  await expect(shipping).toContainText('Used bySubscription 1');
});

test('the forms of the shipping step and of other addresses promise no letter that is sealed @pages', async ({
  page,
}) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 1);
  await page.goto('/shipping?season=season-1');
  await expect(page.getByText('The page tells you which letter is the first to go to the new address.')).toBeVisible();
  await page.goto('/account');
  await page.getByRole('link', { name: 'Temporary address' }).click();
  await expect(page.getByRole('dialog')).toContainText('Letter 2 is the first one you can choose.');
});

test('a profile is saved by no one who has been signed out elsewhere: User not authenticated @pages', async ({
  page,
}) => {
  const user = await enrol(page);
  await openProfile(page);
  // The page's own GETs would lead to the sign-in.
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  const headers = { Authorization: `Bearer ${user.accessToken}` };
  expect((await page.request.post('/auth/v1/logout?scope=global', { headers })).ok()).toBe(true);
  await panel(page, 'Contact Preferences').getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByRole('alert')).toContainText('User not authenticated');
  await expectAccessible(page);
  await page.unroute('**/api/**');
  await signIn(page, user);
  await expect(page).toHaveURL(/\/account\/profile$/);
});

test('an account is deleted with its password, and not while a subscription runs @pages', async ({ page }) => {
  const user = await subscribe(page);
  await openProfile(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password').fill('not-this-one-1957');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByRole('alert')).toContainText('That isn’t your password.');
  await expectAccessible(page);
  await dialog.getByLabel('Your password').fill(user.password);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByRole('alert')).toContainText('You still have an active subscription or gift.');
});

test('everything stored about a user can be downloaded; who deletes an account reads that it is deleted, and it lets no one in', async ({
  page,
}) => {
  const user = await enrol(page);
  await openProfile(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^dead-letter-club-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ profile: { email: user.email } });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel('Your password').fill(user.password);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your account has been deleted.' })).toBeVisible();
  await signIn(page, user);
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials');
});
