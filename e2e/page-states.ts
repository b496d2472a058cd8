import { expect, type Page } from '@playwright/test';
import {
  type PageSetup,
  askedAboutSecond,
  askedWhoTheyAre,
  awayFromHome,
  broken,
  declined,
  following,
  managing,
  missingLetter,
  pressing,
  refusedAddress,
  refusedSignIn,
  settingUp,
  thanked,
  toGiftPayment,
  toPayment,
  toReceipt,
  toSecondStep,
  unfolded,
  withCode,
} from './page-setups.ts';
import { toCorrection, toPlannedRun, toRefund, toReport, toSubscriber, toSubscription } from './console-page-setups.ts';
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
import type { Visitor } from './visitors.ts';

/** As long as one of ours, and none. */
const GIFT_LINK = `/gift/claim?token=${'a'.repeat(43)}`;

/** A page of the site in one state. */
export interface PageState {
  /** Also the name of its picture. */
  readonly name: string;
  readonly path: string;
  /** Brings the page, once loaded, into the state. */
  readonly setUp?: PageSetup;
  /** Whoever presses every control of the page comes into this state too. */
  readonly within?: true;
  /** It is there for a moment, and with nothing of its own to press. */
  readonly passing?: true;
}

/** Every page and its main states, by who can see them. A new page is one line here: tests and pictures then have it. */
export const PAGE_STATES: Readonly<Record<Visitor, readonly PageState[]>> = {
  anonymous: [
    { name: 'landing', path: '/' },
    { name: 'landing-gift', path: '/', setUp: pressing('Give as a gift'), within: true },
    { name: 'privacy', path: '/privacy' },
    { name: 'terms', path: '/terms' },
    { name: 'support', path: '/support' },
    { name: 'nowhere', path: '/nobody-lives-here' },
    { name: 'signup', path: '/signup' },
    { name: 'signup-refused', path: '/signup', setUp: pressing('Create Account'), within: true },
    { name: 'signin', path: '/signin' },
    { name: 'signin-refused', path: '/signin', setUp: refusedSignIn, within: true },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'reset-password-without-link', path: '/reset-password' },
    { name: 'season-selection', path: '/season-selection' },
    { name: 'gift-claim', path: '/gift/claim' },
    { name: 'undo-without-link', path: '/undo' },
    // Last: the browser keeps the code, and then half a session, and every page after them would know of it.
    { name: 'landing-with-code', path: '/?promo=LETTER20', within: true },
    { name: 'signin-second-step', path: '/signin', setUp: toSecondStep },
  ],
  forgetful: [
    { name: 'forgot-password-sent', path: '/forgot-password', setUp: linkSent },
    { name: 'reset-password', path: '/reset-password', setUp: resetLink },
    { name: 'reset-password-second-step', path: '/reset-password', setUp: resetOwesSecondStep },
    { name: 'reset-password-done', path: '/reset-password', setUp: passwordReset },
    { name: 'undo', path: '/undo', setUp: undoLink },
    { name: 'undo-done', path: '/undo', setUp: undone },
    { name: 'signup-check-email', path: '/signup', setUp: checkYourEmail },
    { name: 'signin-sent-back', path: '/auth/callback?error=access_denied' },
    { name: 'gift-claim-signed-out', path: GIFT_LINK },
  ],
  new: [
    { name: 'account-empty', path: '/account' },
    { name: 'account-subscription-empty', path: '/account/subscription' },
    { name: 'account-billing-empty', path: '/account/billing' },
    { name: 'shipping', path: '/shipping?season=season-1' },
    { name: 'shipping-refused', path: '/shipping?season=season-1', setUp: refusedAddress, within: true },
    { name: 'payment', path: '/shipping?season=season-1', setUp: toPayment },
    { name: 'payment-with-code', path: '/shipping?season=season-1', setUp: withCode },
    { name: 'gift', path: '/gift-subscription' },
    { name: 'error', path: '/shipping?season=season-1', setUp: broken },
  ],
  subscriber: [
    { name: 'account', path: '/account' },
    { name: 'account-calendar', path: '/account', setUp: unfolded, within: true },
    { name: 'account-letter-missing', path: '/account', setUp: missingLetter, within: true },
    { name: 'account-subscription', path: '/account/subscription' },
    {
      name: 'account-subscription-manage',
      path: '/account/subscription',
      setUp: pressing('Manage'),
      within: true,
    },
    {
      name: 'account-subscription-cancel',
      path: '/account/subscription',
      setUp: managing('Cancel Subscription'),
      within: true,
    },
    {
      name: 'account-subscription-address',
      path: '/account/subscription',
      setUp: managing('Update Shipping Address'),
      within: true,
    },
    {
      name: 'account-subscription-hold',
      path: '/account/subscription',
      setUp: managing('Hold Letters'),
      within: true,
    },
    {
      name: 'account-subscription-elsewhere',
      path: '/account/subscription',
      setUp: managing('Send Letters Elsewhere'),
      within: true,
    },
    { name: 'account-billing', path: '/account/billing' },
    { name: 'account-billing-card', path: '/account/billing?dialog=card', within: true },
    { name: 'account-billing-address', path: '/account/billing?dialog=address', within: true },
    { name: 'account-receipt', path: '/account/billing', setUp: toReceipt },
    { name: 'account-receipt-nowhere', path: '/account/receipt?invoice=in_nothing' },
    { name: 'account-profile', path: '/account/profile' },
    { name: 'account-profile-address', path: '/account/profile', setUp: pressing('Edit address'), within: true },
    { name: 'account-profile-password', path: '/account/profile', setUp: pressing('Change Password'), within: true },
    { name: 'account-profile-two-step', path: '/account/profile', setUp: pressing('Turn On'), within: true },
    { name: 'account-profile-is-it-you', path: '/account/profile', setUp: askedWhoTheyAre, within: true },
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
  buyer: [
    { name: 'auth-callback', path: '/', setUp: settingUp, passing: true },
    { name: 'payment-declined', path: '/shipping?season=season-1', setUp: declined },
    { name: 'account-thanks', path: '/account?success=true', setUp: thanked },
    { name: 'payment-second', path: '/shipping?season=season-1', setUp: askedAboutSecond },
  ],
  giver: [
    { name: 'gift-payment', path: '/gift-subscription', setUp: toGiftPayment },
    { name: 'account-away', path: '/account', setUp: awayFromHome },
    { name: 'account-gifts', path: '/account/subscription' },
    {
      name: 'account-gift-change',
      path: '/account/subscription',
      setUp: following('Change address or date'),
      within: true,
    },
    { name: 'account-gift-cancel', path: '/account/subscription', setUp: following('Cancel gift'), within: true },
  ],
  recipient: [
    { name: 'gift-claim-refused', path: GIFT_LINK, setUp: giftRefused },
    { name: 'gift-claim-link', path: '/gift/claim', setUp: claimLink },
    { name: 'gift-claim-opened', path: '/gift/claim', setUp: giftOpened, within: true },
    { name: 'account-gift-received', path: '/account' },
    { name: 'account-subscription-gift-received', path: '/account/subscription' },
  ],
  finished: [
    { name: 'account-completed', path: '/account' },
    { name: 'account-subscription-completed', path: '/account/subscription' },
  ],
  guarded: [
    { name: 'account-profile-guarded', path: '/account/profile' },
    {
      name: 'account-two-step-add',
      path: '/account/profile',
      setUp: pressing('Add Another Authenticator'),
      within: true,
    },
    { name: 'account-two-step-remove', path: '/account/profile', setUp: pressing('Remove'), within: true },
  ],
  keyholder: [{ name: 'console-locked', path: '/operator' }],
  operator: [
    { name: 'console', path: '/operator' },
    { name: 'console-runs', path: '/operator/runs' },
    { name: 'console-runs-open', path: '/operator/runs', setUp: pressing('Open a Run'), within: true },
    { name: 'console-run-planned', path: '/operator/runs', setUp: toPlannedRun },
    { name: 'console-run-nowhere', path: `/operator/run?run=${DESK_RUNS.none}` },
    { name: 'console-run-frozen', path: `/operator/run?run=${DESK_RUNS.frozen}` },
    { name: 'console-run-decide', path: `/operator/run?run=${DESK_RUNS.frozen}`, setUp: toCorrection, within: true },
    { name: 'console-run-printed', path: `/operator/run?run=${DESK_RUNS.printed}` },
    {
      name: 'console-run-hand-over',
      path: `/operator/run?run=${DESK_RUNS.printed}`,
      setUp: pressing('Hand Over'),
      within: true,
    },
    { name: 'console-run-handed-over', path: `/operator/run?run=${DESK_RUNS.handedOver}` },
    { name: 'console-run-report', path: `/operator/run?run=${DESK_RUNS.handedOver}`, setUp: toReport, within: true },
    { name: 'console-trouble-set-aside', path: '/operator/trouble' },
    { name: 'console-trouble-asked', path: '/operator/trouble?kind=reships', within: true },
    { name: 'console-trouble-lost', path: '/operator/trouble?kind=lost', within: true },
    { name: 'console-trouble-returned', path: '/operator/trouble?kind=returned', within: true },
    { name: 'console-calendar', path: '/operator/calendar' },
    {
      name: 'console-calendar-correct',
      path: '/operator/calendar',
      setUp: pressing('Correct a Day'),
      within: true,
    },
    { name: 'console-search-found', path: `/operator/search?q=${DESK_SUBSCRIBER}` },
    { name: 'console-search-nobody', path: '/operator/search?q=zzz', within: true },
    { name: 'console-subscriber', path: `/operator/search?q=${DESK_SUBSCRIBER}`, setUp: toSubscriber },
    { name: 'console-subscription', path: `/operator/search?q=${DESK_SUBSCRIBER}`, setUp: toSubscription },
    { name: 'console-refund', path: `/operator/search?q=${DESK_SUBSCRIBER}`, setUp: toRefund, within: true },
    { name: 'console-mails', path: '/operator/emails' },
    { name: 'console-promotions', path: '/operator/promotions' },
    {
      name: 'console-promotion-new',
      path: '/operator/promotions',
      setUp: pressing('New Code'),
      within: true,
    },
    { name: 'console-figures', path: '/operator/figures' },
    { name: 'console-log', path: '/operator/log' },
  ],
};

/** Goes there and waits until it is all there. */
export async function visit(page: Page, { path, setUp }: PageState): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await settled(page);
  if (!setUp) return;
  await setUp(page);
  await settled(page);
}

/** The heading stands, nothing is on its way, and no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // What is under way behind an open question waits for its answer.
  const busy = 'body:not(:has(dialog[open])) [aria-busy="true"], dialog[open] [aria-busy="true"]';
  await expect(page.locator(busy)).toHaveCount(0);
}
