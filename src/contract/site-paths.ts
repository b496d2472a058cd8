export const PUBLIC_PATHS = {
  home: '/',
  privacy: '/privacy',
  terms: '/terms',
  support: '/support',
  press: '/press',
} as const;

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
  accountBilling: '/account/billing',
  accountReceipt: '/account/receipt',
  accountProfile: '/account/profile',
  giftSubscription: '/gift-subscription',
  giftClaim: '/gift/claim',
  undo: '/undo',
  connectGoogle: '/connect-google',
} as const;

export const CONSOLE_PATHS = {
  today: '/operator',
  runs: '/operator/runs',
  run: '/operator/run',
  trouble: '/operator/trouble',
  returns: '/operator/returns',
  postage: '/operator/postage',
  calendar: '/operator/calendar',
  search: '/operator/search',
  subscriber: '/operator/subscriber',
  emails: '/operator/emails',
  promotions: '/operator/promotions',
  figures: '/operator/figures',
  log: '/operator/log',
} as const;

/** Lets the console's addresses open directly; it grants no access. */
export function consoleCookie(isSecure: boolean): string {
  return isSecure ? '__Host-console' : 'console';
}

export type PublicPath = (typeof PUBLIC_PATHS)[keyof typeof PUBLIC_PATHS];
export type ConsolePath = (typeof CONSOLE_PATHS)[keyof typeof CONSOLE_PATHS];
export type AppPath = (typeof APP_PATHS)[keyof typeof APP_PATHS];

export const DEV_PATHS = { ui: '/dev/ui', mailbox: '/dev/mailbox' } as const;

export const GIFT_PLAN_PARAMETER = 'planType';

/** Two events without data: `listening` at first, `changed` when the account may differ. */
export const ACCOUNT_CHANGES_PATH = '/api/account/changes';
