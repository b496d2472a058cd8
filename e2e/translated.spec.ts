import { expect, type Page, test } from '@playwright/test';
import { CARDS, enterCard, expectThanks, goToPayment, payButton } from './checkout.ts';
import { fillGift } from './gift-form.ts';
import { heading } from './steps.ts';
import { atAccount, enrol, fillSignup, signIn, signUp, stranger } from './users.ts';

// A browser that translates a page wraps each text in two `font` elements, and does so again after each change.

/** Runs in the page. The words stay the same, so that they can be found. */
function translatePage(): void {
  if (window.top !== window) return;
  new MutationObserver(() => {
    if (document.body === null) return;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const untranslated: Text[] = [];
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      const leftAlone = parentElement?.closest('font, [translate=no], script, style, textarea, option, noscript');
      if (leftAlone === null && textContent?.trim()) untranslated.push(texts.currentNode as Text);
    }
    for (const text of untranslated) {
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

test.beforeEach(async ({ page }) => {
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.addInitScript(translatePage);
});

async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('h1 font').first()).toBeVisible();
}

test('on a translated page a visitor signs up @pages', async ({ page }) => {
  await page.goto('/signup');
  await expectTranslated(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Enter your first name.')).toBeVisible();
  await page.getByLabel('Country').selectOption('GB');
  await expect(page.getByLabel('Postcode')).toBeVisible();
  await page.getByLabel('Country').selectOption('US');
  await fillSignup(page, stranger());
  await page.getByRole('button', { name: 'Create Account' }).click();
  await heading('Choose Your Season')(page);
});

test('on a translated page a subscriber is refused a code and a card, changes the plan and pays', async ({ page }) => {
  await signUp(page);
  await goToPayment(page);
  await expectTranslated(page);
  await expect(payButton(page, '$15.00')).toBeVisible();
  await page.getByText('Annual', { exact: true }).click();
  await expect(payButton(page, '$153.00')).toBeVisible();
  await page.getByLabel('Promo code').fill('NOTACODE');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Promo code').fill('LETTER20');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Promo code applied! 20% discount')).toBeVisible();
  await expect(payButton(page, '$122.40')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(payButton(page, '$153.00')).toBeVisible();
  await page.getByText('Monthly', { exact: true }).click();
  await expect(payButton(page, '$15.00')).toBeVisible();
  await enterCard(page, CARDS.declined);
  await payButton(page, '$15.00').click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  for (const tab of ['Subscription', 'Case File', 'Profile', 'Billing', 'Overview']) {
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: tab }).click();
    await expectTranslated(page);
  }
  await page.getByRole('link', { name: 'Subscription', exact: true }).click();
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this subscription?' });
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText(/^Cancelled on/).first()).toBeVisible();
});

test('on a translated page an address and a profile are changed @pages', async ({ page }) => {
  await enrol(page);
  await page.goto('/shipping?season=season-1');
  await expectTranslated(page);
  await page.getByLabel('City').fill('');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByLabel('City')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('City').fill('Port Alder');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await heading('Payment')(page);
  await page.goto('/account/profile');
  await page.getByLabel('Full name').first().fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save Changes' }).first().click();
  await expect(page.getByText('Personal information updated successfully!')).toBeVisible();
});

test('on a translated page a gift is written and a wrong password is refused @pages', async ({ page }) => {
  const user = await enrol(page);
  await page.goto('/gift-subscription');
  await expectTranslated(page);
  await fillGift(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await heading('Payment')(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await signIn(page, { ...user, password: 'not-the-password-1' });
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn(page, user);
  await atAccount(page);
});
