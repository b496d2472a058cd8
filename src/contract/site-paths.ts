export const PUBLIC_PATHS = {
  home: '/',
  privacy: '/privacy',
  terms: '/terms',
  support: '/support',
  press: '/press',
} as const;

/** Public pages with forms. They aren't listed for search engines. */
export const FORM_PATHS = {
  unsubscribe: '/unsubscribe',
  unsubscribed: '/unsubscribe/done',
  unsubscribeFailed: '/unsubscribe/failed',
  seasonWait: '/tell-me-when',
  waitAsked: '/tell-me-when/asked',
  waitRefused: '/tell-me-when/refused',
  waitNoSeason: '/tell-me-when/no-season',
  waitTooMany: '/tell-me-when/too-many',
  waitClosed: '/tell-me-when/closed',
  waitConfirm: '/tell-me-when/confirm',
  waitConfirmed: '/tell-me-when/confirmed',
  waitExpired: '/tell-me-when/expired',
  confirmEmail: '/confirm-email',
  acceptInvitation: '/accept-invitation',
  signinLink: '/signin-link',
  resetLink: '/reset-link',
  confirmEmailChange: '/confirm-email-change',
} as const;

/** The page that a link in an email opens, by the link's type (rules/accounts 72). */
export const LINK_PATHS = {
  signup: FORM_PATHS.confirmEmail,
  invite: FORM_PATHS.acceptInvitation,
  magiclink: FORM_PATHS.signinLink,
  recovery: FORM_PATHS.resetLink,
  email_change: FORM_PATHS.confirmEmailChange,
} as const;
export type LinkPath = (typeof LINK_PATHS)[keyof typeof LINK_PATHS];

/** The paths that accept a POST. */
export const FORM_ACTIONS: ReadonlySet<string> = new Set([
  FORM_PATHS.unsubscribe,
  FORM_PATHS.seasonWait,
  FORM_PATHS.waitConfirm,
  ...Object.values(LINK_PATHS),
]);

export const APP_PATHS = {
  signup: '/signup',
  signin: '/signin',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  authCallback: '/auth/callback',
  seasonSelection: '/season-selection',
  shipping: '/shipping',
  payment: '/payment',
  account: '/account',
  accountSubscription: '/account/subscription',
  accountCase: '/account/case',
  accountCaseLetter: '/account/case/letter',
  accountCasePuzzles: '/account/case/puzzles',
  accountCaseTheory: '/account/case/theory',
  accountCaseNotes: '/account/case/notes',
  accountCaseAlong: '/account/case/along',
  accountBilling: '/account/billing',
  accountReceipt: '/account/receipt',
  accountProfile: '/account/profile',
  giftSubscription: '/gift-subscription',
  giftClaim: '/gift/claim',
  readAlong: '/read-along',
  undo: '/undo',
  connectGoogle: '/connect-google',
} as const;

export const CONSOLE_PATHS = {
  today: '/operator',
  runs: '/operator/runs',
  run: '/operator/run',
  trouble: '/operator/trouble',
  returns: '/operator/returns',
  failedPayments: '/operator/failed-payments',
  payments: '/operator/payments',
  refunds: '/operator/refunds',
  stripeChanges: '/operator/stripe-changes',
  cancellations: '/operator/cancellations',
  gifts: '/operator/gifts',
  disputes: '/operator/disputes',
  dispute: '/operator/dispute',
  postage: '/operator/postage',
  calendar: '/operator/calendar',
  search: '/operator/search',
  subscribers: '/operator/subscribers',
  subscriber: '/operator/subscriber',
  imports: '/operator/imports',
  viewAs: '/operator/view-as',
  emails: '/operator/emails',
  promotions: '/operator/promotions',
  figures: '/operator/figures',
  caseFiles: '/operator/case-files',
  log: '/operator/log',
  staff: '/operator/staff',
  settings: '/operator/settings',
} as const;

export type PublicPath = (typeof PUBLIC_PATHS)[keyof typeof PUBLIC_PATHS];
export type FormPath = (typeof FORM_PATHS)[keyof typeof FORM_PATHS];
export type ConsolePath = (typeof CONSOLE_PATHS)[keyof typeof CONSOLE_PATHS];
export type AppPath = (typeof APP_PATHS)[keyof typeof APP_PATHS];

/** The service worker that makes the case file work offline. */
export const CASE_WORKER_PATH = '/case-worker.js';

export const DEV_PATHS = { ui: '/dev/ui', mailbox: '/dev/mailbox' } as const;

export const GIFT_PLAN_PARAMETER = 'planType';

/**
 * An event stream with two events without data: first `listening`, then `changed` whenever the account may have
 * changed.
 */
export const ACCOUNT_CHANGES_PATH = '/api/account/changes';

/** Browsers report crashes, and violations of a page's Content Security Policy, to this path. */
export const BROWSER_REPORTS_PATH = '/api/browser-reports';
