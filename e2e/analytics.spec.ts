import { expect, type Page, type Request, test } from '@playwright/test';
import { Client } from 'pg';
import { actionLinkIn, emailTo, pressLink } from './mailbox.ts';
import { atAccount, fillSignup, type TestUser, signUpByForm, stranger } from './users.ts';
import { openServerBeside } from './shops.ts';

test('a visit is counted from the landing page to the account, and no one in it named', async ({ page, context }) => {
  const user = stranger();
  await page.goto('/');
  await page.getByText('Can I cancel?').click();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Subscribe Now' }).last().click();
  await expect(page.getByRole('heading', { name: 'Join the Club' })).toBeVisible();
  await fillSignup(page, user);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Choose Your Season' })).toBeVisible();
  await viewCounted(page);
  const visit = await visitOf(page);
  await page.goto('/support');

  await expect
    .poll(async () => (await eventsOf(visit)).map(inShort))
    .toEqual(
      expect.arrayContaining([
        'page_view /',
        'faq_view / Can I cancel?',
        'scroll / 25',
        'scroll / 50',
        'scroll / 75',
        'scroll / 100',
        'click / Subscribe Now',
        'page_view /signup',
        'click /signup Create Account',
        'form_submit /signup /signup',
        'sign_up /signup password',
        'page_view /season-selection',
      ]),
    );
  const everything = JSON.stringify(await eventsOf(visit));
  for (const secret of [user.email, user.lastName, user.password, 'Ferry Road']) {
    expect(everything).not.toContain(secret);
  }
  expect(await context.cookies()).toEqual([]);
});

test('a sign-in is counted @pages', async ({ page }) => {
  const user = stranger();
  await page.goto('/signup');
  await fillSignup(page, user);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Choose Your Season' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await atAccount(page);
  const visit = await visitOf(page);
  await page.goto('/support');
  await expect.poll(async () => (await eventsOf(visit)).map(inShort)).toContain('login /signin password');
});

/** A page is counted in an effect that runs after its first paint. */
async function viewCounted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test('a sign-up that waits for its email is counted once, when the email’s link is opened @pages', async ({ page }) => {
  const cautious = await openServerBeside({ AUTH_AUTOCONFIRM: '0' });
  const known = await signUpByForm(page);
  const user = stranger();
  const apply = async (visitor: TestUser) => {
    await page.goto(`${cautious.url}/signup`);
    await fillSignup(page, visitor);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  };
  try {
    await apply(known);
    await apply(user);
    await pressLink(page, actionLinkIn(await emailTo(user.email, /Confirm/)));
    await atAccount(page);
    await viewCounted(page);
    await page.reload();
    await atAccount(page);
    await viewCounted(page);
    const visit = await visitOf(page);
    await page.goto(`${cautious.url}/support`);
    const events = async () => (await eventsOf(visit)).map(inShort);
    const signUps = async () => (await events()).filter((event) => /^(sign_up|login)/.test(event));
    await expect.poll(signUps).toEqual(['sign_up /account password']);
    // Each page sends its events when it is left. A busy server refuses some, so the view after the reload may be missing.
    await page.waitForLoadState('networkidle');
    expect(await signUps()).toEqual(['sign_up /account password']);
  } finally {
    await cautious.close();
  }
});

for (const [signal, value] of [
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
] as const) {
  test(`the one who sends ${signal} is not counted, and nothing is kept in the browser @pages`, async ({
    page,
    baseURL,
  }) => {
    await page.addInitScript(([name, answer]) => Object.defineProperty(navigator, name, { get: () => answer }), [
      signal,
      value,
    ] as const);
    let events = 0;
    page.on('request', (request) => {
      if (request.url() === `${baseURL}/api/events`) events++;
    });
    await page.goto('/');
    await page.getByText('Can I cancel?').click();
    await page.goto('/support');
    await page.goto('/privacy');
    expect(events).toBe(0);
    expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
  });
}

test('nothing is sent while the page is read: the count waits until it is left @pages', async ({ page }) => {
  const requests: string[] = [];
  // Pictures of letters load when a reader scrolls near them.
  const count = (request: Request) =>
    request.resourceType() !== 'image' && requests.push(new URL(request.url()).pathname);
  page.on('request', count);
  await page.goto('/');
  await page.getByText('Can I cancel?').click();
  await page.waitForLoadState('networkidle');
  expect(requests).not.toContain('/api/events');
  expect(requests.length).toBeLessThanOrEqual(6);
});

interface Row {
  readonly name: string;
  readonly path: string;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** The stored events of a visit. */
async function eventsOf(visit: string): Promise<Row[]> {
  const client = new Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(
      'select name, path, detail from visit_events where visit_id = $1 order by id',
      [visit],
    );
    return rows;
  } finally {
    await client.end();
  }
}

function inShort({ name, path, detail }: Row): string {
  return [name, path, ...Object.values(detail)].join(' ');
}

async function visitOf(page: Page): Promise<string> {
  // The visit's number is made at the first sending, after leaving the landing page.
  const visit = await page.evaluate(() => sessionStorage.getItem('visit'));
  if (visit === null) throw new Error('The visit has no number.');
  return visit;
}
