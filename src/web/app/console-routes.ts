import { createRoute, notFound, redirect } from '@tanstack/react-router';
import type { Role } from '../../domain/staff-roles.ts';
import { APP_PATHS, CONSOLE_PATHS } from '../../contract/site-paths.ts';
import { ApiFailure } from './api-failure.ts';
import { call } from './api.ts';
import { accountQuery, queryClient } from './queries.ts';
import {
  cancellationsSearch,
  disputeSearch,
  disputesSearch,
  emailsSearch,
  failedPaymentsSearch,
  giftsSearch,
  paymentsSearch,
  refundsSearch,
  figuresSearch,
  importsSearch,
  logSearch,
  runSearch,
  runsSearch,
  searchSearch,
  subscriberSearch,
  subscribersSearch,
  troubleSearch,
  viewAsSearch,
} from './search-params.ts';
import { hasPassedTwoSteps } from './second-step.ts';
import { page, signedIn } from './root-routes.tsx';
import { settledSession } from './session.ts';

/** A user who isn't an operator gets the page for unknown paths. */
async function requireOperator() {
  const { operator = false } = await queryClient.ensureQueryData(accountQuery);
  if (!operator) throw notFound();
}

/** After sign-in, operators go to the console and other users to their account. */
export async function homeOfUser(): Promise<string> {
  try {
    return (await queryClient.ensureQueryData(accountQuery)).operator ? CONSOLE_PATHS.today : APP_PATHS.account;
  } catch {
    // The account page shows the problem.
    return APP_PATHS.account;
  }
}

/** What an operator's session lacks for the console; null if nothing. */
export type ConsoleLock = 'second-step' | 'recovery-code' | 'unknown-authenticator' | null;

export interface ConsoleAccess {
  readonly lock: ConsoleLock;
  /** Null while the session may not open the console. */
  readonly role: Role | null;
}

async function consoleAccess(): Promise<ConsoleAccess> {
  const session = await settledSession();
  if (session === null || !hasPassedTwoSteps(session)) return { lock: 'second-step', role: null };
  const { getAuthenticator } = await import('../../contract/operator/constants.ts');
  try {
    const { opensConsole, role } = await call(getAuthenticator);
    return { lock: opensConsole ? null : 'unknown-authenticator', role };
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'not_found') return { lock: 'recovery-code', role: null };
    throw error;
  }
}

const frame = createRoute({
  getParentRoute: () => signedIn,
  path: CONSOLE_PATHS.today,
  beforeLoad: requireOperator,
  loader: consoleAccess,
  ...page('Console', () => import('../pages/operator/console-frame.tsx'), 'ConsoleFrame'),
});

const today = createRoute({
  getParentRoute: () => frame,
  path: '/',
  ...page('Today', () => import('../pages/operator/today/today-page.tsx'), 'TodayPage'),
});

const runs = createRoute({
  getParentRoute: () => frame,
  path: 'runs',
  validateSearch: runsSearch,
  ...page('Runs', () => import('../pages/operator/runs/runs-page.tsx'), 'RunsPage'),
});

const run = createRoute({
  getParentRoute: () => frame,
  path: 'run',
  validateSearch: runSearch,
  loaderDeps: ({ search: { run } }) => ({ run }),
  loader: ({ deps: { run } }) => {
    if (run === undefined) throw redirect({ to: CONSOLE_PATHS.runs });
    return { run };
  },
  ...page('Run', () => import('../pages/operator/run/run-page.tsx'), 'RunPage'),
});

const trouble = createRoute({
  getParentRoute: () => frame,
  path: 'trouble',
  validateSearch: troubleSearch,
  ...page('Letter problems', () => import('../pages/operator/trouble-page.tsx'), 'TroublePage'),
});

const returns = createRoute({
  getParentRoute: () => frame,
  path: 'returns',
  ...page('What Came Back', () => import('../pages/operator/returns/returns-page.tsx'), 'ReturnsPage'),
});

const failedPayments = createRoute({
  getParentRoute: () => frame,
  path: 'failed-payments',
  validateSearch: failedPaymentsSearch,
  ...page(
    'Failed payments',
    () => import('../pages/operator/failed-payments/failed-payments-page.tsx'),
    'FailedPaymentsPage',
  ),
});

const payments = createRoute({
  getParentRoute: () => frame,
  path: 'payments',
  validateSearch: paymentsSearch,
  ...page('Payments', () => import('../pages/operator/money-lists/payments-page.tsx'), 'PaymentsPage'),
});

const refunds = createRoute({
  getParentRoute: () => frame,
  path: 'refunds',
  validateSearch: refundsSearch,
  ...page('Refunds', () => import('../pages/operator/money-lists/refunds-page.tsx'), 'RefundsPage'),
});

const stripeChanges = createRoute({
  getParentRoute: () => frame,
  path: 'stripe-changes',
  ...page('Changed in Stripe', () => import('../pages/operator/stripe-changes-page.tsx'), 'StripeChangesPage'),
});

const cancellations = createRoute({
  getParentRoute: () => frame,
  path: 'cancellations',
  validateSearch: cancellationsSearch,
  ...page('Cancellations', () => import('../pages/operator/money-lists/cancellations-page.tsx'), 'CancellationsPage'),
});

const gifts = createRoute({
  getParentRoute: () => frame,
  path: 'gifts',
  validateSearch: giftsSearch,
  ...page('Gifts', () => import('../pages/operator/gifts-page.tsx'), 'GiftsPage'),
});

const disputes = createRoute({
  getParentRoute: () => frame,
  path: 'disputes',
  validateSearch: disputesSearch,
  ...page('Disputes', () => import('../pages/operator/disputes/disputes-page.tsx'), 'DisputesPage'),
});

const dispute = createRoute({
  getParentRoute: () => frame,
  path: 'dispute',
  validateSearch: disputeSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { dispute } }) => {
    if (dispute === undefined) throw redirect({ to: CONSOLE_PATHS.disputes });
    return { dispute };
  },
  ...page('Dispute', () => import('../pages/operator/disputes/dispute-page.tsx'), 'DisputePage'),
});

const postage = createRoute({
  getParentRoute: () => frame,
  path: 'postage',
  ...page('Postage', () => import('../pages/operator/postage/postage-page.tsx'), 'PostagePage'),
});

const calendar = createRoute({
  getParentRoute: () => frame,
  path: 'calendar',
  ...page('Calendar', () => import('../pages/operator/calendar-page.tsx'), 'CalendarPage'),
});

const search = createRoute({
  getParentRoute: () => frame,
  path: 'search',
  validateSearch: searchSearch,
  ...page('Search', () => import('../pages/operator/search-page.tsx'), 'SearchPage'),
});

const subscribers = createRoute({
  getParentRoute: () => frame,
  path: 'subscribers',
  validateSearch: subscribersSearch,
  ...page('Subscribers', () => import('../pages/operator/subscribers/subscribers-page.tsx'), 'SubscribersPage'),
});

const imports = createRoute({
  getParentRoute: () => frame,
  path: 'imports',
  validateSearch: importsSearch,
  ...page('Imports', () => import('../pages/operator/imports/imports-page.tsx'), 'ImportsPage'),
});

const emails = createRoute({
  getParentRoute: () => frame,
  path: 'emails',
  validateSearch: emailsSearch,
  ...page('Emails', () => import('../pages/operator/outbox/emails-page.tsx'), 'EmailsPage'),
});

const promotions = createRoute({
  getParentRoute: () => frame,
  path: 'promotions',
  ...page('Promotions', () => import('../pages/operator/promotions-page.tsx'), 'PromotionsPage'),
});

const figures = createRoute({
  getParentRoute: () => frame,
  path: 'figures',
  validateSearch: figuresSearch,
  ...page('Figures', () => import('../pages/operator/figures-page.tsx'), 'FiguresPage'),
});

const caseFiles = createRoute({
  getParentRoute: () => frame,
  path: 'case-files',
  ...page('Faults and hints', () => import('../pages/operator/case-files-page.tsx'), 'CaseFilesPage'),
});

const log = createRoute({
  getParentRoute: () => frame,
  path: 'log',
  validateSearch: logSearch,
  ...page('Log', () => import('../pages/operator/log-page.tsx'), 'LogPage'),
});

const staff = createRoute({
  getParentRoute: () => frame,
  path: 'staff',
  ...page('Staff', () => import('../pages/operator/staff-page.tsx'), 'StaffPage'),
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: 'settings',
  ...page('Settings', () => import('../pages/operator/settings-page.tsx'), 'SettingsPage'),
});

const subscriber = createRoute({
  getParentRoute: () => frame,
  path: 'subscriber',
  validateSearch: subscriberSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    if (deps.subscriber === undefined && deps.subscription === undefined) throw redirect({ to: CONSOLE_PATHS.search });
    return deps;
  },
  ...page('Subscriber', () => import('../pages/operator/subscriber/subscriber-page.tsx'), 'SubscriberPage'),
});

const viewAs = createRoute({
  getParentRoute: () => frame,
  path: 'view-as',
  validateSearch: viewAsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    if (deps.subscriber === undefined) throw redirect({ to: CONSOLE_PATHS.search });
  },
  ...page('View as customer', () => import('../pages/operator/view-as/view-as-page.tsx'), 'ViewAsPage'),
});

export const consoleRoutes = frame.addChildren([
  today,
  runs,
  run,
  trouble,
  returns,
  failedPayments,
  payments,
  refunds,
  stripeChanges,
  cancellations,
  gifts,
  disputes,
  dispute,
  postage,
  calendar,
  search,
  subscribers,
  subscriber,
  imports,
  viewAs,
  emails,
  promotions,
  figures,
  caseFiles,
  log,
  staff,
  settings,
]);
