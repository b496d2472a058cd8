import { expect, type Page } from '@playwright/test';
import { FORM_PATHS } from '../src/contract/site-paths.ts';
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
  /** The state lasts a moment and has no controls of its own. */
  readonly passing?: true;
}

type State = Step | Omit<PageState, 'name' | 'path'>;

function within(setUp: Step = steps()): State {
  return { setUp, within: true };
}

/** A page in only these states. */
function at(path: string, states: Readonly<Record<string, State>>): PageState[] {
  return Object.entries(states).map(([name, state]) => ({
    name,
    path,
    ...(typeof state === 'function' ? { setUp: state } : state),
  }));
}

/** A page as it loads, and in further states that are named after it. */
function whole(path: string, states: Readonly<Record<string, State>> = {}, name = nameOf(path)): PageState[] {
  const further = Object.entries(states).map(([state, step]) => [`${name}-${state}`, step] as const);
  return [{ name, path }, ...at(path, Object.fromEntries(further))];
}

/** Pages as they load for users at that stage. */
function loaded(paths: readonly string[], stage: string): PageState[] {
  return paths.flatMap((path) => whole(path, {}, `${nameOf(path)}-${stage}`));
}

function nameOf(path: string): string {
  return path.slice(1).replaceAll(/[/?=]+/g, '-');
}

/** As long as our tokens, but invalid. */
const GIFT_LINK = `/gift/claim?token=${'a'.repeat(43)}`;
const SEAT_LINK = `/read-along?token=${'a'.repeat(43)}`;
const SHIPPING = '/shipping?season=season-1';
const SEARCH = `/operator/search?q=${DESK_SUBSCRIBER}`;
const RUN = '/operator/run?run=';
const CASE_FILE = ['/account/case', '/account/case/puzzles', '/account/case/theory'];
const CASE_LETTER = '/account/case/letter?season=season-1&letter=2';
const SUBSCRIPTIONS = ['/account', '/account/subscription'];

/** The form keeps earlier input; the address from signup is valid. */
const toPayment = steps(select('Your addresses', { index: 0 }), button('Continue to Payment'), field('Card number'));

function payWith(card: string): Step {
  return steps(toPayment, (page) => enterCard(page, card), button('Pay $15.00'));
}

const withCode = steps(toPayment, fill({ 'Promo code': 'LETTER20' }), button('Apply'), text('Promo code applied!'));

const refusedSignIn = steps(
  fill({ Email: 'none@deadletter.example', Password: 'not-the-password' }),
  button('Sign In'),
  alert(),
);

/** A Canadian address with a wrong postal code and no street. */
const refusedAddress = steps(
  select('Country', 'Canada'),
  fill({ 'Street address': '', 'Postal code': '12345' }),
  button('Continue to Payment'),
);

/** The customer page that `desk.ts` fills with every kind of line. */
const toSubscriber = steps(link(/@wickharbor/), heading('Customer'));

/** Every page and its main states, by who can see them. A new page is one line here: tests and pictures then have it. */
export const PAGE_STATES: Readonly<Record<Visitor, readonly PageState[]>> = {
  anonymous: [
    ...['/privacy', '/terms', '/support', '/press', '/nobody-lives-here', '/forgot-password'].flatMap((path) =>
      whole(path),
    ),
    ...Object.values(FORM_PATHS).flatMap((path) => whole(path)),
    ...at('/l/0123456789ABCDEF', { 'letter-code': {} }),
    ...['came', 'found', 'later'].flatMap((name) => at(`/l/${name}`, { [`letter-code-${name}`]: {} })),
    ...loaded(
      ['/reset-password', '/season-selection', '/gift/claim', '/read-along', '/undo', '/connect-google'],
      'without-link',
    ),
    ...whole('/', { gift: within(button('Give as a gift')) }, 'landing'),
    ...whole('/signup', { refused: within(button('Create Account')) }),
    ...whole('/signin', { refused: within(refusedSignIn) }),
    // Last, because the browser keeps the code and the half session, which change all later pages.
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
    // The callback's own screen shows for a moment first.
    ...at('/auth/callback?error=access_denied', { 'signin-sent-back': heading('Sign In') }),
    ...whole(GIFT_LINK, {}, 'gift-claim-signed-out'),
    ...whole(SEAT_LINK, {}, 'read-along-signed-out'),
  ],
  new: [
    ...loaded([...SUBSCRIPTIONS, '/account/billing', '/account/case/notes', '/account/case/along'], 'empty'),
    ...whole(SHIPPING, { refused: within(refusedAddress) }, 'shipping'),
    ...at(SHIPPING, { payment: toPayment, 'payment-with-code': withCode }),
    ...whole('/gift-subscription'),
    ...at(SHIPPING, { error: setUp.broken }),
  ],
  subscriber: [
    ...whole('/account', {
      calendar: within(setUp.unfolded),
      'letter-missing': within(steps(setUp.unfolded, link(/hasn’t arrived/))),
    }),
    ...whole('/account/subscription', {
      manage: within(button('Manage')),
      cancel: within(button('Manage', 'Cancel Subscription')),
      address: within(button('Manage', 'Update Shipping Address')),
      hold: within(button('Manage', 'Hold Letters')),
      elsewhere: within(button('Manage', 'Temporary Address')),
    }),
    ...whole('/account/billing', { receipt: steps(link(/Receipt/), heading(/Receipt/)) }),
    ...whole('/account/case/notes', { pinned: within(button('Pin a note')) }),
    ...at('/account/billing?dialog=card', { 'account-billing-card': within() }),
    ...at('/account/billing?dialog=address', { 'account-billing-address': within() }),
    ...whole('/account/receipt?invoice=in_nothing'),
    ...whole('/account/profile', {
      address: within(button('Edit address')),
      password: within(button('Change Password')),
      'two-step': within(button('Turn On')),
      'is-it-you': within(setUp.askedWhoTheyAre),
    }),
    ...at('/account/profile?dialog=delete', { 'account-profile-delete': within() }),
    ...CASE_FILE.flatMap((path) => whole(path)),
    ...whole('/account/nowhere'),
  ],
  cancelled: loaded(SUBSCRIPTIONS, 'cancelled'),
  overdue: loaded([...SUBSCRIPTIONS, '/account/billing'], 'overdue'),
  buyer: [
    ...at('/', { 'auth-callback': { setUp: setUp.settingUp, passing: true } }),
    ...at(SHIPPING, { 'payment-declined': steps(payWith(CARDS.declined), alert('Your card was declined.')) }),
    ...at('/account?success=true', { 'account-thanks': setUp.thanked }),
    ...at('/season-selection', { 'season-second': text('You already have this season.') }),
  ],
  giver: [
    ...at('/gift-subscription', { 'gift-payment': steps(goToGiftPayment, field('Card number')) }),
    ...at('/account', { 'account-away': setUp.awayFromHome }),
    ...whole(
      '/account/subscription',
      {
        change: within(link('Change address or date')),
        correct: within(link('Correct email or message')),
        cancel: within(link('Cancel gift')),
      },
      'account-gifts',
    ),
  ],
  recipient: [
    // The link is none of ours.
    ...at(GIFT_LINK, { 'gift-claim-refused': alert() }),
    ...at('/gift/claim', {
      'gift-claim-link': setUp.claimLink,
      'gift-claim-opened': within(steps(setUp.claimLink, button('Open the Gift'), heading('The Gift Is Yours'))),
    }),
    ...loaded(SUBSCRIPTIONS, 'gift-received'),
    ...at('/season-selection', { 'season-given': text('You have this season as a gift from') }),
  ],
  finished: [
    ...loaded([...SUBSCRIPTIONS, ...CASE_FILE, CASE_LETTER], 'completed'),
    // The link is none of ours.
    ...at(SEAT_LINK, { 'read-along-refused': alert() }),
    ...at('/read-along', { 'read-along-invited': setUp.invited }),
    ...whole('/account/case/along', {
      table: setUp.atTable,
      link: within(setUp.withNewLink),
      leave: within(steps(setUp.atTable, button('Leave the group'))),
      blocked: setUp.withBlocked,
    }),
    // Last: the theme stays dark.
    ...[...CASE_FILE, CASE_LETTER, '/account/case/notes', '/account/case/along'].flatMap((path) =>
      at(path, { [`${nameOf(path)}-dark`]: setUp.darkTheme }),
    ),
  ],
  guarded: whole(
    '/account/profile',
    { add: within(button('Add Another Authenticator App')), remove: within(button('Remove')) },
    'account-two-step',
  ),
  keyholder: loaded(['/operator'], 'locked'),
  operator: [
    ...[
      '/operator',
      '/operator/emails',
      '/operator/imports',
      '/operator/figures',
      '/operator/subscribers',
      '/operator/failed-payments',
      '/operator/payments',
      '/operator/refunds',
      '/operator/stripe-changes',
      '/operator/cancellations',
      '/operator/gifts',
      '/operator/case-files',
      '/operator/log',
      '/operator/staff',
      '/operator/settings',
    ].flatMap((path) => whole(path)),
    ...whole('/operator/runs', { open: within(button('Open a Run')), planned: setUp.toPlannedRun }),
    ...whole(`${RUN}${DESK_RUNS.frozen}`, { decide: within(setUp.toCorrection) }, 'operator-run-frozen'),
    ...whole(`${RUN}${DESK_RUNS.none}`, {}, 'operator-run-nowhere'),
    ...whole(`${RUN}${DESK_RUNS.printed}`, { 'hand-over': within(button('Hand Over')) }, 'operator-run-printed'),
    ...whole(`${RUN}${DESK_RUNS.handedOver}`, { report: within(button(/^Report/)) }, 'operator-run-handed-over'),
    ...whole('/operator/trouble'),
    ...at('/operator/trouble?kind=reships', { 'operator-trouble-asked': within() }),
    ...at('/operator/trouble?kind=lost', { 'operator-trouble-lost': within() }),
    ...at('/operator/trouble?kind=found', { 'operator-trouble-found': within() }),
    ...at('/operator/trouble?kind=returned', { 'operator-trouble-returned': within() }),
    ...at('/operator/trouble?kind=quiet', { 'operator-trouble-quiet': within() }),
    ...at('/operator/trouble?kind=coming_back', { 'operator-trouble-coming-back': within() }),
    ...whole('/operator/returns', {
      unknown: within(steps(fill({ Code: 'F20260101-01-000001' }), button('Look It Up'), text('We couldn’t find'))),
      letter: within(steps(fill({ Code: 'L20240304-01-000003' }), button('Look It Up'), heading(/^Letter 1/))),
      known: within(steps(fill({ Code: 'L20240304-01-000002' }), button('Look It Up'), text('known already'))),
    }),
    ...whole('/operator/postage', { enter: within(button('Enter Rates')), change: within(button(/^Change/)) }),
    ...whole('/operator/calendar', { correct: within(button('Correct a Day')) }),
    ...at('/operator/search?q=zzz', { 'operator-search-none': within() }),
    ...whole(SEARCH, { subscriber: toSubscriber }, 'operator-search'),
    ...at('/operator/search?q=Snorri', {
      'operator-refund': within(steps(toSubscriber, button('Cancel or refund'))),
    }),
    ...whole('/operator/promotions', { new: within(button('New Code')) }),
  ],
};

const MAIN_VISITORS = ['anonymous', 'subscriber', 'new', 'finished', 'operator'] satisfies Visitor[];
const mainPages = new Set<string>();

function isFirstOfPage({ path, setUp: bring }: PageState): boolean {
  const [page = ''] = path.split('?');
  if (bring || mainPages.has(page)) return false;
  mainPages.add(page);
  return true;
}

/** Each page once, as it loads for the first visitor who can see it. */
export const MAIN_STATES = MAIN_VISITORS.map(
  (visitor) => [visitor, PAGE_STATES[visitor].filter(isFirstOfPage)] as const,
);

/** Opens the page and waits until it has settled. */
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
  // Behind an open dialog, work waits for the user's answer.
  const busy = 'body:not(:has(dialog[open])) [aria-busy="true"], dialog[open] [aria-busy="true"]';
  await expect(page.locator(busy)).toHaveCount(0);
}
