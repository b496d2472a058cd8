import { expect, test } from '@playwright/test';

test('a tab of an earlier build whose files are gone begins anew by itself', async ({ page }) => {
  await page.goto('/signin');
  // The app's own files come with the first sign of a hand; a link pressed before them is followed without any.
  await page.getByLabel('Email').focus();
  await expect(page.locator('#root:not([data-first-screen])')).toBeAttached();
  let isGone = true;
  let refused = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.route('**/assets/*.js', async (route) => {
    if (!isGone) return await route.continue();
    refused += 1;
    await route.fulfill({ status: 404, contentType: 'text/plain', body: 'No build of ours has such a file.' });
  });
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot Your Password?' })).toBeVisible();
  expect(refused).toBeGreaterThan(0);
  expect(isGone).toBe(false);
});

test('a tab without a connection stays as it is, whatever the pointer passes', async ({ page, context }) => {
  await page.goto('/signin');
  await page.getByLabel('Email').fill('wendell@example.com');
  await expect(page.locator('#root:not([data-first-screen])')).toBeAttached();
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await page.getByRole('link', { name: 'Forgot your password?' }).hover();
  await failed;
  await context.setOffline(false);
  await expect(page.getByLabel('Email')).toHaveValue('wendell@example.com');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot Your Password?' })).toBeVisible();
});
