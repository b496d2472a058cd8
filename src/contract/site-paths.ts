/** Every page of the site. The server decides by it which document to send; the browser builds its links from it. */
export const PUBLIC_PATHS = { home: '/', privacy: '/privacy', terms: '/terms', support: '/support' } as const;

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
} as const;

/** The operators' console. To everybody else there is nothing at these addresses, so they are in no list of pages. */
export const CONSOLE_PATHS = {
  today: '/operator',
  runs: '/operator/runs',
  run: '/operator/run',
  trouble: '/operator/trouble',
  calendar: '/operator/calendar',
  search: '/operator/search',
  subscriber: '/operator/subscriber',
  emails: '/operator/emails',
  promotions: '/operator/promotions',
  figures: '/operator/figures',
  log: '/operator/log',
} as const;

/**
 * Set by the app in the browser of somebody who was let into the console, so that its address may be opened there directly. It
 * opens nothing by itself: it only chooses between the app, which asks the server who is there, and the page for unknown addresses.
 */
export const CONSOLE_COOKIE = 'console';

export type PublicPath = (typeof PUBLIC_PATHS)[keyof typeof PUBLIC_PATHS];
export type ConsolePath = (typeof CONSOLE_PATHS)[keyof typeof CONSOLE_PATHS];
export type AppPath = (typeof APP_PATHS)[keyof typeof APP_PATHS];
