import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { goToPayment, payButton } from './checkout.ts';
import { claimPath } from './gift-form.ts';
import { comeThroughGoogle, newGoogleAddress } from './google-page.ts';
import { actionLinkIn, emailTo, pressLink } from './mailbox.ts';
import { stayOnPage } from './page-setups.ts';
import { openServerBeside, SHARED_LOG, type ServerBeside } from './shops.ts';
import { atAccount, enrol, fillSignup, fillSignupWithoutAddress, signIn, stranger } from './users.ts';

let claim: string;
test.beforeAll(async () => {
  claim = await claimPath();
});

function tokenOf(path: string): string {
  return path.slice(path.indexOf('=') + 1);
}

async function takeGiftTicket(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/`);
  await page.getByRole('button', { name: 'Give as a gift' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Annual').first().click();
  await dialog
    .getByRole('link', { name: /Continue/ })
    .or(dialog.getByRole('button', { name: /Continue/ }))
    .click();
  await expect(page).toHaveURL(/\/signin\?next=/);
}

async function expectAnnualGift(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/gift-subscription$/);
  await expect(page.getByRole('region', { name: 'Gift Summary' })).toContainText('Annual');
}

async function apply(page: Page, fill = fillSignup) {
  const user = stranger();
  await expect(page.getByRole('heading', { name: 'Join the Club' })).toBeVisible();
  await fill(page, user);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  return user;
}

async function linkTo(email: string, already = 0): Promise<string> {
  return actionLinkIn(await emailTo(email, /Confirm/, already));
}

async function openElsewhere(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await pressLink(page, link);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  return page;
}

test.describe('a stranger who has to confirm an address lands where the way led, in another browser too', () => {
  // One worker, so that one server is started.
  test.describe.configure({ mode: 'default' });
  let cautious: ServerBeside;
  test.beforeAll(async () => {
    cautious = await openServerBeside({ AUTH_AUTOCONFIRM: '0', AUTH_MAIL_GAP_SECONDS: '0' });
  });
  test.afterAll(() => cautious.close());

  test('giving a gift, with its plan @pages', async ({ page, browser }) => {
    await takeGiftTicket(page, cautious.url);
    await page.getByRole('link', { name: 'Create an account' }).click();
    const { email } = await apply(page);
    const link = await linkTo(email);
    const other = await openElsewhere(browser, link);
    await expectAnnualGift(other);
    await other.context().close();
  });

  test('claiming a gift, with its token, which leaves by no Referer @pages', async ({ page, browser }) => {
    await page.goto(cautious.url + claim);
    await page.getByRole('link', { name: 'Create an Account' }).click();
    // The static page has address fields. The app removes them, since a gift already has its address.
    const { email } = await apply(page, fillSignupWithoutAddress);
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    const referers: string[] = [];
    other.on('request', (request) => referers.push(request.headers()['referer'] ?? ''));
    await pressLink(other, await linkTo(email));
    await other.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(other).toHaveURL(cautious.url + claim);
    await expect(other.getByRole('button', { name: 'Open the Gift' })).toBeVisible();
    expect(referers.join()).not.toContain(tokenOf(claim));
    await elsewhere.close();
  });

  test('buying, with plan, promotion code and the step that asked', async ({ page, browser }) => {
    await page.goto(`${cautious.url}/season-selection?plan=annual&promo=PAPERBOY10`);
    await page.getByRole('link', { name: 'Continue with Shipping' }).click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    const { email } = await apply(page);
    const other = await openElsewhere(browser, await linkTo(email));
    await expect(other).toHaveURL(/\/shipping\?season=season-1/);
    await other.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(other.getByRole('radio', { name: /Annual/ })).toBeChecked();
    await expect(payButton(other, '$137.70')).toBeVisible();
    await other.context().close();
  });

  test('an annual ticket with a code, by a link that was sent again from sign-in @pages', async ({ page, browser }) => {
    await page.goto(`${cautious.url}/signup?plan=annual&promo=PAPERBOY10`);
    const user = await apply(page);
    await page.getByRole('button', { name: 'Back to signup form' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, user);
    await page.getByRole('button', { name: 'Resend the email' }).click();
    const other = await openElsewhere(browser, await linkTo(user.email, 1));
    await expect(other).toHaveURL(/\/season-selection\?plan=annual$/);
    await goToPayment(other);
    await expect(payButton(other, '$137.70')).toBeVisible();
    await other.context().close();
  });

  test('a used link says what to do next, and signing in leads on as well @pages', async ({ page, browser }) => {
    await takeGiftTicket(page, cautious.url);
    await page.getByRole('link', { name: 'Create an account' }).click();
    const user = await apply(page);
    const link = await linkTo(user.email);
    await pressLink(page, link);
    await expectAnnualGift(page);
    const other = await (await browser.newContext()).newPage();
    await pressLink(other, link);
    await expect(other.getByRole('alert')).toContainText('That link is invalid or has expired.');
    await signIn(other, user);
    await expectAnnualGift(other);
    await other.context().close();
    // Where its reader is signed in already, there is nothing left to do.
    await pressLink(page, link);
    await expectAnnualGift(page);
  });

  test('nowhere that is not ours @pages', async ({ page }) => {
    await page.goto(`${cautious.url}/signup?next=${encodeURIComponent('//evil.example/gift/claim')}`);
    const { email } = await apply(page);
    const link = await linkTo(email);
    expect(link).not.toContain('evil');
    // A link that a stranger changed doesn't either.
    const forged = new URL(link);
    forged.searchParams.set('redirect_to', `${cautious.url}/account?next=${encodeURIComponent('//evil.example/')}`);
    await pressLink(page, forged.href);
    await atAccount(page);
    expect(new URL(page.url()).origin).toBe(cautious.url);
  });
});

test('an address that Google has not verified is confirmed in another browser, and its claim link is kept @pages', async ({
  page,
  browser,
}) => {
  const email = newGoogleAddress();
  await page.goto(claim);
  await page.getByRole('link', { name: 'Create an Account' }).click();
  await comeThroughGoogle(page, email, { verified: false });
  await expect(page.getByRole('alert')).toContainText('Google can’t confirm that this email address is yours');
  const other = await (await browser.newContext()).newPage();
  await pressLink(other, actionLinkIn(await emailTo(email, /Confirm/)));
  await other.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(other).toHaveURL(claim);
  await other.context().close();
});

test('Google leads a giver on to the gift, with its plan @pages', async ({ page }) => {
  await takeGiftTicket(page, '');
  await comeThroughGoogle(page, newGoogleAddress());
  await expectAnnualGift(page);
});

test('so does “Already have an account? Sign in” @pages', async ({ page }) => {
  const user = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await takeGiftTicket(page, '');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, user);
  await expectAnnualGift(page);
});

test('an owner whom Google has to ask by email first goes on from there @pages', async ({ page }) => {
  const user = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto(claim);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await comeThroughGoogle(page, user.email, { hosted: false });
  await expect(page.getByRole('alert')).toContainText('Google can’t confirm that this email address is yours');
  const { links } = await emailTo(user.email, /Did you try to sign in with Google/);
  await page.goto(links.find((link) => link.includes('/connect-google?')) ?? '');
  await page.getByRole('button', { name: 'Yes, Connect Google' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await comeThroughGoogle(page, user.email, { hosted: false });
  await expect(page).toHaveURL(claim);
});

test('a forgotten password leads on to the claim link, in another browser too, and its token leaves by no Referer @pages', async ({
  page,
  browser,
}) => {
  const user = await enrol(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto(claim);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot Your Password?' })).toBeVisible();
  const toSignin = `/signin?next=${encodeURIComponent(claim).replaceAll('%20', '+')}`;
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', toSignin);
  await page.getByLabel('Email').fill(user.email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('we’ve emailed a reset link to that address')).toBeVisible();
  const link = actionLinkIn(await emailTo(user.email, /Reset/));
  const other = await (await browser.newContext()).newPage();
  const referers: string[] = [];
  other.on('request', (request) => referers.push(request.headers()['referer'] ?? ''));
  await pressLink(other, link);
  const password = 'kelp-and-candles-8';
  await other.getByLabel('New password', { exact: true }).fill(password);
  await other.getByLabel('Confirm new password').fill(password);
  await stayOnPage(other);
  await other.getByRole('button', { name: 'Reset Password' }).click();
  await other.getByRole('link', { name: 'Sign In Now' }).click();
  await signIn(other, { ...user, password });
  await expect(other).toHaveURL(claim);
  expect(referers.join()).not.toContain(tokenOf(claim));
  // A link that has been used leads on as well.
  await pressLink(page, link);
  await page.getByRole('link', { name: 'Request a New Link' }).click();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL(toSignin);
  expect(await readFile(SHARED_LOG, 'utf8')).not.toContain(tokenOf(claim));
});
