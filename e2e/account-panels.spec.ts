import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { enrol } from './users.ts';

const PANELS = {
  '/account': ['Account Information', 'Subscription Status', 'Mystery Progress'],
  '/account/subscription': ['Overview', 'Active subscriptions'],
  '/account/billing': ['Payment method', 'Billing address', 'Invoices and receipts'],
  '/account/profile': ['Personal Information', 'Shipping Details', 'Contact Preferences'],
} as const;

test('while the account is on its way each panel of each page waits in its place @pages', async ({ page }) => {
  await enrol(page);
  await page.route('**/api/account{,/overview}', () => undefined);
  for (const [path, panels] of Object.entries(PANELS)) {
    await page.goto(path);
    for (const name of panels) {
      await expect(page.getByRole('region', { name }).getByLabel(`Loading: ${name}`)).toBeVisible();
    }
  }
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
