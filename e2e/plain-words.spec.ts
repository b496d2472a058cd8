import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { goToGiftPayment } from './gift-form.ts';
import { CARDS, enterCard, expectThanks, payButton } from './checkout.ts';
import { actionLinkIn, emailTo, pressLink } from './mailbox.ts';
import { openServerBeside } from './shops.ts';
import { subscribe } from './subscriber.ts';
import { atAccount, enrol, fillSignup, signIn, stranger } from './users.ts';

test('an expired confirmation link says what to do next, and it can be done on the page', async ({ page }) => {
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
    await expect(notice).toContainText('If your address isn’t confirmed yet, we’ll offer to email you a new link.');
    await expectAccessible(page);
    await signIn(page, user);
    await page.getByRole('button', { name: 'Resend the email' }).click();
    await expect(page.getByText('We’ve sent the email again. The links in all of these emails work.')).toBeVisible();
    await pressLink(page, actionLinkIn(await emailTo(user.email, /Confirm/, 1)));
    await atAccount(page);
    await pressLink(page, expired.href);
    await expect(notice).toContainText('there’s nothing more to do');
  } finally {
    await cautious.close();
  }
});

async function expectChoice(page: Page, title: string, choice: readonly [string, string]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('button')).toHaveText([...choice]);
  await dialog.getByRole('button', { name: choice[0] }).click();
  await expect(dialog).toHaveCount(0);
}

test('no button of a question about cancelling can be read both ways', async ({ page }) => {
  await subscribe(page);
  await page.goto('/account/subscription');
  await page.getByRole('button', { name: 'Manage subscription: Subscription 1' }).click();
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expectChoice(page, 'Cancel this subscription?', ['Keep Subscription', 'Cancel Subscription']);
  await enrol(page);
  await page.goto('/gift-subscription');
  await goToGiftPayment(page);
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  await page.goto('/account/subscription');
  await page.getByRole('link', { name: 'Cancel gift' }).click();
  await expectChoice(page, 'Cancel This Gift?', ['Keep Gift', 'Cancel Gift']);
});
