import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

/** A Google address unknown to the shop. */
export function newGoogleAddress(): string {
  return `gale-${randomUUID().slice(0, 8)}@example.com`;
}

/** Goes through Google's page, from sign-in, sign-up or the profile. */
export async function comeThroughGoogle(
  page: Page,
  email: string,
  { verified = true, hosted = true, button = 'Continue with Google' } = {},
): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByText('Use another account').click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Name').fill('Gale Winter');
  await page.getByLabel('Google has verified this email').setChecked(verified);
  await page.getByLabel('Google hosts the mail of its domain').setChecked(hosted);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}
