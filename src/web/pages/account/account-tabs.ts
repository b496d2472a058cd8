import { APP_PATHS } from '../../../contract/site-paths.ts';

export const ACCOUNT_TABS = [
  { name: 'Overview', path: APP_PATHS.account },
  { name: 'Subscription', path: APP_PATHS.accountSubscription },
  { name: 'Case File', path: APP_PATHS.accountCase, within: true },
  { name: 'Profile', path: APP_PATHS.accountProfile },
  { name: 'Billing', path: APP_PATHS.accountBilling },
] as const;
