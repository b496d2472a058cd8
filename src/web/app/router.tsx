import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { DEV_PATHS, APP_PATHS } from '../../contract/site-paths.ts';
import type { GiftDraftReply } from '../../contract/gifts.ts';
import type { PlanType } from '../../domain/plans.ts';
import { OverviewToCome } from '../pages/account/account-static-frame.tsx';
import { afterGoogle } from '../pages/auth/after-google.ts';
import type { ResetTokens } from '../pages/auth/recovery.ts';
import { prefetchBilling } from '../pages/billing/billing-queries.ts';
import { BillingToCome } from '../pages/billing/billing-to-come.tsx';
import { prefetchPromo } from '../pages/checkout/promo-query.ts';
import { loadPurchase, prefetchCopies, prefetchOwnSeasons, requireSeason } from '../pages/checkout/purchase.ts';
import { ShippingStaticFrame } from '../pages/checkout/shipping-layout.tsx';
import { hasNoticeFocus } from '../ui/notice.tsx';
import { consoleRoutes, homeOfUser } from './console-routes.ts';
import { reportFailure } from './failure-report.ts';
import { goesOn, seasonsPath, signedInUser, skipWhenSignedIn } from './guards.ts';
import { ErrorScreen, NotFoundScreen, PendingScreen, SettingUpScreen } from './screens.tsx';
import {
  accountQuery,
  addressesQuery,
  checkoutConfigQuery,
  giftsQuery,
  queryClient,
  securityQuery,
  userQuery,
} from './queries.ts';
import {
  accountSearch,
  billingSearch,
  callbackSearch,
  caseLetterSearch,
  caseSearch,
  claimSearch,
  giftSearch,
  noteSearch,
  parseSearch,
  paymentSearch,
  profileSearch,
  receiptSearch,
  resetSearch,
  seasonSearch,
  shippingSearch,
  stringifySearch,
  subscriptionSearch,
  undoSearch,
  connectGoogleSearch,
  authSearch,
  forgotSearch,
} from './search-params.ts';
import { overviewQuery } from './overview-query.ts';
import { hasFieldFocus } from './heading-focus.ts';
import { pageChunk } from './page-chunk.ts';
import { page, root, signedIn } from './root-routes.tsx';

const signup = createRoute({
  getParentRoute: () => root,
  path: APP_PATHS.signup,
  validateSearch: authSearch,
  beforeLoad: skipWhenSignedIn(seasonsPath),
  ...page('Join the Club', () => import('../pages/auth/signup-page.tsx'), 'SignupPage'),
});

const signin = createRoute({
  getParentRoute: () => root,
  path: APP_PATHS.signin,
  validateSearch: authSearch,
  beforeLoad: skipWhenSignedIn(homeOfUser),
  ...page('Sign In', () => import('../pages/auth/signin-page.tsx'), 'SigninPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: APP_PATHS.forgotPassword,
  validateSearch: forgotSearch,
  ...page('Forgot Your Password?', () => import('../pages/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: APP_PATHS.resetPassword,
  validateSearch: resetSearch,
  ...page('Reset Your Password', () => import('../pages/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const authCallback = createRoute({
  getParentRoute: () => root,
  path: APP_PATHS.authCallback,
  staticData: { title: 'Setting Up Your Account' },
  validateSearch: callbackSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    throw redirect({ href: await afterGoogle(deps), replace: true });
  },
  pendingMs: 0,
  pendingComponent: SettingUpScreen,
});

const seasonSelection = createRoute({
  getParentRoute: () => root,
  path: APP_PATHS.seasonSelection,
  validateSearch: seasonSearch,
  loader: prefetchCopies,
  ...page('Choose Your Season', () => import('../pages/checkout/season-page.tsx'), 'SeasonPage'),
});

const shipping = createRoute({
  getParentRoute: () => signedIn,
  path: APP_PATHS.shipping,
  validateSearch: shippingSearch,
  beforeLoad: ({ search }) => requireSeason(search),
  loader: async () => (await Promise.all([queryClient.fetchQuery(addressesQuery), prefetchOwnSeasons()]))[0],
  pendingComponent: ShippingStaticFrame,
  ...page('Where Do Your Letters Go?', () => import('../pages/checkout/shipping-page.tsx'), 'ShippingPage'),
});

const payment = createRoute({
  getParentRoute: () => signedIn,
  path: APP_PATHS.payment,
  validateSearch: paymentSearch,
  loaderDeps: ({ search: { season, address } }) => ({ season, address }),
  loader: async ({ context: { user }, deps, location }) => {
    const [config, purchase] = await Promise.all([
      queryClient.ensureQueryData(checkoutConfigQuery),
      loadPurchase(user.id, deps, location.state),
    ]);
    await prefetchPromo(purchase, paymentSearch.parse(location.search));
    return { config, purchase };
  },
  ...page('Payment', () => import('../pages/checkout/payment-page.tsx'), 'PaymentPage'),
});

const giftSubscription = createRoute({
  getParentRoute: () => signedIn,
  path: APP_PATHS.giftSubscription,
  validateSearch: giftSearch,
  // Public pages have no router, so their choices are moved from the URL into navigation state (rules/gifts 2).
  beforeLoad: ({ search: { planType } }) => {
    if (planType === undefined) return;
    throw redirect({ to: APP_PATHS.giftSubscription, search: {}, state: { planType }, replace: true });
  },
  ...page('Gift Subscription', () => import('../pages/gift/gift-page.tsx'), 'GiftPage'),
});

const giftClaim = createRoute({
  getParentRoute: () => root,
  path: APP_PATHS.giftClaim,
  validateSearch: claimSearch,
  loader: async () => ({ signedIn: (await signedInUser()) !== null }),
  ...page('A Gift for You', () => import('../pages/gift/claim-page.tsx'), 'ClaimPage'),
});

const readAlong = createRoute({
  getParentRoute: () => root,
  path: APP_PATHS.readAlong,
  validateSearch: claimSearch,
  loader: async () => ({ signedIn: (await signedInUser()) !== null }),
  ...page('Read Along', () => import('../pages/case-file/read-along/join-page.tsx'), 'JoinPage'),
});

const undo = createRoute({
  getParentRoute: () => root,
  path: APP_PATHS.undo,
  validateSearch: undoSearch,
  ...page('Undo a Change', () => import('../pages/auth/undo-page.tsx'), 'UndoPage'),
});

const connectGoogle = createRoute({
  getParentRoute: () => root,
  path: APP_PATHS.connectGoogle,
  validateSearch: connectGoogleSearch,
  ...page('Connect Google', () => import('../pages/auth/connect-google-page.tsx'), 'ConnectGooglePage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: APP_PATHS.account,
  component: lazyRouteComponent(
    pageChunk(() => import('../pages/account/account-frame.tsx')),
    'AccountFrame',
  ),
});

const accountOverview = createRoute({
  getParentRoute: () => account,
  path: '/',
  validateSearch: accountSearch,
  beforeLoad: ({ location }) => {
    const href = goesOn(location);
    if (href !== null) throw redirect({ href, replace: true });
  },
  loader: () => queryClient.prefetchQuery(overviewQuery),
  pendingComponent: OverviewToCome,
  ...page('Your Account', () => import('../pages/account/overview-page.tsx'), 'OverviewPage'),
});

const accountSubscription = createRoute({
  getParentRoute: () => account,
  path: 'subscription',
  validateSearch: subscriptionSearch,
  loader: () => {
    void queryClient.prefetchQuery(accountQuery);
    void queryClient.prefetchQuery(giftsQuery);
  },
  ...page('Subscription', () => import('../pages/subscriptions/subscription-page.tsx'), 'SubscriptionPage'),
});

const accountCaseNotes = createRoute({
  getParentRoute: () => account,
  path: 'case/notes',
  validateSearch: noteSearch,
  ...page('Notes', () => import('../pages/notes/notes-page.tsx'), 'NotesPage'),
});

const accountCase = createRoute({
  getParentRoute: () => account,
  path: 'case',
  validateSearch: caseSearch,
  ...page('Case File', () => import('../pages/case-file/case-file-page.tsx'), 'CaseFilePage'),
});

const accountCasePuzzles = createRoute({
  getParentRoute: () => account,
  path: 'case/puzzles',
  validateSearch: caseSearch,
  ...page('Puzzles', () => import('../pages/case-file/puzzles-page.tsx'), 'PuzzlesPage'),
});

const accountCaseTheory = createRoute({
  getParentRoute: () => account,
  path: 'case/theory',
  validateSearch: caseSearch,
  ...page('Your Theory', () => import('../pages/case-file/theory/theory-page.tsx'), 'TheoryPage'),
});

const accountCaseAlong = createRoute({
  getParentRoute: () => account,
  path: 'case/along',
  validateSearch: caseSearch,
  ...page('Read Along', () => import('../pages/case-file/read-along/read-along-page.tsx'), 'ReadAlongPage'),
});

// Not inside the account's layout, so that the letter has the whole width.
const accountCaseLetter = createRoute({
  getParentRoute: () => signedIn,
  path: APP_PATHS.accountCaseLetter,
  validateSearch: caseLetterSearch,
  beforeLoad: ({ search: { season, letter } }) => {
    if (season === undefined || letter === undefined) throw redirect({ to: APP_PATHS.accountCase, search: { season } });
    return { season, letter: Number(letter) };
  },
  ...page('A Letter', () => import('../pages/case-file/letter/letter-page.tsx'), 'LetterPage'),
});

const accountBilling = createRoute({
  getParentRoute: () => account,
  path: 'billing',
  validateSearch: billingSearch,
  loader: prefetchBilling,
  pendingComponent: BillingToCome,
  pendingMs: 0,
  pendingMinMs: 0,
  ...page('Billing', () => import('../pages/billing/billing-page.tsx'), 'BillingPage'),
});

const accountReceipt = createRoute({
  getParentRoute: () => account,
  path: 'receipt',
  validateSearch: receiptSearch,
  beforeLoad: ({ search: { invoice } }) => {
    if (invoice === undefined) throw redirect({ to: APP_PATHS.accountBilling });
    return { invoice };
  },
  ...page('Receipt', () => import('../pages/billing/receipt-page.tsx'), 'ReceiptPage'),
});

const accountProfile = createRoute({
  getParentRoute: () => account,
  path: 'profile',
  validateSearch: profileSearch,
  loader: () => {
    void queryClient.prefetchQuery(securityQuery);
    void queryClient.prefetchQuery(userQuery);
  },
  ...page('Profile', () => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
});

// Never served in production.
const devUi = createRoute({
  getParentRoute: () => root,
  path: DEV_PATHS.ui,
  ...page('Building blocks', () => import('../pages/dev/ui-page.tsx'), 'UiPage'),
});

const routeTree = root.addChildren([
  devUi,
  signup,
  signin,
  forgotPassword,
  resetPassword,
  authCallback,
  seasonSelection,
  giftClaim,
  readAlong,
  undo,
  connectGoogle,
  signedIn.addChildren([
    shipping,
    payment,
    giftSubscription,
    consoleRoutes,
    accountCaseLetter,
    account.addChildren([
      accountOverview,
      accountSubscription,
      accountCase,
      accountCasePuzzles,
      accountCaseTheory,
      accountCaseNotes,
      accountCaseAlong,
      accountBilling,
      accountReceipt,
      accountProfile,
    ]),
  ]),
]);

let isFirstScroll = true;

function isScrollOurs(): boolean {
  const isVisitors = isFirstScroll && scrollY > 0;
  isFirstScroll = false;
  return !isVisitors && !hasNoticeFocus() && !hasFieldFocus();
}

export const routerOptions = {
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: isScrollOurs,
  defaultPreload: 'intent',
  // The query cache decides which data is fresh, not the loader.
  defaultPreloadStaleTime: 0,
  defaultStaleReloadMode: 'blocking',
  defaultPendingMs: 300,
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: ErrorScreen,
  defaultOnCatch: reportFailure,
  defaultNotFoundComponent: NotFoundScreen,
} as const;

export const router = createRouter(routerOptions);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    title?: string;
  }
  interface HistoryState {
    awaitedSubscription?: string;
    planType?: PlanType;
    isGift?: boolean;
    gift?: GiftDraftReply;
    resetTokens?: ResetTokens;
    typedEmail?: string;
    /** True if the page opened the dialog, so that going one step back closes it. */
    dialogOpenedHere?: boolean;
  }
}
