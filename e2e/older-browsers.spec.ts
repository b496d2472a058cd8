import { expect, type Page, test } from '@playwright/test';
import { enterCard, expectThanks, goToPayment, payButton, CARDS } from './checkout.ts';
import { handOverLetter, shopperOf, subscribe } from './subscriber.ts';
import { heading } from './steps.ts';
import { atAccount, enrol, fillSignup, signIn, stranger } from './users.ts';

/** Runs in the page: takes away what Safari 16.4, or Firefox before 126, doesn't have. */
function makeOlder(): void {
  const missing: readonly (readonly [object, string])[] = [
    [URL, 'canParse'],
    [URL, 'parse'],
    [AbortSignal, 'any'],
    [IDBFactory.prototype, 'databases'],
    [HTMLDetailsElement.prototype, 'name'],
    [HTMLButtonElement.prototype, 'command'],
  ];
  Object.assign(globalThis, { listDatabases: indexedDB.databases.bind(indexedDB) });
  for (const [owner, name] of missing) Reflect.deleteProperty(owner, name);
}

/** Runs in the page: refuses what Firefox refuses when all cookies are blocked. */
function blockStorage(): void {
  const words = 'The operation is insecure.';
  const refuse = () => {
    throw new DOMException(words, 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(globalThis, name, { get: refuse });
  Object.defineProperty(globalThis, 'BroadcastChannel', { value: refuse });
  Object.defineProperty(LockManager.prototype, 'request', { value: () => new Promise(refuse) });
  Object.defineProperty(navigator.serviceWorker, 'register', { value: () => new Promise(refuse) });
}

function failOnErrors(page: Page): void {
  page.on('pageerror', (error) => {
    throw error;
  });
}

test('in an older browser a stranger signs up, and a change of the account arrives @pages', async ({ page }) => {
  failOnErrors(page);
  await page.addInitScript(makeOlder);
  await page.goto('/signup');
  await fillSignup(page, stranger());
  await page.getByRole('button', { name: 'Create Account' }).click();
  await heading('Choose Your Season')(page);
  const user = await enrol(page);
  await page.goto('/account');
  await atAccount(page);
  await shopperOf(user).buy();
  await expect(page.getByRole('region', { name: 'Mystery Progress' })).toBeVisible();
});

test('in an older browser signing out leaves no note on the device @pages', async ({ page }) => {
  const user = await subscribe(page);
  await handOverLetter(user, 1, 30);
  await page.addInitScript(makeOlder);
  await page.goto('/account/case/notes');
  await page.getByRole('button', { name: 'Pin a note' }).click();
  await page.locator('textarea:focus').fill('For me alone');
  await expect(page.getByText('All notes are saved on this device and in your account.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('/');
  const left = () =>
    page.evaluate(async () => {
      const { listDatabases } = globalThis as unknown as { listDatabases: IDBFactory['databases'] };
      return (await listDatabases()).map(({ name }) => name);
    });
  await expect.poll(left).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('in an older browser the questions open one at a time, and the gift dialog opens @pages', async ({ page }) => {
  await page.addInitScript(makeOlder);
  await page.goto('/');
  await page.getByText('When does my first letter arrive?').click();
  await page.getByText('Can I cancel?').click();
  await expect(page.locator('details[open]')).toHaveCount(1);
  await expect(page.getByText('Yes, at any time,')).toBeVisible();
  await page.getByRole('button', { name: 'Give as a gift' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('with storage blocked a stranger buys the annual plan and sees the account change, signs out and signs in @pages', async ({
  page,
}) => {
  failOnErrors(page);
  await page.addInitScript(blockStorage);
  const user = stranger();
  await page.goto('/signup?plan=annual');
  await fillSignup(page, user);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await heading('Choose Your Season')(page);
  await goToPayment(page);
  await enterCard(page, CARDS.good);
  await payButton(page, '$153.00').click();
  await expectThanks(page);
  await page.getByRole('link', { name: 'Case File' }).click();
  await page.getByRole('link', { name: 'Overview' }).click();
  await atAccount(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('/');
  await page.goto('/signin');
  await signIn(page, user);
  await atAccount(page);
});

test('a browser that is too old for the app gets a sentence', async ({ page }) => {
  const sentence = page.getByText('Your browser is too old for this page.');
  await page.goto('/forgot-password');
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
  await expect(sentence).toBeHidden();
  await page.route('**/assets/*.css', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('1lh', '1unknown') });
  });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/account/profile');
  await expect(sentence).toBeVisible();
});
