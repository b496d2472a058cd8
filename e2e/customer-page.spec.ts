import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';
import { nextMailingDays } from '../src/domain/mailing-calendar.ts';
import { mailingPieces } from '../src/server/fulfilment/schema.ts';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import type { Session } from '../test/clients/shopper.ts';
import { expectAccessible } from './accessibility.ts';
import { sandbox, sandboxUrl } from './checkout.ts';
import { becomeOperator } from './console.ts';
import { holdRequests, isGet } from './hold-requests.ts';
import { inDatabase, sharedShop } from './shops.ts';
import { expectNotice, handOverLetter, shopperOf, subscribe } from './subscriber.ts';

test('a customer’s page: corrections say what follows and where a field is wrong, and the account is seen as its customer sees it', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const visitor = await (await browser.newContext()).newPage();
  const customer = await subscribe(visitor);
  await handOverLetter(customer, 1, 1);
  await sealLetter(customer, 2);
  await visitor.context().close();
  await page.setViewportSize({ width: 1440, height: 1440 });
  await becomeOperator(page);
  await page.goto(`/operator/subscriber?subscriber=${customer.userId}`);
  const dialog = page.getByRole('dialog');

  await test.step('the row of a subscription opens the same page, with letters, money, emails, notes and timeline', async () => {
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Ada Quill');
    await page
      .getByRole('region', { name: 'Subscriptions', exact: true })
      .getByRole('link', { name: /Season One/ })
      .click();
    await expect(page).toHaveURL(/\?subscription=/);
    await expect(heading).toHaveText('Ada Quill');
    for (const region of ['Letters', 'Money', 'Emails', 'Notes', 'Timeline'])
      await expect(page.getByRole('region', { name: region, exact: true })).toBeVisible();
    const letters = page.getByRole('region', { name: 'Letters', exact: true });
    await expect(letters.getByRole('listitem').last()).toContainText(/^Letter 1With the post; posted /);
    await expect(page.getByText(/^Letter 2, mailed .*Its address is sealed\.$/)).toBeVisible();
  });

  await test.step('a choice says what it does to money and letters, and none is made beforehand', async () => {
    await page.getByRole('button', { name: 'Cancel or refund' }).click();
    await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
    await dialog.getByRole('radio', { name: /^Cancel now.*Money: .*Letters: none follow/ }).check();
    await expect(dialog.getByRole('group', { name: 'Refund' }).getByRole('radio', { checked: true })).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByLabel('Why').fill('Asked twice');
    await dialog.getByRole('button', { name: 'Cancel now' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Choose whether to refund.');
    await dialog.getByRole('button', { name: 'Not now' }).click();
  });

  await test.step('the subscription and its actions are on the first screen, and links lead to the other sections', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => {
      window.scrollTo(0, 0);
    });
    await expect(page.getByText('Paid until')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Cancel or refund' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Change address' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Timeline' }).click();
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeInViewport();
    await page.setViewportSize({ width: 390, height: 844 });
    const boxes = ['Season One, monthly', 'Customer', 'Letters'].map((name) =>
      page.getByRole('region', { name, exact: true }).boundingBox(),
    );
    const tops = (await Promise.all(boxes)).map((box) => box?.y ?? 0);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    await page.setViewportSize({ width: 1440, height: 1440 });
  });

  await test.step('the head says who, in which state, and the money', async () => {
    const head = page.getByRole('region', { name: 'Customer', exact: true });
    await expect(head).toContainText(customer.email);
    await expect(head).toContainText('1 of 24');
    await expect(head).toContainText('$15.00');
    await expect(head.getByRole('link', { name: /^cus_/ })).toHaveAttribute(
      'href',
      /^https:\/\/dashboard\.stripe\.com\/test\/customers\/cus_/,
    );
  });

  await test.step('tags and notes', async () => {
    await page.getByLabel('New tag').fill('press');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await expect(page.getByRole('list', { name: 'Tags' })).toContainText('press');
    await page.getByLabel('New note').fill('Moves in May.');
    await page.getByRole('button', { name: 'Add note' }).dblclick();
    await expect(page.getByRole('region', { name: 'Notes' }).getByText('Moves in May.')).toHaveCount(1);
    await expect(page.getByLabel('New note')).toHaveValue('');
  });

  await test.step('a correction without a reason is refused at its field', async () => {
    await page.getByRole('button', { name: 'Correct name' }).click();
    await expect(dialog.getByText('Envelopes keep the name of their address.', { exact: false })).toBeVisible();
    await dialog.getByLabel('Full name').fill('Odile Quill');
    // Holds the refetch after the refusal until the second attempt has succeeded.
    const release = await holdRequests(page, '**/api/operator/**', isGet);
    await dialog.getByRole('button', { name: 'Correct name' }).click();
    await expect(dialog.getByLabel('Why')).toHaveAccessibleDescription(/Say why/);
    await dialog.getByLabel('Why').fill('A typo');
    await dialog.getByRole('button', { name: 'Correct name' }).click();
    await expectNotice(page, 'The name is corrected.');
    await release();
    await expect(page.getByRole('heading', { level: 1, name: 'Odile Quill' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectNotice(page, 'The name is corrected.');
  });

  await test.step('the question before a refund names the payment and its day', async () => {
    const money = page.getByRole('region', { name: 'Money', exact: true });
    await money.getByRole('button', { name: /^Refund: / }).click();
    await expect(dialog.getByRole('heading', { name: /^Refund payment \S+\?$/ })).toBeVisible();
    await expect(dialog.getByText(/up to \$15\.00 of the payment of \w+ \d+, \d{4}/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Not now' }).click();
  });

  await test.step('the address, with the first letter that it reaches', async () => {
    await page.getByRole('button', { name: 'Change address' }).click();
    await expect(dialog.getByText(/and all after it go to the new address/)).toBeVisible();
    await expectAccessible(page);
    await expect(dialog.getByText(/Letter 2 is already sealed and still goes to 1 Gannet Row\.$/)).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 700 });
    await expect(dialog.getByRole('button', { name: 'Change address' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 1440 });
    await dialog.getByLabel('Street address').fill('7 Lantern Street');
    await expect(dialog.getByText(/default address is 1 Ferry Road/)).toBeVisible();
    await dialog.getByLabel('Change the default address too').check();
    await dialog.getByLabel('Why').fill('Moved');
    await dialog.getByRole('button', { name: 'Change address' }).click();
    await expectNotice(page, /The address is changed\. Letter \d+.*Letter 2 is already sealed/);
    await expect(page.getByText('7 Lantern Street').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Addresses' })).toContainText('7 Lantern Street');
    await expect(page.getByRole('region', { name: 'Addresses' })).not.toContainText('1 Ferry Road');
  });

  await test.step('a hold whose day is wrong is refused at the day, then held and lifted', async () => {
    await page.getByRole('button', { name: 'Hold letters' }).click();
    const today = newYorkDate(new Date());
    await dialog.getByLabel('Why').fill('On a trip');
    await dialog.getByLabel('Hold until').fill(addDays(today, -3));
    await dialog.getByRole('button', { name: 'Hold letters' }).click();
    await expect(dialog.getByLabel('Hold until')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Hold until').fill(addDays(today, 120));
    await dialog.getByRole('button', { name: 'Hold letters' }).click();
    await expectNotice(page, 'The letters are on hold.');
    await page.getByRole('button', { name: 'Lift hold' }).click();
    await dialog.getByLabel('Why').fill('Back early');
    await dialog.getByRole('button', { name: 'Lift hold' }).click();
    await expectNotice(page, 'The hold is lifted.');
  });

  await test.step('a letter that never came is sent again, and the page says when the copy leaves', async () => {
    const letters = page.getByRole('region', { name: 'Letters', exact: true });
    await letters.getByRole('button', { name: 'Report or send copy: letter 1' }).click();
    await expect(dialog.getByText(/^The copy leaves \w+day, \w+ \d.*7 Lantern Street/)).toBeVisible();
    await expect(dialog.getByText(/Email: none\.$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Mark Lost and Send Copy' }).click();
    await expectNotice(page, /Letter 1 is lost\./);
    const copy = letters.getByText(/^Copy of letter 1: leaves \w+day, \w+ \d/);
    await expect(copy).toBeVisible();
    await letters.getByRole('button', { name: 'Undo: copy of letter 1' }).click();
    await expectNotice(page, 'No copy of letter 1 is sent.');
    await expect(copy).toHaveCount(0);
  });

  await test.step('the timeline says who did it and why', async () => {
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByText('Corrected the name')).toBeVisible();
    await expect(timeline.getByText('A typo')).toBeVisible();
    await expect(timeline.getByText('Mailed letter 1')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1440, height: 1440 });
  });

  await test.step('the account as its customer sees it, read only', async () => {
    const [view] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'View as customer' }).click(),
    ]);
    await expect(view.getByRole('heading', { level: 1, name: 'View as Odile Quill' })).toBeVisible();
    const account = view.getByRole('group', { name: 'The customer’s account' });
    await expect(account.getByText('7 Lantern Street').first()).toBeVisible();
    await expect(account.getByRole('button', { name: /^Manage subscription/ })).toBeDisabled();
    await expect(account.getByRole('region', { name: /^Case file: / })).toContainText('Letter 1');
    await expect(account.getByRole('region', { name: 'Contact Preferences' })).toContainText('Email notifications');
    const address = view.url();
    await account.getByRole('link').first().click();
    expect(view.url()).toBe(address);
    await expectAccessible(view);
    await view.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => view.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await view.close();
    await page.reload();
    await expect(page.getByText('Viewed the account as the customer')).toBeVisible();
  });

  await test.step('a dispute leads from the customer’s page to its own, which says what is disputed and what was written', async () => {
    await disputePayment(customer.email);
    const money = page.getByRole('region', { name: 'Money', exact: true });
    const link = money.getByRole('link', { name: 'Dispute over $15.00' });
    await expect(async () => {
      await page.reload();
      await expect(money.getByText(/^\$15\.00/).first()).toBeVisible();
      await expect(link).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(money.getByText(/^Respond by .* \(New York\)$/)).toBeVisible();
    await expect(page.getByText(/^Held since .*, until the dispute over \$15\.00 is decided$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Hold letters' })).toHaveCount(0);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Odile Quill: dispute over $15.00' })).toBeVisible();
    await expect(page.getByText(/^\$15\.00, paid .* \(New York\), invoice /)).toBeVisible();
    await page.getByRole('button', { name: 'Accept dispute' }).click();
    await expect(dialog.getByText(/the customer keeps the \$15\.00.*The subscription ends/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByRole('region', { name: /^Table of emails/ })).toContainText('Payment disputed');
    await expect(page.getByRole('button', { name: 'Submit evidence' })).toHaveAttribute('data-variant', 'primary');
    await page.getByRole('button', { name: 'Submit evidence' }).click();
    await dialog.getByLabel('What happened').fill('She wrote that letter 1 arrived.');
    const release = await holdRequests(page, '**/api/operator/disputes/*/submit');
    const submit = dialog.getByRole('button', { name: 'Submit evidence' });
    await submit.click();
    await expect(dialog.getByText('Sending the evidence to Stripe. This takes a few seconds.')).toBeVisible();
    await expect(submit).toBeDisabled();
    await release();
    await expectNotice(page, 'The evidence is submitted.');
    await expect(page.getByText('She wrote that letter 1 arrived.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Accept dispute' })).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1440, height: 1440 });
  });

  await test.step('the list of disputes is searched and summed', async () => {
    await page.goto('/operator/disputes');
    await page.getByLabel('State').selectOption('under review');
    await expect(page).toHaveURL(/state=review/);
    await page.getByLabel('Name, email or amount').fill(customer.email);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByRole('status').getByText('1 dispute over $15.00 at stake')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('Odile Quill');
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

/** As if the letter's run had been frozen. */
async function sealLetter(user: Session, letter: number): Promise<void> {
  const { subscriptions } = await shopperOf(user).call(getAccount);
  const subscriptionId = subscriptions[0]?.id ?? '';
  const now = new Date();
  const sealed = { id: randomUUID(), subscriptionId, letter, attempt: 1, state: 'frozen' } as const;
  const [nominalOn = newYorkDate(now)] = nextMailingDays(newYorkDate(now), 1);
  const times = { createdAt: now, updatedAt: now };
  await inDatabase(sharedShop(), (db) =>
    db.insert(mailingPieces).values({ ...sealed, nominalOn, address: HARBOR_ADDRESS, country: 'US', ...times }),
  );
}

async function disputePayment(email: string): Promise<void> {
  const stripe = sandbox();
  const [customer] = (await stripe.customers.list({ email })).data;
  const [charge] = (await stripe.charges.list({ customer: customer?.id ?? '' })).data;
  const answer = await fetch(new URL(`/_sandbox/charges/${charge?.id ?? ''}/dispute`, sandboxUrl()), {
    method: 'POST',
    body: '{}',
  });
  expect(answer.status).toBe(200);
}
