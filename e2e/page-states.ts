import { expect, type Page } from '@playwright/test';
import { DESK_SUBSCRIBER, DESK_RUNS } from './desk.ts';
import {
  checkYourEmail,
  claimLink,
  giftOpened,
  giftRefused,
  linkSent,
  passwordReset,
  resetLink,
  resetOwesSecondStep,
  undoLink,
  undone,
} from './email-page-setups.ts';
import * as setUp from './page-setups.ts';
import { button, heading, link, type Step, steps } from './steps.ts';
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

/** The page as it loads. */
const LOADED: State = {};

function within(step: Step): State {
  return { setUp: step, within: true };
}

function at(path: string, states: Readonly<Record<string, State>>): PageState[] {
  return Object.entries(states).map(([name, state]) => ({
    name,
    path,
    ...(typeof state === 'function' ? { setUp: state } : state),
  }));
}

/** As long as one of ours, and none. */
const GIFT_LINK = `/gift/claim?token=${'a'.repeat(43)}`;
const SHIPPING = '/shipping?season=season-1';
const SEARCH = `/operator/search?q=${DESK_SUBSCRIBER}`;

/** Every page and its main states, by who can see them. A new page is one line here: tests and pictures then have it. */
export const PAGE_STATES: Readonly<Record<Visitor, readonly PageState[]>> = {
  anonymous: [
    ...at('/', { landing: LOADED, 'landing-gift': within(button('Give as a gift')) }),
    ...at('/privacy', { privacy: LOADED }),
    ...at('/terms', { terms: LOADED }),
    ...at('/support', { support: LOADED }),
    ...at('/nobody-lives-here', { nowhere: LOADED }),
    ...at('/signup', { signup: LOADED, 'signup-refused': within(button('Create Account')) }),
    ...at('/signin', { signin: LOADED, 'signin-refused': within(setUp.refusedSignIn) }),
    ...at('/forgot-password', { 'forgot-password': LOADED }),
    ...at('/reset-password', { 'reset-password-without-link': LOADED }),
    ...at('/season-selection', { 'season-selection': LOADED }),
    ...at('/gift/claim', { 'gift-claim': LOADED }),
    ...at('/undo', { 'undo-without-link': LOADED }),
    // Last: the browser keeps the code, and then half a session, and every page after them would know of it.
    ...at('/?promo=LETTER20', { 'landing-with-code': { within: true } }),
    ...at('/signin', { 'signin-second-step': setUp.toSecondStep }),
  ],
  forgetful: [
    ...at('/forgot-password', { 'forgot-password-sent': linkSent }),
    ...at('/reset-password', {
      'reset-password': resetLink,
      'reset-password-second-step': resetOwesSecondStep,
      'reset-password-done': passwordReset,
    }),
    ...at('/undo', { undo: undoLink, 'undo-done': undone }),
    ...at('/signup', { 'signup-check-email': checkYourEmail }),
    ...at('/auth/callback?error=access_denied', { 'signin-sent-back': LOADED }),
    ...at(GIFT_LINK, { 'gift-claim-signed-out': LOADED }),
  ],
  new: [
    ...at('/account', { 'account-empty': LOADED }),
    ...at('/account/subscription', { 'account-subscription-empty': LOADED }),
    ...at('/account/billing', { 'account-billing-empty': LOADED }),
    ...at(SHIPPING, {
      shipping: LOADED,
      'shipping-refused': within(setUp.refusedAddress),
      payment: setUp.toPayment,
      'payment-with-code': setUp.withCode,
    }),
    ...at('/gift-subscription', { gift: LOADED }),
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
      'account-subscription-cancel': within(setUp.managing('Cancel Subscription')),
      'account-subscription-address': within(setUp.managing('Update Shipping Address')),
      'account-subscription-hold': within(setUp.managing('Hold Letters')),
      'account-subscription-elsewhere': within(setUp.managing('Send Letters Elsewhere')),
    }),
    ...at('/account/billing', { 'account-billing': LOADED }),
    ...at('/account/billing?dialog=card', { 'account-billing-card': { within: true } }),
    ...at('/account/billing?dialog=address', { 'account-billing-address': { within: true } }),
    ...at('/account/billing', { 'account-receipt': steps(link(/Receipt/), heading(/Receipt/)) }),
    ...at('/account/receipt?invoice=in_nothing', { 'account-receipt-nowhere': LOADED }),
    ...at('/account/profile', {
      'account-profile': LOADED,
      'account-profile-address': within(button('Edit address')),
      'account-profile-password': within(button('Change Password')),
      'account-profile-two-step': within(button('Turn On')),
      'account-profile-is-it-you': within(setUp.askedWhoTheyAre),
    }),
    ...at('/account/profile?dialog=delete', { 'account-profile-delete': { within: true } }),
    ...at('/account/nowhere', { 'account-nowhere': LOADED }),
  ],
  cancelled: [
    ...at('/account', { 'account-cancelled': LOADED }),
    ...at('/account/subscription', { 'account-subscription-cancelled': LOADED }),
  ],
  overdue: [
    ...at('/account', { 'account-overdue': LOADED }),
    ...at('/account/subscription', { 'account-subscription-overdue': LOADED }),
    ...at('/account/billing', { 'account-billing-overdue': LOADED }),
  ],
  buyer: [
    ...at('/', { 'auth-callback': { setUp: setUp.settingUp, passing: true } }),
    ...at(SHIPPING, { 'payment-declined': setUp.declined }),
    ...at('/account?success=true', { 'account-thanks': setUp.thanked }),
    ...at(SHIPPING, { 'payment-second': setUp.askedAboutSecond }),
  ],
  giver: [
    ...at('/gift-subscription', { 'gift-payment': setUp.toGiftPayment }),
    ...at('/account', { 'account-away': setUp.awayFromHome }),
    ...at('/account/subscription', {
      'account-gifts': LOADED,
      'account-gift-change': within(link('Change address or date')),
      'account-gift-cancel': within(link('Cancel gift')),
    }),
  ],
  recipient: [
    ...at(GIFT_LINK, { 'gift-claim-refused': giftRefused }),
    ...at('/gift/claim', { 'gift-claim-link': claimLink, 'gift-claim-opened': within(giftOpened) }),
    ...at('/account', { 'account-gift-received': LOADED }),
    ...at('/account/subscription', { 'account-subscription-gift-received': LOADED }),
  ],
  finished: [
    ...at('/account', { 'account-completed': LOADED }),
    ...at('/account/subscription', { 'account-subscription-completed': LOADED }),
  ],
  guarded: at('/account/profile', {
    'account-profile-guarded': LOADED,
    'account-two-step-add': within(button('Add Another Authenticator')),
    'account-two-step-remove': within(button('Remove')),
  }),
  keyholder: at('/operator', { 'console-locked': LOADED }),
  operator: [
    ...at('/operator', { console: LOADED }),
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
    ...at('/operator/trouble', { 'console-trouble-set-aside': LOADED }),
    ...at('/operator/trouble?kind=reships', { 'console-trouble-asked': { within: true } }),
    ...at('/operator/trouble?kind=lost', { 'console-trouble-lost': { within: true } }),
    ...at('/operator/trouble?kind=returned', { 'console-trouble-returned': { within: true } }),
    ...at('/operator/calendar', {
      'console-calendar': LOADED,
      'console-calendar-correct': within(button('Correct a Day')),
    }),
    ...at(SEARCH, { 'console-search-found': LOADED }),
    ...at('/operator/search?q=zzz', { 'console-search-nobody': { within: true } }),
    ...at(SEARCH, {
      'console-subscriber': setUp.toSubscriber,
      'console-subscription': setUp.toSubscription,
      'console-refund': within(steps(setUp.toSubscription, button('Give It Back'))),
    }),
    ...at('/operator/emails', { 'console-mails': LOADED }),
    ...at('/operator/promotions', {
      'console-promotions': LOADED,
      'console-promotion-new': within(button('New Code')),
    }),
    ...at('/operator/figures', { 'console-figures': LOADED }),
    ...at('/operator/log', { 'console-log': LOADED }),
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
