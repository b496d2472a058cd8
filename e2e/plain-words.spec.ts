import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { actionLinkIn, emailTo, pressLink } from './mailbox.ts';
import { openServerBeside } from './shops.ts';
import { atAccount, fillSignup, signIn, stranger } from './users.ts';

test('an expired confirmation link says what to do next, and it can be done on the page @pages', async ({ page }) => {
  const cautious = await openServerBeside({ AUTH_AUTOCONFIRM: '0', AUTH_MAIL_GAP_SECONDS: '0' });
  try {
    const user = stranger();
    await page.goto(`${cautious.url}/signup`);
    await fillSignup(page, user);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    const expired = new URL(actionLinkIn(await emailTo(user.email, /Confirm/)));
    expired.searchParams.set('token', 'x'.repeat(43));
    await pressLink(page, expired.href);
    const notice = page.getByRole('alert');
    await expect(notice).toContainText(
      'If your email address isn’t confirmed yet, we’ll offer to email you a new link.',
    );
    await expectAccessible(page);
    await signIn(page, user);
    await page.getByRole('button', { name: 'Resend the email' }).click();
    await expect(
      page.getByText('If your email address still has to be confirmed, we’ve sent the email again.'),
    ).toBeVisible();
    await pressLink(page, actionLinkIn(await emailTo(user.email, /Confirm/, 1)));
    await atAccount(page);
    await pressLink(page, expired.href);
    await expect(notice).toContainText('If you’ve already used it, you don’t need it again.');
  } finally {
    await cautious.close();
  }
});
