import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { addSubscriber } from '../test/builders/subscribers.ts';
import { expectAccessible } from './accessibility.ts';
import { becomeOperator } from './console.ts';
import { inDatabase, sharedShop } from './shops.ts';
import { expectNotice } from './subscriber.ts';

const STATE = 'Vermilion';

function countCut(cells: readonly Element[]): number {
  return cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length;
}

test('subscribers are filtered, sorted, saved as a filter and exported, and twenty are seen at once', async ({
  page,
}) => {
  await inDatabase(sharedShop(), async (db) => {
    for (let number = 10; number < 32; number++)
      await addSubscriber(db, {
        serviceStart: '2024-05-01',
        status: 'cancelled',
        refunded: true,
        address: { fullName: `Row ${number}`, stateProvince: STATE },
      });
  });
  await becomeOperator(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Subscribers' }).click();
  await page.getByLabel('State').fill(STATE);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('status').getByText('22 subscriptions')).toBeVisible();
  await page.getByRole('link', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sort=name&order=asc/);
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText('Row 10');
  await expect(rows.nth(20).getByRole('rowheader')).toBeInViewport({ ratio: 1 });
  const emails = page.getByRole('cell').filter({ hasText: '@' });
  await expect(emails).toHaveCount(22);
  expect(await emails.evaluateAll(countCut)).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Filter' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Vermilion first');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV: the subscribers' }).click(),
  ]);
  expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(23);
  await page.getByLabel('Status').focus();
  await page.getByLabel('Status').selectOption('active');
  await expect(page).toHaveURL(/status=active/);
  await expect(page.getByLabel('Status')).toBeFocused();
  await expect(page.getByRole('status').getByText('0 subscriptions')).toBeVisible();
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(page.getByLabel('Status')).toHaveValue('');
  await page.getByRole('link', { name: 'Vermilion first' }).click();
  await expect(page.getByRole('status').getByText('22 subscriptions')).toBeVisible();
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Template').selectOption('Please check your address');
  await expect(page.getByRole('dialog').getByLabel('Subject')).toHaveValue('Please check your address');
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('checkbox', { name: 'Select Row 12' }).check();
  await page.getByRole('checkbox', { name: 'Select Row 13' }).check();
  await expect(page.getByText('For 2 selected:')).toBeVisible();
  const [chosen] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export: 2 selected' }).click(),
  ]);
  expect((await readFile(await chosen.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(3);
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Tag').fill('met at the fair');
  await page.getByRole('dialog').getByLabel('Why').fill('Came by our table');
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).dblclick();
  await expectNotice(page, /Started for 2 subscriptions/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: 'met at the fair' })).toHaveCount(2, { timeout: 10_000 });
  }).toPass();
  await expect(page.getByText('For all 22 that match:')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/operator\/subscriber\?/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/operator/subscribers?state=${STATE}`);
  await expect(rows.nth(1)).toBeVisible();
  const list = page.getByRole('region', { name: 'Subscriptions', exact: true });
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const box = await page.getByRole('checkbox', { name: 'Select Row 10' }).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  const sort = await page.getByRole('link', { name: 'Next charge' }).boundingBox();
  expect(sort?.height).toBeGreaterThanOrEqual(44);
  await expect(page.getByLabel('State')).toBeHidden();
  await page.getByRole('button', { name: '1 filter', exact: true }).click();
  await expect(page.getByLabel('State')).toHaveValue(STATE);
  await expectAccessible(page);
  await expect(page.getByText('Menu', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Console', exact: true })).toHaveAttribute('href', '/operator');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
});
