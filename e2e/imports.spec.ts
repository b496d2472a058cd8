import { expect, test } from '@playwright/test';
import { csvOf, fileRow } from '../test/builders/import-files.ts';
import { expectAccessible } from './accessibility.ts';
import { becomeOperator } from './console.ts';

test('subscribers are imported from a file: dry run, import, invitations, undo', async ({ page }) => {
  const user = await becomeOperator(page);
  await page.goto('/operator/imports');
  await page.getByRole('button', { name: 'New Import' }).click();
  const [sample] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Sample' }).click(),
  ]);
  expect(sample.suggestedFilename()).toBe('subscribers-sample.csv');
  await page.getByRole('button', { name: 'Start Dry Run' }).click();
  await expect(page.getByLabel('CSV file')).toHaveAccessibleDescription(/Choose a CSV file/);
  const now = new Date();
  const mark = user.email.slice(0, 12);
  const rows = [1, 2, 3].map((number) => fileRow(number, now, { email: `${mark}-${number}@moved.example` }));
  const name = 'An old shop with a name as long as the harbor.csv';
  await page.getByLabel('CSV file').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(csvOf([...rows, fileRow(4, now, { plan: 'weekly' })])),
  });
  await page.getByRole('button', { name: 'Start Dry Run' }).click();
  await expect(page.getByText('Dry run finished').first()).toBeVisible({ timeout: 60_000 });
  const listed = page.getByRole('region', { name: 'Imports of subscribers' }).getByRole('listitem').first();
  await expect(listed).toContainText('Dry run finished');
  await expect(listed).toContainText('4 rows, 1 refused, 0 imported');
  const refused = page.getByRole('region', { name: 'Refused rows' });
  await expect(refused).toContainText('plan: must be monthly or annual');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import Ready Rows' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Send Invitations' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Imported rows' })).toContainText(`${mark}-2@moved.example`);
  await page.setViewportSize({ width: 320, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(page);
  const imports = page.url();
  await page.getByRole('region', { name: 'Imported rows' }).getByRole('link').first().click();
  await expect(page.getByText('imported, not charged here')).toBeVisible();
  await expect(page.getByText('Paid elsewhere until')).toBeVisible();
  await expect(page.getByText('Nothing has been charged.')).toBeVisible();
  await expect(page.getByText('Mailed by another shop before the import.').first()).toBeVisible();
  await expect(page.getByText('30-day guarantee')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeHidden();
  await page.goto(imports);
  await page.getByRole('button', { name: 'Undo Import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone').first()).toBeVisible({ timeout: 60_000 });
});
