import { expect, type Page } from '@playwright/test';
import {
  type Arrangement,
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
} from './arrangements.ts';
import {
  toCorrection,
  toPlannedRun,
  toRefund,
  toReport,
  toSubscriber,
  toSubscription,
} from './console-arrangements.ts';
import { DESK_READER, DESK_RUNS } from './desk.ts';
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
} from './mail-arrangements.ts';
import type { Visitor } from './visitors.ts';

/** As long as one of ours, and none. */
const GIFT_LINK = `/gift/claim?token=${'a'.repeat(43)}`;

/** A page of the site in one state. */
export interface Place {
  /** Also the name of its picture. */
  readonly name: string;
  readonly path: string;
  /** Brings the page, once loaded, into the state. */
  readonly arrange?: Arrangement;
  /** Whoever presses every control of the page comes into this state too. */
  readonly within?: true;
  /** It is there for a moment, and with nothing of its own to press. */
  readonly passing?: true;
}

/** Every page and its main states, by who can see them. A new page is one line here: tests and pictures then have it. */
export const PLACES: Readonly<Record<Visitor, readonly Place[]>> = {
  nobody: [
    { name: 'landing', path: '/' },
    { name: 'landing-gift', path: '/', arrange: pressing('Give as a gift'), within: true },
    { name: 'privacy', path: '/privacy' },
    { name: 'terms', path: '/terms' },
    { name: 'support', path: '/support' },
    { name: 'nowhere', path: '/nobody-lives-here' },
    { name: 'signup', path: '/signup' },
    { name: 'signup-refused', path: '/signup', arrange: pressing('Create Account'), within: true },
    { name: 'signin', path: '/signin' },
    { name: 'signin-refused', path: '/signin', arrange: refusedSignIn, within: true },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'reset-password-without-link', path: '/reset-password' },
    { name: 'season-selection', path: '/season-selection' },
    { name: 'gift-claim', path: '/gift/claim' },
    { name: 'undo-without-link', path: '/undo' },
    // Last: the browser keeps the code, and then half a session, and every page after them would know of it.
    { name: 'landing-with-code', path: '/?promo=LETTER20', within: true },
    { name: 'signin-second-step', path: '/signin', arrange: toSecondStep },
  ],
  forgetful: [
    { name: 'forgot-password-sent', path: '/forgot-password', arrange: linkSent },
    { name: 'reset-password', path: '/reset-password', arrange: resetLink },
    { name: 'reset-password-second-step', path: '/reset-password', arrange: resetOwesSecondStep },
    { name: 'reset-password-done', path: '/reset-password', arrange: passwordReset },
    { name: 'undo', path: '/undo', arrange: undoLink },
    { name: 'undo-done', path: '/undo', arrange: undone },
    { name: 'signup-check-email', path: '/signup', arrange: checkYourEmail },
    { name: 'signin-sent-back', path: '/auth/callback?error=access_denied' },
    { name: 'gift-claim-signed-out', path: GIFT_LINK },
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
    { name: 'account-letter-missing', path: '/account', arrange: missingLetter, within: true },
    { name: 'account-subscription', path: '/account/subscription' },
    {
      name: 'account-subscription-manage',
      path: '/account/subscription',
      arrange: pressing('Manage'),
      within: true,
    },
    {
      name: 'account-subscription-cancel',
      path: '/account/subscription',
      arrange: managing('Cancel Subscription'),
      within: true,
    },
    {
      name: 'account-subscription-address',
      path: '/account/subscription',
      arrange: managing('Update Shipping Address'),
      within: true,
    },
    {
      name: 'account-subscription-hold',
      path: '/account/subscription',
      arrange: managing('Hold Letters'),
      within: true,
    },
    {
      name: 'account-subscription-elsewhere',
      path: '/account/subscription',
      arrange: managing('Send Letters Elsewhere'),
      within: true,
    },
    { name: 'account-billing', path: '/account/billing' },
    { name: 'account-billing-card', path: '/account/billing?dialog=card', within: true },
    { name: 'account-billing-address', path: '/account/billing?dialog=address', within: true },
    { name: 'account-receipt', path: '/account/billing', arrange: toReceipt },
    { name: 'account-receipt-nowhere', path: '/account/receipt?invoice=in_nothing' },
    { name: 'account-profile', path: '/account/profile' },
    { name: 'account-profile-address', path: '/account/profile', arrange: pressing('Edit address'), within: true },
    { name: 'account-profile-password', path: '/account/profile', arrange: pressing('Change Password'), within: true },
    { name: 'account-profile-two-step', path: '/account/profile', arrange: pressing('Turn On'), within: true },
    { name: 'account-profile-is-it-you', path: '/account/profile', arrange: askedWhoTheyAre, within: true },
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
    { name: 'auth-callback', path: '/', arrange: settingUp, passing: true },
    { name: 'payment-declined', path: '/shipping?season=season-1', arrange: declined },
    { name: 'account-thanks', path: '/account?success=true', arrange: thanked },
    { name: 'payment-second', path: '/shipping?season=season-1', arrange: askedAboutSecond },
  ],
  giver: [
    { name: 'gift-payment', path: '/gift-subscription', arrange: toGiftPayment },
    { name: 'account-away', path: '/account', arrange: awayFromHome },
    { name: 'account-gifts', path: '/account/subscription' },
    {
      name: 'account-gift-change',
      path: '/account/subscription',
      arrange: following('Change address or date'),
      within: true,
    },
    { name: 'account-gift-cancel', path: '/account/subscription', arrange: following('Cancel gift'), within: true },
  ],
  recipient: [
    { name: 'gift-claim-refused', path: GIFT_LINK, arrange: giftRefused },
    { name: 'gift-claim-link', path: '/gift/claim', arrange: claimLink },
    { name: 'gift-claim-opened', path: '/gift/claim', arrange: giftOpened, within: true },
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
      arrange: pressing('Add Another Authenticator'),
      within: true,
    },
    { name: 'account-two-step-remove', path: '/account/profile', arrange: pressing('Remove'), within: true },
  ],
  keyholder: [{ name: 'console-locked', path: '/operator' }],
  operator: [
    { name: 'console', path: '/operator' },
    { name: 'console-runs', path: '/operator/runs' },
    { name: 'console-runs-open', path: '/operator/runs', arrange: pressing('Open a Run'), within: true },
    { name: 'console-run-planned', path: '/operator/runs', arrange: toPlannedRun },
    { name: 'console-run-nowhere', path: `/operator/run?run=${DESK_RUNS.none}` },
    { name: 'console-run-frozen', path: `/operator/run?run=${DESK_RUNS.frozen}` },
    { name: 'console-run-decide', path: `/operator/run?run=${DESK_RUNS.frozen}`, arrange: toCorrection, within: true },
    { name: 'console-run-printed', path: `/operator/run?run=${DESK_RUNS.printed}` },
    {
      name: 'console-run-hand-over',
      path: `/operator/run?run=${DESK_RUNS.printed}`,
      arrange: pressing('Hand Over'),
      within: true,
    },
    { name: 'console-run-handed-over', path: `/operator/run?run=${DESK_RUNS.handedOver}` },
    { name: 'console-run-report', path: `/operator/run?run=${DESK_RUNS.handedOver}`, arrange: toReport, within: true },
    { name: 'console-trouble-set-aside', path: '/operator/trouble' },
    { name: 'console-trouble-asked', path: '/operator/trouble?kind=reships', within: true },
    { name: 'console-trouble-lost', path: '/operator/trouble?kind=lost', within: true },
    { name: 'console-trouble-returned', path: '/operator/trouble?kind=returned', within: true },
    { name: 'console-calendar', path: '/operator/calendar' },
    {
      name: 'console-calendar-correct',
      path: '/operator/calendar',
      arrange: pressing('Correct a Day'),
      within: true,
    },
    { name: 'console-search-found', path: `/operator/search?q=${DESK_READER}` },
    { name: 'console-search-nobody', path: '/operator/search?q=zzz', within: true },
    { name: 'console-subscriber', path: `/operator/search?q=${DESK_READER}`, arrange: toSubscriber },
    { name: 'console-subscription', path: `/operator/search?q=${DESK_READER}`, arrange: toSubscription },
    { name: 'console-refund', path: `/operator/search?q=${DESK_READER}`, arrange: toRefund, within: true },
    { name: 'console-mails', path: '/operator/mails' },
    { name: 'console-promotions', path: '/operator/promotions' },
    {
      name: 'console-promotion-new',
      path: '/operator/promotions',
      arrange: pressing('New Code'),
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
  // What is under way behind an open question waits for its answer.
  const busy = 'body:not(:has(dialog[open])) [aria-busy="true"], dialog[open] [aria-busy="true"]';
  await expect(page.locator(busy)).toHaveCount(0);
}
