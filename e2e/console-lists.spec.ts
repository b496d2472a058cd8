import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, type Route, test } from '@playwright/test';
import { addSubscriber } from '../test/builders/subscribers.ts';
import { mailingPieces, mailingRuns } from '../src/server/fulfilment/schema.ts';
import { emailOutbox } from '../src/server/platform/schema.ts';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import { expectAccessible } from './accessibility.ts';
import { becomeOperator } from './console.ts';
import { holdRequests } from './hold-requests.ts';
import { inDatabase, sharedShop } from './shops.ts';

const DESK = { width: 1440, height: 1440 };
const FAR_DAY = '2024-07-16';

async function openConsole(page: Page): Promise<void> {
  await becomeOperator(page);
  await page.setViewportSize(DESK);
}

/** Makes `count` failed emails. */
async function failEmails(count: number): Promise<void> {
  const failure = '550 5.1.1: Recipient address rejected';
  // Older than other tests' emails, so that those stay on the first page.
  const createdAt = new Date(Date.now() - 3_600_000);
  const email = { kind: 'welcome', data: {}, status: 'failed', failure, createdAt } as const;
  const rows = Array.from({ length: count }, () => {
    const id = randomUUID();
    return { ...email, id, dedupeKey: id, recipient: `${id.slice(0, 8)}@example.com` };
  });
  await inDatabase(sharedShop(), (db) => db.insert(emailOutbox).values(rows));
}

const LONG_NAME = 'Bartholomew Featherstonehaugh-Cholmondeley von und zu Wickensteinhafen-Niederösterreich';
const LONG_STREET = 'c/o The Harbormaster, Third Door beside the Net Loft, Fourth Pier of the Old Harbor';

/** A run of long ago with more than a page of letters to long addresses. */
async function handOverLongRun(): Promise<string> {
  const runId = randomUUID();
  const [nominalOn, now] = ['2024-07-17', new Date()] as const;
  const address = { ...HARBOR_ADDRESS, fullName: LONG_NAME, addressLine2: LONG_STREET };
  await inDatabase(sharedShop(), async (db) => {
    const season = { serviceStart: '2024-07-01', status: 'cancelled', refunded: true, address } as const;
    const { subscriptionId } = await addSubscriber(db, season);
    const days = { nominalOn, createdAt: now, updatedAt: now };
    const run = { id: runId, kind: 'first_letter', state: 'handed_over', handedOverAt: now, ...days } as const;
    await db.insert(mailingRuns).values({ ...run, handOverOn: nominalOn, freezesAt: now });
    const sent = {
      handedOverOn: nominalOn,
      arrivesFrom: nominalOn,
      arrivesBy: nominalOn,
      state: 'handed_over',
    } as const;
    const piece = { ...days, ...sent, subscriptionId, runId, letter: 1, address, country: 'US' };
    const attempts = Array.from({ length: 52 }, (_, index) => index + 1);
    const rows = attempts.map((attempt) => ({ ...piece, id: randomUUID(), attempt, number: attempt }));
    await db.insert(mailingPieces).values(rows);
  });
  return runId;
}

/** A run of long ago that mailed no letter. */
async function closeEmptyRun(): Promise<string> {
  const id = randomUUID();
  const [nominalOn, now] = ['2024-06-07', new Date()] as const;
  const days = { nominalOn, handOverOn: nominalOn, freezesAt: now, handedOverAt: now, createdAt: now, updatedAt: now };
  await inDatabase(sharedShop(), (db) =>
    db.insert(mailingRuns).values({ id, kind: 'friday', state: 'handed_over', ...days }),
  );
  return id;
}

/** Each row of a list is one line. */
async function expectLines(rows: Locator): Promise<void> {
  await expect(rows.first()).toBeVisible();
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(27);
}

test('on a wide screen a page of fifty rows is seen at once, and is saved as CSV with all that follow @pages', async ({
  page,
}) => {
  await failEmails(52);
  const run = await handOverLongRun();
  await openConsole(page);
  await page.goto('/operator/emails');
  // Other tests may add emails of other kinds.
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: '@' });
  await expect(rows).toHaveCount(50);
  const first = await rows.first().boundingBox();
  const last = await rows.last().boundingBox();
  const height = (last?.y ?? 0) + (last?.height ?? 0) - (first?.y ?? 0);
  expect(height).toBeLessThanOrEqual(1_300);
  await rows.first().getByRole('button', { name: /^Open/ }).click();
  await expect(page.getByRole('dialog').getByText('This email can’t be shown', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV: the emails' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^emails-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.length).toBeGreaterThanOrEqual(53);
  await page.goto('/operator/runs');
  await expectLines(page.getByRole('region', { name: 'Every mailing' }).getByRole('listitem'));
  await page.goto(`/operator/run?run=${run}`);
  const letters = page.getByRole('region', { name: 'Its letters' }).getByRole('listitem');
  await expect(letters).toHaveCount(50);
  await expectLines(letters);
  await expectAccessible(page);
  // A cut text is shown under the pointer, and in the row with keyboard focus.
  await expect(letters.first().getByTitle(LONG_NAME)).toBeVisible();
  const cut = letters.first().getByTitle(LONG_STREET);
  const isWhole = () => cut.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  expect(await isWhole()).toBe(false);
  await page.keyboard.press('j');
  await expect.poll(isWhole).toBe(true);
  await page.goto('/operator/figures');
  const months = page.getByRole('region', { name: 'Month by month', exact: true });
  await expect(months.getByRole('row')).toHaveCount(13);
  expect(await months.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.goto(`/operator/run?run=${await closeEmptyRun()}`);
  await expect(page.getByText('No letter left with it.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Stages' }).getByRole('listitem').last()).toHaveText('Closed');
  await expect(page.getByText(/0 of 0/)).toHaveCount(0);
  await page.goto('/operator/runs');
  await expect(page.getByRole('region', { name: 'Every mailing' }).getByRole('listitem').first()).toBeVisible();
  await page.goto('/operator/emails');
  await expect(rows).toHaveCount(50);
});

test('what a list is filtered by stands in the address, so that Back and a reload see the same', async ({ page }) => {
  await openConsole(page);
  await page.goto('/operator/emails');
  await page.getByRole('button', { name: 'Waiting to leave' }).click();
  await expect(page).toHaveURL(/status=queued/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Waiting to leave' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/operator/runs');
  await page.getByRole('button', { name: 'Upcoming' }).click();
  await expect(page).toHaveURL(/which=coming/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'All, newest first' })).toHaveAttribute('aria-pressed', 'true');
});

test('`/` searches, `j` and `k` go from row to row, Enter opens the row, and the keys can be turned off', async ({
  page,
}) => {
  await inDatabase(sharedShop(), async (db) => {
    for (const fullName of ['Keyford Ames', 'Keyford Bell'])
      await addSubscriber(db, {
        serviceStart: '2024-05-01',
        status: 'cancelled',
        refunded: true,
        address: { fullName },
      });
  });
  await openConsole(page);
  await page.goto('/operator/log');
  await expect(page.getByRole('heading', { name: 'Log', exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /search/ })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search subscribers')).toBeFocused();
  await page.keyboard.type('Keyford');
  await page.keyboard.press('Enter');
  const rows = page.getByRole('region', { name: 'Results' }).getByRole('row').filter({ hasText: 'Keyford' });
  await expect(rows).toHaveCount(2);
  await page.getByRole('heading', { name: 'Search', exact: true }).click();
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows.first()).toBeFocused();
  await page.getByRole('checkbox', { name: /^Keys/ }).uncheck();
  await page.keyboard.press('j');
  await expect(page.getByRole('checkbox', { name: /^Keys/ })).toBeFocused();
  await page.getByRole('checkbox', { name: /^Keys/ }).check();
  await page.keyboard.press('j');
  const email = await rows.first().getByRole('link', { name: '@' }).innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Keyford/ })).toBeVisible();
  await expect(page.getByRole('link', { name: email })).toBeVisible();
});

test('the search suggests hits while one types; a key or a click opens one, and answers about an earlier text are dropped', async ({
  page,
}) => {
  const [ames] = await inDatabase(sharedShop(), (db) =>
    Promise.all(
      ['Quickford Ames', 'Quickford Bell'].map((fullName) =>
        addSubscriber(db, { serviceStart: '2024-05-01', status: 'cancelled', refunded: true, address: { fullName } }),
      ),
    ),
  );
  await openConsole(page);
  await page.goto('/operator/cancellations');
  const field = page.getByRole('combobox', { name: 'Search subscribers' });
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  const customer = page.getByRole('heading', { level: 1, name: /^Quickford/ });
  await field.click();
  await expect(page.getByText(/^Search for part of a name, email, street/)).toBeVisible();
  const release = await holdRequests(page, '**/api/operator/search?q=Quickford');
  const isAsked = page.waitForRequest(/search\?q=Quickford$/);
  await field.fill('Quickford');
  await isAsked;
  await field.fill('Quickford Am');
  await expect(options).toHaveText([`Quickford Amessubscriber${ames?.email ?? ''}`]);
  await release();
  await field.fill('Quickford');
  await expect(options).toHaveCount(2);
  await expectAccessible(page);
  await field.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await field.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(page).toHaveURL('/operator/cancellations');
  await field.fill('Quickford A');
  await expect(options).toHaveCount(1);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(customer).toHaveText('Quickford Ames');
  await expect(field).toHaveValue('');
  await field.fill('Quickford B');
  await options.first().click();
  await expect(customer).toHaveText('Quickford Bell');
  await field.fill('Quickford');
  await expect(options).toHaveCount(2);
  await field.press('Enter');
  await expect(page.getByRole('region', { name: 'Results' }).getByText('@', { exact: false })).toHaveCount(2);
  await expect(options).toHaveCount(0);
  await page.goto('/operator/payments?q=Quickford');
  await expect(page.getByLabel('Name, email or invoice')).toHaveValue('Quickford');
  await expect(field).toHaveValue('');
});

test('subscribers whom an open run leaves out are listed with the reason, and not only counted @pages', async ({
  page,
}) => {
  const id = randomUUID();
  const email = await inDatabase(sharedShop(), async (db) => {
    const now = new Date();
    const dates = { nominalOn: FAR_DAY, handOverOn: FAR_DAY, freezesAt: now, reopenedAt: now, createdAt: now } as const;
    await db.insert(mailingRuns).values({ id, kind: 'first_letter', state: 'planned', ...dates });
    const facts = { serviceStart: '2024-07-01', status: 'active', disputed: true } as const;
    return (await addSubscriber(db, facts)).email;
  });
  await openConsole(page);
  await page.goto(`/operator/run?run=${id}`);
  await page.getByRole('button', { name: 'Plan Again' }).click();
  await page.getByRole('link', { name: /^List \d.*: The payment is disputed/ }).click();
  await expect(page).toHaveURL(/left_out=disputed/);
  const list = page.getByRole('region', { name: 'Left out: The payment is disputed: mail is paused.' });
  await expect(list.getByRole('link', { name: email })).toBeVisible();
  await expect(list.getByRole('button', { name: 'CSV: the subscribers who are left out' })).toBeVisible();
  await expectAccessible(page);
});

const isAbovePromotionCodes = (route: Route) => /figures\/(churn|months|retention|cancel)/.test(route.request().url());

test('a link to a section of Figures ends at the section, also when the figures above it load later', async ({
  page,
}) => {
  await becomeOperator(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/operator/promotions');
  const release = await holdRequests(page, '**/api/operator/figures/**', isAbovePromotionCodes);
  await page.getByRole('link', { name: 'Compare the codes in Figures' }).click();
  const codes = page.getByRole('heading', { name: 'Promotion codes' });
  const top = async () => (await codes.boundingBox())?.y ?? -1;
  await expect(codes).toBeInViewport();
  await release();
  await expect(page.getByRole('region', { name: 'Churn by month' }).getByRole('table').first()).toBeAttached();
  await expect.poll(top).toBeLessThan(200);
  await expect(codes).toBeInViewport();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Churn' }).click();
  await expect(page.getByRole('heading', { name: 'Churn by month' })).toBeInViewport();
});
