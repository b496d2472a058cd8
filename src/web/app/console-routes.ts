import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { CONSOLE_COOKIE, CONSOLE_PATHS } from '../../contract/site-paths.ts';
import { accountQuery, queryClient } from './queries.ts';
import {
  emailsSearch,
  figuresSearch,
  runSearch,
  runsSearch,
  searchSearch,
  subscriberSearch,
  troubleSearch,
} from './search-params.ts';
import { hasPassedTwoSteps } from './second-step.ts';
import { page, signedIn } from './root-routes.tsx';
import { settledSession } from './session.ts';

const YEAR_SECONDS = 31_536_000;

/** A user who is no operator gets the page for unknown addresses, as from the server. */
async function requireOperator() {
  const { operator = false } = await queryClient.ensureQueryData(accountQuery);
  rememberConsole(operator);
  if (!operator) throw notFound();
}

function rememberConsole(operator: boolean): void {
  const lifetime = operator ? YEAR_SECONDS : 0;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${CONSOLE_COOKIE}=1; Path=${CONSOLE_PATHS.today}; Max-Age=${lifetime}; SameSite=Lax${secure}`;
}

const frame = createRoute({
  getParentRoute: () => signedIn,
  path: CONSOLE_PATHS.today,
  beforeLoad: requireOperator,
  loader: async () => {
    const session = await settledSession();
    return { locked: session === null || !hasPassedTwoSteps(session) };
  },
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
  ...page('Trouble', () => import('../pages/operator/trouble/trouble-page.tsx'), 'TroublePage'),
});

const calendar = createRoute({
  getParentRoute: () => frame,
  path: 'calendar',
  ...page('Calendar', () => import('../pages/operator/calendar/calendar-page.tsx'), 'CalendarPage'),
});

const search = createRoute({
  getParentRoute: () => frame,
  path: 'search',
  validateSearch: searchSearch,
  ...page('Search', () => import('../pages/operator/search/search-page.tsx'), 'SearchPage'),
});

const emails = createRoute({
  getParentRoute: () => frame,
  path: 'emails',
  validateSearch: emailsSearch,
  ...page('Mails', () => import('../pages/operator/outbox/emails-page.tsx'), 'EmailsPage'),
});

const promotions = createRoute({
  getParentRoute: () => frame,
  path: 'promotions',
  ...page('Promotions', () => import('../pages/operator/promotions/promotions-page.tsx'), 'PromotionsPage'),
});

const figures = createRoute({
  getParentRoute: () => frame,
  path: 'figures',
  validateSearch: figuresSearch,
  ...page('Figures', () => import('../pages/operator/figures/figures-page.tsx'), 'FiguresPage'),
});

const log = createRoute({
  getParentRoute: () => frame,
  path: 'log',
  ...page('Log', () => import('../pages/operator/log/log-page.tsx'), 'LogPage'),
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

export const consoleRoutes = frame.addChildren([
  today,
  runs,
  run,
  trouble,
  calendar,
  search,
  subscriber,
  emails,
  promotions,
  figures,
  log,
]);
