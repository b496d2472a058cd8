import { randomUUID } from 'node:crypto';
import { expect, type Page, type Route, test } from '@playwright/test';
import { addDays, formatDate, newYorkDate } from '../src/domain/calendar-date.ts';
import { expectAccessible } from './accessibility.ts';
import { subscriptionsAtStripe, CARDS, enterCard, expectThanks, goToPayment, payButton, sandbox } from './checkout.ts';
import { fillGift, goToGiftPayment } from './gift-form.ts';
import { enrol, fillSignupWithoutAddress, signIn, stranger } from './users.ts';
import { expectNotice, failAt } from './subscriber.ts';

const TODAY = newYorkDate(new Date());
const YESTERDAY = addDays(TODAY, -1);

interface GiftsAnswer extends Record<string, unknown> {
  readonly given: Record<string, unknown>[];
}

/** Until the returned function is called, the gifts that `among` finds in the server's answer began yesterday. */
async function startedYesterday(
  page: Page,
  url: string,
  among: (answer: GiftsAnswer) => Record<string, unknown>[],
): Promise<() => Promise<void>> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as GiftsAnswer;
    for (const gift of among(answer)) gift['startDate'] = YESTERDAY;
    await route.fulfill({ response, json: answer });
  });
  // An answer that is on its way when the test ends is not waited for.
  return () => page.unrouteAll({ behavior: 'ignoreErrors' });
}

test('the gift screen says who is given what, as it is typed', async ({ page }) => {
  await enrol(page);
  await page.goto('/gift-subscription');
  await expect(page.getByRole('heading', { name: 'Gift Subscription' })).toBeVisible();
  await expect(page.getByText(/gift of mystery/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  const summary = page.getByRole('region', { name: 'Gift Summary' });
  await expect(summary).toContainText('Monthly, $15.00 per month, 12 times');
  await expect(summary).toContainText('Not specified');
  await expect(summary).toContainText('Not selected');
  await expect(page.getByRole('region', { name: 'What’s Included' }).getByRole('listitem')).toHaveText([
    'Beautiful gift packaging',
    'Personalized gift message',
    'Flexible start date',
    'Recipient notification email',
  ]);
  await fillGift(page);
  await expect(summary).toContainText('Wendell Pike');
  await expect(summary).toContainText(formatDate(TODAY));
  await page.getByLabel('Recipient name').fill('김민준');
  await expect(page.getByText('the card and the certificate leave a blank line for the name')).toBeVisible();
});

test('a code that was used up by one’s own season, not paid for yet, is refused before the gift is paid for @pages', async ({
  page,
}) => {
  const { coupons, promotionCodes } = sandbox();
  const { id: coupon } = await coupons.create({ percent_off: 20, duration: 'once' });
  const code = `FORONE${randomUUID().slice(0, 8)}`.toUpperCase();
  await promotionCodes.create({ promotion: { type: 'coupon', coupon }, code, max_redemptions: 1 });
  await enrol(page);
  await page.goto('/season-selection');
  await goToPayment(page);
  await page.getByLabel('Promo code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await enterCard(page, CARDS.declinedAtCharge);
  await payButton(page, '$12.00').click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  await page.goto('/gift-subscription');
  await goToGiftPayment(page);
  await page.getByLabel('Promo code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Invalid promo code')).toBeVisible();
  await expect(payButton(page, '$15.00')).toBeVisible();
});

test('the browser itself checks the form: what is required, an email address, no day before New York’s today; the server’s word on an address stands beside its field @pages', async ({
  page,
}) => {
  await enrol(page);
  await page.goto('/gift-subscription');
  const submit = page.getByRole('button', { name: 'Continue to Payment' });
  await submit.click();
  await expect(page.getByLabel('Recipient name')).toBeFocused();
  await fillGift(page);
  await page.getByLabel('Recipient email').fill('wendell');
  await submit.click();
  await expect(page.getByLabel('Recipient email')).toBeFocused();
  await page.getByLabel('Recipient email').fill('wendell@example.com');
  await expect(page.getByLabel('Start date')).toHaveAttribute('min', TODAY);
  await page.getByLabel('Start date').fill('2024-02-29');
  await submit.click();
  await expect(page.getByLabel('Start date')).toBeFocused();
  await expect(page).toHaveURL(/\/gift-subscription$/);

  await expect(page.getByLabel('Country').getByRole('option')).toHaveText([
    'United States',
    'Canada',
    'United Kingdom',
    'Australia',
  ]);
  await fillGift(page);
  await page.getByLabel('Postcode').fill('12');
  await submit.click();
  await expect(page.getByText(/Enter a valid/)).toBeVisible();
  await expect(page.getByLabel('Postcode')).toBeFocused();
  await expectAccessible(page);
});

test('a gift is processed for a second, paid for, and listed apart @pages', async ({ page }) => {
  const { email } = await enrol(page);
  await page.goto('/gift-subscription');
  await fillGift(page);
  const held = new Promise<Route>((resolve) => void page.route('**/api/gifts/drafts', resolve, { times: 1 }));
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await (await held).continue();
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/payment$/);
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect(summary).toContainText('Wendell Pike');
  await expect(summary).toContainText(formatDate(TODAY));

  // Filled in yesterday, paid for today: it starts today.
  const toToday = await startedYesterday(page, '**/api/gifts/drafts/*', (draft) => [draft]);
  await page.reload();
  await expect(summary).toContainText('Wendell Pike');
  await expect(summary).toContainText(`Start date${formatDate(TODAY)}`);
  await toToday();
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  await expect(page.getByText('Your gift of Season One is confirmed.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Subscription Status' })).toContainText(
    'Active subscriptions0, and 1 gift you gave',
  );
  await expect(page.getByRole('link', { name: 'Add Season' })).toBeVisible();
  expect((await subscriptionsAtStripe(email)).charges.map(({ amount }) => amount)).toEqual([1500]);

  await page.goto('/gift-subscription');
  await expect(page.getByLabel('Recipient name')).toHaveValue('');
  await page.goto('/account/subscription');
  const given = page.getByRole('region', { name: 'Gifts You Have Given' });
  await expect(given).toContainText('For Wendell Pike');
  await expect(given).toContainText('4 Tar Lane');
  await expect(given).toContainText('Auto-renews until');
  await expect(page.getByRole('region', { name: 'Active subscriptions' })).toContainText('None of your own.');
  const download = page.waitForEvent('download');
  await given.getByRole('button', { name: 'Download certificate' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await page.goto('/account/billing');
  const invoices = page.getByRole('region', { name: 'Invoices and receipts' });
  await expect(invoices.getByRole('listitem')).toContainText('Season One, monthly, a gift to Wendell Pike');
});

test('a sign-in on the way to a gift speaks of the person it is for, and of where gifts go', async ({ page }) => {
  await page.goto('/gift-subscription');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  const terms = page.getByRole('complementary', { name: 'What arrives' });
  await expect(terms).toContainText('each addressed to the person you give them to');
  await expect(terms).toContainText(
    'Shipping is free to the United States, Canada, the United Kingdom, and Australia.',
  );
  await expect(terms).not.toContainText('every country');
  await expect(terms).toContainText('within 1-3 business days of the day the gift begins, then two a month');
});

test('an annual gift by the address that the front page links to @pages', async ({ page }) => {
  const { email } = await enrol(page);
  await page.goto('/gift-subscription?planType=annual');
  await expect(page).toHaveURL(/\/gift-subscription$/);
  await expect(page.getByRole('region', { name: 'Gift Summary' })).toContainText('Annual, $153.00 once');
  await goToGiftPayment(page);
  await enterCard(page, CARDS.good);
  await payButton(page, '$153.00').click();
  await expectThanks(page);
  expect((await subscriptionsAtStripe(email)).charges.map(({ amount }) => amount)).toEqual([15_300]);
});

test('a draft survives a reload and a sign-in, and is no one else’s @pages', async ({ page }) => {
  const giver = await enrol(page);
  await page.goto('/gift-subscription?planType=annual');
  await fillGift(page);
  await page.reload();
  await expect(page.getByLabel('Recipient name')).toHaveValue('Wendell Pike');

  await page.evaluate(() => localStorage.clear());
  await page.goto('/gift-subscription');
  await expect(page).toHaveURL(/\/signin\?next=%2Fgift-subscription$/);
  await signIn(page, giver);
  await expect(page.getByLabel('Gift message')).toHaveValue('Keep the envelopes.\nAll of them.');
  await expect(page.getByRole('region', { name: 'Gift Summary' })).toContainText('Annual');

  await page.evaluate(() => localStorage.clear());
  await enrol(page, stranger());
  await page.goto('/gift-subscription');
  await expect(page.getByLabel('Recipient name')).toHaveValue('');
});

test('coming back from the payment step changes the gift instead of making another @pages', async ({ page }) => {
  await enrol(page);
  await page.goto('/gift-subscription');
  await goToGiftPayment(page);
  await page.getByText('Annual', { exact: true }).click();
  await expect(payButton(page, '$153.00')).toBeVisible();
  await page.getByRole('link', { name: 'Change the gift' }).click();
  await page.getByLabel('Recipient name').fill('Ruth Calloway');
  const saved = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/gifts/drafts/'),
  );
  // While the page loads the gift, it must not show the old version.
  const held: Route[] = [];
  let isHeld = true;
  await page.route('**/gifts/drafts/*', async (route) => {
    if (isHeld && route.request().method() === 'GET') held.push(route);
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await saved;
  await expect(page.getByLabel('Loading the page')).toBeAttached();
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect(summary).toHaveCount(0);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await expect(summary).toContainText('Ruth Calloway');
});

test('the giver reads the message as its card before paying, corrects it, changes address and date, cancels, and thinks again', async ({
  page,
}) => {
  await enrol(page);
  await page.goto('/gift-subscription');
  await goToGiftPayment(page);
  await expect(page.getByRole('figure', { name: 'The card' })).toContainText(/For .+From Ada Quill/s);
  await expect(page.getByRole('blockquote').locator('text')).toHaveText(['Keep the envelopes.', 'All of them.']);
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Keep the envelopes.');
  await expectAccessible(page);
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  // Ends the thank-you page's open requests.
  await page.goto('about:blank');
  // Between the start and the freeze, the start date has passed and stays.
  const toToday = await startedYesterday(page, '**/api/gifts', ({ given }) => given);
  await page.goto('/account/subscription');
  const given = page.getByRole('region', { name: 'Gifts You Have Given' });
  await test.step('message and email', async () => {
    await given.getByRole('link', { name: 'Correct email or message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct Email or Message' });
    await dialog.getByLabel('Recipient email').fill('pike@example.com');
    await dialog.getByLabel('Gift message').fill('Keep every envelope.');
    await expectAccessible(page);
    const mend = await failAt(page, '**/api/gifts/*/words');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The post office is on fire.');
    await mend();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectNotice(page, 'The email address and the message for Wendell Pike have been corrected.');
    await expect(given).toContainText('Keep every envelope.');
    await expect(given).toContainText('pike@example.com');
  });
  await page.reload();
  await given.getByRole('link', { name: 'Change address or date' }).click();
  await expect(page.getByRole('dialog', { name: 'Change Address or Date' })).toBeVisible();
  await page.getByLabel('Address line 1').fill('9 Church Street');
  const startDate = page.getByLabel('Start date');
  await expect(startDate).toHaveValue(YESTERDAY);
  await toToday();
  expect(await startDate.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await startDate.fill(TODAY);
  await expect(page.getByLabel('Address line 1')).toHaveValue('9 Church Street');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ mailingAddress: { addressLine1: '9 Church Street' } });
  await expectNotice(page, 'The gift for Wendell Pike has been changed.');
  await expect(given).toContainText('9 Church Street');
  await given.getByRole('link', { name: 'Cancel gift' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel This Gift?' });
  await expect(question.getByRole('heading')).toBeFocused();
  await expect(question.getByRole('button')).toHaveText(['Keep Gift', 'Cancel Gift']);
  const guaranteed = /^The 30-day guarantee applies until 30 days after .+: you can ask us to refund/;
  await expect(question.getByRole('paragraph').first()).toContainText(guaranteed);
  // A paid month may contain a third mailing day.
  await expect(question).toContainText(/Letters 1 (and 2|to 3) are paid for and still go to Wendell Pike/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await given.getByRole('link', { name: 'Cancel gift' }).click();
  await question.getByRole('button', { name: 'Keep Gift' }).click();
  await expect(question).toHaveCount(0);
  await given.getByRole('link', { name: 'Cancel gift' }).click();
  await page.context().setOffline(true);
  const cancelIt = page.getByRole('button', { name: 'Cancel Gift', exact: true });
  await cancelIt.click();
  await expect(question.getByRole('alert')).toContainText('Error cancelling subscription: No connection');
  await expect(cancelIt).toBeFocused();
  await page.context().setOffline(false);
  await cancelIt.click();
  await expectNotice(page, 'The gift for Wendell Pike is canceled.');
  await expect(given).toContainText('Cancelled on');
  await expect(given).toContainText(
    /Letters 1 (and 2|to 3) are paid for and will still arrive. We’ll mail the last one by/,
  );
  await expect(given).toContainText('The 30-day guarantee applies until 30 days after');
  await given.getByRole('button', { name: 'Resume gift: for Wendell Pike' }).click();
  await expectNotice(page, 'The gift for Wendell Pike has been resumed.');
  await expect(given).toContainText('Auto-renews until');
});

test('a recipient opens the gift by its link, once, with an account of their own', async ({ page }) => {
  const recipientEmail = `wendell-${randomUUID()}@example.com`;
  await enrol(page);
  await page.goto('/gift-subscription');
  await fillGift(page, recipientEmail);
  await page.getByLabel(/I’ll tell them myself/).check();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await enterCard(page, CARDS.good);
  await payButton(page, '$15.00').click();
  await expectThanks(page);
  await page.goto('/account/subscription');
  await page.getByRole('button', { name: 'Send the email' }).click();
  await expect(page.getByText(`We’ve emailed ${recipientEmail}, unless they turned off our emails.`)).toBeVisible();
  const corrected = `pike-${randomUUID()}@example.com`;
  await correctEmail(page, corrected);
  const link = await claimLinkSentTo(corrected);
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('You bought this gift for someone else, so you can’t open it.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Gift You’ve Given');
  await expect(page.getByRole('button', { name: 'Open the Gift' })).toHaveCount(0);

  await page.evaluate(() => localStorage.clear());
  await page.goto(`/gift/claim?token=${'a'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('This link doesn’t work.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Gift for You');
  await expect(page.getByRole('link', { name: 'Create an Account' })).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Someone Has Given You a Murder Mystery by Mail' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'The card' })).toContainText('Keep the envelopes.');
  await expect(page.getByText('You don’t need to enter an address')).toBeVisible();
  await page.getByRole('link', { name: 'Create an Account' }).click();
  await expect(page.getByLabel('Street address')).toHaveCount(0);
  await fillSignupWithoutAddress(page, stranger());
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('button', { name: 'Open the Gift' }).click();
  await expect(page.getByText('Keep the envelopes.')).toBeVisible();
  // The second click of a double click, where the button was.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(page.getByText('Ada Quill', { exact: true })).toBeVisible();
  await expect(page.getByText('4 Tar Lane')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page.getByRole('region', { name: 'Gifts You Have Received' })).toContainText('0 of 24 letters');
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('The season you were given isn’t charged to you.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Mystery Progress' })).toContainText('Season One, from Ada Quill');
  await page.route(/\/api\/(gifts|account\/overview)$/, (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('We couldn’t load your gifts.');
  await expect(page.getByText('You have no subscription.')).toHaveCount(0);
  await page.unroute(/\/api\/(gifts|account\/overview)$/);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Mystery Progress' })).toContainText('Season One, from Ada Quill');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'The Gift Is Yours' })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await enrol(page);
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('Someone has already opened this gift.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This Gift Is Already Opened');
  await expect(page.getByRole('button', { name: 'Open the Gift' })).toHaveCount(0);
});

/** Corrects the email; the announcement is resent there. */
async function correctEmail(page: Page, corrected: string): Promise<void> {
  const given = page.getByRole('region', { name: 'Gifts You Have Given' });
  const dialog = page.getByRole('dialog', { name: 'Correct Email or Message' });
  await given.getByRole('link', { name: 'Correct email or message' }).click();
  await dialog.getByLabel('Recipient email').fill(corrected);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectNotice(page, `The email address for Wendell Pike has been corrected. We’ve emailed ${corrected}`);
  await expect(given).toContainText(`By email to ${corrected}, on ${formatDate(TODAY)}`);
}

/** As path and query. */
async function claimLinkSentTo(recipient: string): Promise<string> {
  const mailbox = process.env['MAILBOX_URL'] ?? '';
  const newest = async () => {
    const list = await fetch(`${mailbox}/api/messages?to=${encodeURIComponent(recipient)}`);
    return ((await list.json()) as { messages: { id: string }[] }).messages[0]?.id;
  };
  await expect.poll(newest).toBeDefined();
  const email = (await (await fetch(`${mailbox}/api/messages/${await newest()}`)).json()) as { text: string };
  expect(email.text).not.toMatch(/\$|15\.00|price/);
  return /\/gift\/claim\?token=[\w-]{43}/.exec(email.text)?.[0] ?? '';
}
