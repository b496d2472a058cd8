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
} as const;

export type PublicPath = (typeof PUBLIC_PATHS)[keyof typeof PUBLIC_PATHS];
export type AppPath = (typeof APP_PATHS)[keyof typeof APP_PATHS];
