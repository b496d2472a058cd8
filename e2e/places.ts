import { expect, type Page } from '@playwright/test';
import { DEMO_OPERATOR_SECRET, DEMO_PASSWORD } from '../src/server/seed/people.ts';
import { Authenticator } from './authenticator.ts';
import { DESK_READER, DESK_RUNS, setTheDesk } from './desk.ts';

/** Who looks at a page: a demonstration subscriber (`src/server/seed/people.ts`), or nobody in particular. */
export type Visitor = 'nobody' | 'new' | 'reader' | 'cancelled' | 'overdue' | 'operator';

/** A page of the site in one state. */
export interface Place {
  /** Also the name of its picture. */
  readonly name: string;
  readonly path: string;
  /** Brings the page, once loaded, into the state. */
  readonly arrange?: (page: Page) => Promise<void>;
  /** Whoever presses every control of the page comes into this state too. */
  readonly within?: true;
}

/** Every page and its main states, by who can see them. A new page is one line here: tests and pictures then have it. */
export const PLACES: Readonly<Record<Visitor, readonly Place[]>> = {
  nobody: [
    { name: 'landing', path: '/' },
    { name: 'landing-gift', path: '/', arrange: (page) => press(page, 'Give as a gift'), within: true },
    { name: 'privacy', path: '/privacy' },
    { name: 'terms', path: '/terms' },
    { name: 'support', path: '/support' },
    { name: 'nowhere', path: '/nobody-lives-here' },
    { name: 'signup', path: '/signup' },
    { name: 'signup-refused', path: '/signup', arrange: (page) => press(page, 'Create Account'), within: true },
    { name: 'signin', path: '/signin' },
    { name: 'signin-refused', path: '/signin', arrange: refusedSignIn, within: true },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'reset-password-without-link', path: '/reset-password' },
    { name: 'season-selection', path: '/season-selection' },
    { name: 'gift-claim', path: '/gift/claim' },
    // Last: the browser keeps the code, and then half a session, and every page after them would know of it.
    { name: 'landing-with-code', path: '/?promo=LETTER20', within: true },
    { name: 'signin-second-step', path: '/signin', arrange: toSecondStep },
  ],
  new: [
    { name: 'account-empty', path: '/account' },
    { name: 'account-subscription-empty', path: '/account/subscription' },
    { name: 'account-billing-empty', path: '/account/billing' },
    { name: 'shipping', path: '/shipping?season=season-1' },
    { name: 'shipping-refused', path: '/shipping?season=season-1', arrange: refusedAddress, within: true },
    { name: 'payment', path: '/shipping?season=season-1', arrange: toPayment },
    { name: 'payment-with-code', path: '/shipping?season=season-1', arrange: withCode },
    { name: 'gift', path: '/gift-subscription' },
    { name: 'error', path: '/shipping?season=season-1', arrange: broken },
  ],
  reader: [
    { name: 'account', path: '/account' },
    { name: 'account-calendar', path: '/account', arrange: unfolded, within: true },
    { name: 'account-subscription', path: '/account/subscription' },
    {
      name: 'account-subscription-manage',
      path: '/account/subscription',
      arrange: (page) => press(page, 'Manage'),
      within: true,
    },
    { name: 'account-subscription-cancel', path: '/account/subscription', arrange: toCancelling, within: true },
    { name: 'account-billing', path: '/account/billing' },
    { name: 'account-billing-card', path: '/account/billing?dialog=card', within: true },
    { name: 'account-billing-address', path: '/account/billing?dialog=address', within: true },
    { name: 'account-receipt', path: '/account/billing', arrange: toReceipt },
    { name: 'account-profile', path: '/account/profile' },
    { name: 'account-profile-delete', path: '/account/profile?dialog=delete', within: true },
    { name: 'account-nowhere', path: '/account/nowhere' },
  ],
  cancelled: [
    { name: 'account-cancelled', path: '/account' },
    { name: 'account-subscription-cancelled', path: '/account/subscription' },
  ],
  overdue: [
    { name: 'account-overdue', path: '/account' },
    { name: 'account-subscription-overdue', path: '/account/subscription' },
    { name: 'account-billing-overdue', path: '/account/billing' },
  ],
  operator: [
    { name: 'console', path: '/operator' },
    { name: 'console-runs', path: '/operator/runs' },
    { name: 'console-runs-open', path: '/operator/runs', arrange: (page) => press(page, 'Open a Run'), within: true },
    { name: 'console-run-planned', path: '/operator/runs', arrange: toPlannedRun },
    { name: 'console-run-frozen', path: `/operator/run?run=${DESK_RUNS.frozen}` },
    { name: 'console-run-decide', path: `/operator/run?run=${DESK_RUNS.frozen}`, arrange: toCorrection, within: true },
    { name: 'console-run-printed', path: `/operator/run?run=${DESK_RUNS.printed}` },
    {
      name: 'console-run-hand-over',
      path: `/operator/run?run=${DESK_RUNS.printed}`,
      arrange: (page) => press(page, 'Hand Over'),
      within: true,
    },
    { name: 'console-run-handed-over', path: `/operator/run?run=${DESK_RUNS.handedOver}` },
    { name: 'console-run-report', path: `/operator/run?run=${DESK_RUNS.handedOver}`, arrange: toReport, within: true },
    { name: 'console-trouble-set-aside', path: '/operator/trouble' },
    { name: 'console-trouble-asked', path: '/operator/trouble?kind=reships', within: true },
    { name: 'console-trouble-lost', path: '/operator/trouble?kind=lost', within: true },
    { name: 'console-calendar', path: '/operator/calendar' },
    {
      name: 'console-calendar-correct',
      path: '/operator/calendar',
      arrange: (page) => press(page, 'Correct a Day'),
      within: true,
    },
    { name: 'console-search-found', path: `/operator/search?q=${DESK_READER}` },
    { name: 'console-search-nobody', path: '/operator/search?q=zzz', within: true },
    { name: 'console-subscriber', path: `/operator/search?q=${DESK_READER}`, arrange: toSubscriber },
    { name: 'console-subscription', path: `/operator/search?q=${DESK_READER}`, arrange: toSubscription },
    { name: 'console-mails', path: '/operator/mails' },
    { name: 'console-promotions', path: '/operator/promotions' },
    {
      name: 'console-promotion-new',
      path: '/operator/promotions',
      arrange: (page) => press(page, 'New Code'),
      within: true,
    },
    { name: 'console-figures', path: '/operator/figures' },
    { name: 'console-log', path: '/operator/log' },
  ],
};

/** Goes there and waits until it is all there. */
export async function visit(page: Page, { path, arrange }: Place): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await settled(page);
  if (!arrange) return;
  await arrange(page);
  await settled(page);
}

/** The heading stands, nothing is on its way, and no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** The operator finds work on the desk, where the shop's database is known. */
export async function signInAs(
  page: Page,
  visitor: Exclude<Visitor, 'nobody'>,
  database = process.env['DATABASE_URL'],
): Promise<void> {
  if (visitor === 'operator' && database !== undefined) await setTheDesk(database);
  await page.goto('/signin');
  await page.getByLabel('Email').fill(`${visitor}@deadletter.example`);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  if (visitor === 'operator') {
    await page.getByLabel('Verification code').fill(new Authenticator(DEMO_OPERATOR_SECRET).newCode());
    await press(page, 'Verify');
  }
  await expect(page).toHaveURL(/\/account$/);
  // From here on this browser may open the console by its address.
  if (visitor === 'operator') await page.getByRole('link', { name: 'Console' }).click();
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
}

async function refusedSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@deadletter.example');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await press(page, 'Sign In');
  await expect(page.getByRole('alert')).toBeVisible();
}

async function toSecondStep(page: Page): Promise<void> {
  const code = page.getByLabel('Verification code');
  const email = page.getByLabel('Email');
  await expect(code.or(email)).toBeVisible();
  // Whoever has been here before is asked for the code at once.
  if (await code.isVisible()) return;
  await email.fill('operator@deadletter.example');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await press(page, 'Sign In');
  await expect(code).toBeVisible();
}

async function refusedAddress(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('Canada');
  await page.getByLabel('Street address').fill('');
  await page.getByLabel('Postal code').fill('12345');
  await press(page, 'Continue to Payment');
}

async function toPayment(page: Page): Promise<void> {
  // What was typed here before is kept; the address known since signup is a good one.
  await page.getByLabel('Addresses you have given us').selectOption({ index: 0 });
  await press(page, 'Continue to Payment');
  await expect(page.getByLabel('Card number')).toBeVisible({ timeout: 15_000 });
}

async function withCode(page: Page): Promise<void> {
  await toPayment(page);
  await page.getByLabel('Promo code').fill('LETTER20');
  await press(page, 'Apply');
  await expect(page.getByText('Promo code applied!')).toBeVisible();
}

async function toCancelling(page: Page): Promise<void> {
  await press(page, 'Manage');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
}

/** All 24 letters, those that have come and those a long way off included. */
async function unfolded(page: Page): Promise<void> {
  for (const summary of await page.locator('details > summary').all()) await summary.click();
}

async function toReceipt(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Receipt/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /Receipt/ })).toBeVisible();
}

async function toPlannedRun(page: Page): Promise<void> {
  await page
    .getByRole('article')
    .filter({ hasText: 'planned' })
    .getByRole('link', { name: /^Letters of/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'The plan' })).toBeVisible();
}

async function toCorrection(page: Page): Promise<void> {
  await press(page, 'Decide: letter 1 to Björk Jónsdóttir');
  await page.getByRole('radio', { name: /Correct the address/ }).check();
}

async function toReport(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Report/ })
    .first()
    .click();
}

async function toSubscriber(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /@wickharbor/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Who it is' })).toBeVisible();
}

async function toSubscription(page: Page): Promise<void> {
  await toSubscriber(page);
  await page
    .getByRole('link', { name: /Season 1/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible();
}

/** The global error screen, with a request to quote. */
async function broken(page: Page): Promise<void> {
  const json = { error: 'The drawer is stuck.', code: 'internal', requestId: 'wick-harbor-1957' };
  await page.route('**/api/addresses', (route) => route.fulfill({ status: 500, json }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await page.unroute('**/api/addresses');
}
