import { expect, type Page } from '@playwright/test';

/** A run of which there is no more than a plan. */
export async function toPlannedRun(page: Page): Promise<void> {
  await page
    .getByRole('article')
    .filter({ hasText: 'planned' })
    .getByRole('link', { name: /^Letters of/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'The plan' })).toBeVisible();
}

/** The address of a letter that was set aside is being corrected. */
export async function toCorrection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Decide: letter 1 to Björk Jónsdóttir' }).click();
  await page.getByRole('radio', { name: /Correct the address/ }).check();
}

/** What went wrong with a letter is being reported. */
export async function toReport(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Report/ })
    .first()
    .click();
}

/** The file of the desk’s own reader. */
export async function toSubscriber(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /@wickharbor/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Who it is' })).toBeVisible();
}

/** The file of that reader’s season. */
export async function toSubscription(page: Page): Promise<void> {
  await toSubscriber(page);
  await page
    .getByRole('link', { name: /Season 1/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible();
}

/** Whether that season's money goes back. */
export async function toRefund(page: Page): Promise<void> {
  await toSubscription(page);
  await page.getByRole('button', { name: 'Give It Back' }).click();
}
