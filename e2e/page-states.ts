import { expect, type Page } from '@playwright/test';
import { CARDS, enterCard } from './checkout.ts';
import { DESK_SUBSCRIBER, DESK_RUNS } from './desk.ts';
import { goToGiftPayment } from './gift-form.ts';
import * as setUp from './page-setups.ts';
import { alert, button, field, fill, heading, link, select, type Step, steps, text } from './steps.ts';
import type { Visitor } from './visitors.ts';

/** A page of the site in one state. */
export interface PageState {
  /** Also the name of its picture. */
  readonly name: string;
  readonly path: string;
  /** Brings the page, once loaded, into the state. */
  readonly setUp?: Step;
  /** A crawl that presses every control of the page comes into this state too. */
  readonly within?: true;
  /** It is there for a moment, and with nothing of its own to press. */
  readonly passing?: true;
}

type State = Step | Omit<PageState, 'name' | 'path'>;

/** Pages as they load, each named by its path and, where others see it too, by who sees it. */
function loaded(paths: readonly string[], visitor = ''): PageState[] {
  return paths.map((path) => ({ path, name: `${path.slice(1)}${visitor}`.replaceAll(/[/?=]+/g, '-') }));
}

function within(setUp: Step = steps()): State {
  return { setUp, within: true };
}

function at(path: string, states: Readonly<Record<string, State>>): PageState[] {
  return Object.entries(states).map(([name, state]) => ({
    name,
    path,
    ...(typeof state === 'function' ? { setUp: state } : state),
  }));
}

const LOADED = steps();
/** As long as one of ours, and none. */
const GIFT_LINK = `/gift/claim?token=${'a'.repeat(43)}`;
const SHIPPING = '/shipping?season=season-1';
const SEARCH = `/operator/search?q=${DESK_SUBSCRIBER}`;
const SUBSCRIPTIONS = ['/account', '/account/subscription'];

/** What was typed here before is kept; the address known since signup is a good one. */
const toPayment = steps(
  select('Addresses you have given us', { index: 0 }),
  button('Continue to Payment'),
  field('Card number'),
);

function payWith(card: string): Step {
  return steps(toPayment, (page) => enterCard(page, card), button('Pay $15.00'));
}

/** The file of the subscriber whom `desk.ts` gives a line of everything. */
const toSubscriber = steps(link(/@wickharbor/), heading('Who it is'));
const toSubscription = steps(toSubscriber, link(/Season 1/), heading('Money'));

/** Every page and its main states, by who can see them. A new page is one line here: tests and pictures then have it. */
export const PAGE_STATES: Readonly<Record<Visitor, readonly PageState[]>> = {
  anonymous: [
    ...loaded(['/privacy', '/terms', '/support', '/nobody-lives-here', '/signup', '/signin', '/forgot-password']),
    ...loaded(['/reset-password', '/season-selection', '/gift/claim', '/undo'], '-without-link'),
    ...at('/', { landing: LOADED, 'landing-gift': within(button('Give as a gift')) }),
    ...at('/signup', { 'signup-refused': within(button('Create Account')) }),
    ...at('/signin', {
      'signin-refused': within(
        steps(fill({ Email: 'none@deadletter.example', Password: 'not-the-password' }), button('Sign In'), alert()),
      ),
    }),
    // Last: the browser keeps the code, and then half a session, and every page after them would know of it.
    ...at('/?promo=LETTER20', { 'landing-with-code': within() }),
    ...at('/signin', { 'signin-second-step': setUp.toSecondStep }),
  ],
  forgetful: [
    ...at('/forgot-password', { 'forgot-password-sent': setUp.linkSent }),
    ...at('/reset-password', {
      'reset-password': setUp.resetLink,
      'reset-password-second-step': setUp.resetOwesSecondStep,
      'reset-password-done': setUp.passwordReset,
    }),
    ...at('/undo', { undo: setUp.undoLink, 'undo-done': setUp.undone }),
    ...at('/signup', { 'signup-check-email': setUp.checkYourEmail }),
    ...at('/auth/callback?error=access_denied', { 'signin-sent-back': LOADED }),
    ...at(GIFT_LINK, { 'gift-claim-signed-out': LOADED }),
  ],
  new: [
    ...loaded([...SUBSCRIPTIONS, '/account/billing'], '-empty'),
    ...at(SHIPPING, {
      shipping: LOADED,
      // In a country that knows no such code, and without a street.
      'shipping-refused': within(
        steps(
          select('Country', 'Canada'),
          fill({ 'Street address': '', 'Postal code': '12345' }),
          button('Continue to Payment'),
        ),
      ),
      payment: toPayment,
      'payment-with-code': steps(
        toPayment,
        fill({ 'Promo code': 'LETTER20' }),
        button('Apply'),
        text('Promo code applied!'),
      ),
    }),
    ...loaded(['/gift-subscription']),
    ...at(SHIPPING, { error: setUp.broken }),
  ],
  subscriber: [
    ...at('/account', {
      account: LOADED,
      'account-calendar': within(setUp.unfolded),
      'account-letter-missing': within(steps(setUp.unfolded, link(/hasn’t come/))),
    }),
    ...at('/account/subscription', {
      'account-subscription': LOADED,
      'account-subscription-manage': within(button('Manage')),
      'account-subscription-cancel': within(button('Manage', 'Cancel Subscription')),
      'account-subscription-address': within(button('Manage', 'Update Shipping Address')),
      'account-subscription-hold': within(button('Manage', 'Hold Letters')),
      'account-subscription-elsewhere': within(button('Manage', 'Send Letters Elsewhere')),
    }),
    ...at('/account/billing?dialog=card', { 'account-billing-card': within() }),
    ...at('/account/billing?dialog=address', { 'account-billing-address': within() }),
    ...at('/account/billing', {
      'account-billing': LOADED,
      'account-receipt': steps(link(/Receipt/), heading(/Receipt/)),
    }),
    ...at('/account/receipt?invoice=in_nothing', { 'account-receipt-nowhere': LOADED }),
    ...at('/account/profile', {
      'account-profile': LOADED,
      'account-profile-address': within(button('Edit address')),
      'account-profile-password': within(button('Change Password')),
      'account-profile-two-step': within(button('Turn On')),
      'account-profile-is-it-you': within(setUp.askedWhoTheyAre),
    }),
    ...at('/account/profile?dialog=delete', { 'account-profile-delete': within() }),
    ...loaded(['/account/nowhere']),
  ],
  cancelled: loaded(SUBSCRIPTIONS, '-cancelled'),
  overdue: loaded([...SUBSCRIPTIONS, '/account/billing'], '-overdue'),
  buyer: [
    ...at('/', { 'auth-callback': { setUp: setUp.settingUp, passing: true } }),
    ...at(SHIPPING, { 'payment-declined': steps(payWith(CARDS.declined), alert('Your card was declined.')) }),
    ...at('/account?success=true', { 'account-thanks': setUp.thanked }),
    ...at(SHIPPING, { 'payment-second': steps(payWith(CARDS.good), text('You already have this season.')) }),
  ],
  giver: [
    ...at('/gift-subscription', { 'gift-payment': steps(goToGiftPayment, field('Card number')) }),
    ...at('/account', { 'account-away': setUp.awayFromHome }),
    ...at('/account/subscription', {
      'account-gifts': LOADED,
      'account-gift-change': within(link('Change address or date')),
      'account-gift-cancel': within(link('Cancel gift')),
    }),
  ],
  recipient: [
    // The link is none of ours.
    ...at(GIFT_LINK, { 'gift-claim-refused': steps(button('Open the Gift'), alert()) }),
    ...at('/gift/claim', {
      'gift-claim-link': setUp.claimLink,
      'gift-claim-opened': within(steps(setUp.claimLink, button('Open the Gift'), heading('It Is Yours'))),
    }),
    ...loaded(SUBSCRIPTIONS, '-gift-received'),
  ],
  finished: loaded(SUBSCRIPTIONS, '-completed'),
  guarded: at('/account/profile', {
    'account-profile-guarded': LOADED,
    'account-two-step-add': within(button('Add Another Authenticator')),
    'account-two-step-remove': within(button('Remove')),
  }),
  keyholder: at('/operator', { 'console-locked': LOADED }),
  operator: [
    ...loaded(['/operator', '/operator/emails', '/operator/figures', '/operator/log', '/operator/trouble']),
    ...at('/operator/runs', {
      'console-runs': LOADED,
      'console-runs-open': within(button('Open a Run')),
      'console-run-planned': setUp.toPlannedRun,
    }),
    ...at(`/operator/run?run=${DESK_RUNS.none}`, { 'console-run-nowhere': LOADED }),
    ...at(`/operator/run?run=${DESK_RUNS.frozen}`, {
      'console-run-frozen': LOADED,
      'console-run-decide': within(setUp.toCorrection),
    }),
    ...at(`/operator/run?run=${DESK_RUNS.printed}`, {
      'console-run-printed': LOADED,
      'console-run-hand-over': within(button('Hand Over')),
    }),
    ...at(`/operator/run?run=${DESK_RUNS.handedOver}`, {
      'console-run-handed-over': LOADED,
      'console-run-report': within(button(/^Report/)),
    }),
    ...at('/operator/trouble?kind=reships', { 'console-trouble-asked': within() }),
    ...at('/operator/trouble?kind=lost', { 'console-trouble-lost': within() }),
    ...at('/operator/trouble?kind=returned', { 'console-trouble-returned': within() }),
    ...at('/operator/calendar', {
      'console-calendar': LOADED,
      'console-calendar-correct': within(button('Correct a Day')),
    }),
    ...at('/operator/search?q=zzz', { 'console-search-none': within() }),
    ...at(SEARCH, {
      'console-search-found': LOADED,
      'console-subscriber': toSubscriber,
      'console-subscription': toSubscription,
      'console-refund': within(steps(toSubscription, button('Give It Back'))),
    }),
    ...at('/operator/promotions', {
      'console-promotions': LOADED,
      'console-promotion-new': within(button('New Code')),
    }),
  ],
};

/** Goes there and waits until it is all there. */
export async function visit(page: Page, { path, setUp: bring }: PageState): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await settled(page);
  if (!bring) return;
  await bring(page);
  await settled(page);
}

/** The heading stands, nothing is on its way, and no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // What is under way behind an open question waits for its answer.
  const busy = 'body:not(:has(dialog[open])) [aria-busy="true"], dialog[open] [aria-busy="true"]';
  await expect(page.locator(busy)).toHaveCount(0);
}
