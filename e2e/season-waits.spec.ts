import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { emailTo } from './mailbox.ts';
import { enrol, stranger } from './users.ts';

// The forms of public pages, as a browser without script has them.
test.use({ javaScriptEnabled: false });

test('a visitor without script asks on the front page, confirms from the mailbox, and leaves by the same email', async ({
  page,
}) => {
  const { email } = stranger();
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Tell me when Season Two is on sale' });
  await form.getByLabel('Your email address').fill(email);
  await form.getByRole('button', { name: 'Tell me when' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  const { links } = await emailTo(email, /Should we email you when Season Two is on sale/);
  await page.goto(links.find((link) => link.includes('/tell-me-when/confirm')) ?? '');
  await page.getByRole('button', { name: 'Yes, tell me when' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list');
  await page.goto(links.find((link) => link.includes('/unsubscribe')) ?? '');
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re unsubscribed');
});

test('a refused form says why, and comes back with what was typed @pages', async ({ page }) => {
  await page.goto('/tell-me-when');
  const form = page.getByRole('form', { name: 'Tell me when Season Two is on sale' });
  await form.getByLabel('Your email address').fill('ada@harbor');
  await form.getByRole('button', { name: 'Tell me when' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not an email address');
  await expect(page.getByText('That isn’t a valid email address.')).toBeVisible();
  await expect(form.getByLabel('Your email address')).toHaveValue('ada@harbor');
  await form.getByLabel('Your email address').fill(stranger().email);
  await form.getByRole('button', { name: 'Tell me when' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await page.goto('/tell-me-when/too-many');
  await expect(page.getByText('Try again in an hour')).toBeVisible();
  await expect(form.getByLabel('Your email address')).toHaveValue('');
});

test('a link that does not work leads to the form again @pages', async ({ page }) => {
  await page.goto('/tell-me-when/confirm?token=nonsense');
  await page.getByRole('button', { name: 'Yes, tell me when' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That link does not work');
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page.getByRole('form')).toHaveCount(2);
});

test.describe('with script', () => {
  test.use({ javaScriptEnabled: true });

  test('the season page has the same form, and so has a page of its own; a user is not asked for the address @pages', async ({
    page,
  }) => {
    for (const path of ['/season-selection', '/tell-me-when']) {
      await page.goto(path);
      const form = page.getByRole('form', { name: 'Tell me when Season Three is on sale' });
      await form.getByLabel('Your email address').fill(stranger().email);
      await expectAccessible(page);
      await form.getByLabel('Your email address').press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
    }
    const { email } = await enrol(page);
    await page.goto('/season-selection');
    await expect(page.getByText(`We’ll email ${email}: once to confirm your email address`).first()).toBeVisible();
    await expect(page.getByLabel('Your email address')).toHaveCount(0);
  });
});
