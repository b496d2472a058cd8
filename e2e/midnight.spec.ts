import { expect, test } from '@playwright/test';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';
import { enrol } from './users.ts';

test('a page left open over midnight dates from the new day @pages', async ({ page }) => {
  await page.clock.install();
  await enrol(page);
  await page.goto('/gift-subscription');
  const startDate = page.getByLabel('Start date');
  const today = newYorkDate(new Date());
  await expect(startDate).toHaveAttribute('min', today);
  await page.clock.fastForward('24:00:00');
  await expect(startDate).toHaveAttribute('min', addDays(today, 1));
});
