import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { DEV_PATHS } from '../src/contract/site-paths.ts';
import { checkYourEmail, linkSent } from './page-setups.ts';
import { emailTo } from './mailbox.ts';
import { becomeOperator } from './console.ts';
import { CARDS, enterCard, expectThanks, payButton } from './checkout.ts';
import { fillGift } from './gift-form.ts';
import { enrol, type TestUser, stranger } from './users.ts';
import { comeThroughGoogle } from './google-page.ts';

// Names and email addresses can't be wrapped, but must not make a page or email wider than the screen.

/** The longest part before the @ (RFC 5321), and the longest name that the sign-up form takes. */
function longWinded(): TestUser {
  const mailbox = randomUUID().replaceAll('-', '').padEnd(64, 'm');
  return { ...stranger(), firstName: 'Ada', lastName: 'q'.repeat(49), email: `${mailbox}@example.com` };
}

/** Runs in the page. @returns long words that reach beyond the block they stand in, unless they are cut off there on purpose */
function sticksOut(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (parentElement === null || !/\S{40}/.test(textContent ?? '')) continue;
    if (!parentElement.checkVisibility()) continue;
    let block: Element = parentElement;
    while (getComputedStyle(block).display === 'inline') block = block.parentElement ?? document.body;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { right } = block.getBoundingClientRect();
    const isOut = [...range.getClientRects()].some((rect) => rect.right > right + 1);
    if (isOut && getComputedStyle(block).overflowX === 'visible')
      found.push(`${(textContent ?? '').slice(0, 60)} in ${block.outerHTML.slice(0, 80)}`);
  }
  return found;
}

const softly = expect.configure({ soft: true });

async function expectNoWiderThanScreen(page: Page): Promise<void> {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await softly.poll(wide, `pixels wider than ${width}`).toBeLessThanOrEqual(0);
    await softly.poll(() => page.evaluate(sticksOut), `what sticks out at ${width}`).toEqual([]);
  }
}

test('a long email address breaks on the sheet that says where we have written @pages', async ({ page }) => {
  await page.goto('/forgot-password');
  await linkSent(page, longWinded());
  await expectNoWiderThanScreen(page);
  await page.goto('/signup');
  await checkYourEmail(page, longWinded());
  await expectNoWiderThanScreen(page);
});

test('a long name and email address break on the sheets of the account, and in its emails @pages', async ({ page }) => {
  const user = await enrol(page, longWinded());
  await page.goto('/account');
  await expect(page.getByText(user.email)).toBeVisible();
  await expectNoWiderThanScreen(page);
  await page.goto('/account/profile');
  await comeThroughGoogle(page, longWinded().email, { button: 'Connect Google' });
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  const next = longWinded().email;
  await page.getByLabel('Email', { exact: true }).fill(next);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(`We’ve emailed a link to ${next}`)).toBeVisible();
  await expectNoWiderThanScreen(page);
  for (const [to, subject] of [
    [user.email, /Welcome/],
    [user.email, /Confirm the change/],
    [next, /Confirm your new email address/],
  ] as const) {
    await page.goto(`${DEV_PATHS.mailbox}/${(await emailTo(to, subject)).id}/html`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoWiderThanScreen(page);
  }
});

const WORD = 'w'.repeat(60);

async function giveLongWindedGift(page: Page): Promise<void> {
  await page.goto('/gift-subscription');
  await fillGift(page, longWinded().email);
  await page.getByLabel('Recipient name').fill(WORD);
  await page.getByLabel('Full name on package').fill('P'.repeat(49));
  await page.getByLabel('Address line 1').fill('4'.padEnd(49, 'l'));
  await page.getByLabel('City').fill('W'.padEnd(40, 'h'));
  await page.getByLabel('Gift message').fill(`${WORD}\n${WORD} ${WORD}`);
  await expectNoWiderThanScreen(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText(WORD);
  await expectNoWiderThanScreen(page);
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
}

test('long words of a gift break wherever they stand: form, summary, account, dialogs, claim, its emails and the console @pages', async ({
  page,
  browser,
}) => {
  const user = await enrol(page, longWinded());
  await giveLongWindedGift(page);
  await expectNoWiderThanScreen(page);
  await page.goto('/account/subscription');
  const given = page.getByRole('region', { name: 'Gifts You Have Given' });
  await expect(given).toContainText(WORD);
  await expectNoWiderThanScreen(page);
  for (const name of ['Change address or date', 'Correct email or message', 'Cancel gift']) {
    await given.getByRole('link', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoWiderThanScreen(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const recipient = (await given.getByText('@example.com').first().textContent()) ?? '';
  const email = /m?[\w-]+@example\.com/.exec(recipient)?.[0] ?? '';
  await given.getByRole('button', { name: 'Send the email' }).click();
  // The gift begins today, so the shop may have sent the email a moment before.
  await expect(page.getByText(/^We’ve (emailed|just sent)/)).toBeVisible();
  await expectNoWiderThanScreen(page);
  const announcement = await emailTo(email, /./);
  const bought = await emailTo(user.email, /gift/i);
  for (const { id } of [announcement, bought]) {
    await page.goto(`${DEV_PATHS.mailbox}/${id}/html`);
    await expectNoWiderThanScreen(page);
  }
  const claim = announcement.links.find((link) => link.includes('/gift/claim')) ?? '';
  await enrol(page, longWinded());
  await page.goto(claim);
  await page.getByRole('button', { name: 'Open the Gift' }).click();
  await expect(page.getByRole('heading', { name: 'The Gift Is Yours' })).toBeVisible();
  await expectNoWiderThanScreen(page);
  await page.goto('/account/subscription');
  await expect(page.getByText(WORD).first()).toBeVisible();
  await expectNoWiderThanScreen(page);

  const desk = await (await browser.newContext()).newPage();
  await becomeOperator(desk);
  await desk.goto(`/operator/search?q=${encodeURIComponent(user.email)}`);
  await expect(desk.getByText(user.email).first()).toBeVisible();
  await expectNoWiderThanScreen(desk);
  await desk.goto(`/operator/subscriber?subscriber=${user.userId}`);
  await expect(desk.getByText(user.email).first()).toBeVisible();
  await expectNoWiderThanScreen(desk);
  await desk.goto('/operator/emails');
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoWiderThanScreen(desk);
  await desk.context().close();
});
