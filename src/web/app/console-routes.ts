import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { CONSOLE_COOKIE, CONSOLE_PATHS } from '../../contract/site-paths.ts';
import { accountQuery, queryClient } from './queries.ts';
import { figuresSearch, runSearch, searchSearch, subscriberSearch, troubleSearch } from './search-params.ts';
import { hasPassedTwoSteps } from './second-step.ts';
import { signedIn } from './root-routes.tsx';
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
  staticData: { title: 'Console' },
  beforeLoad: requireOperator,
  loader: async () => {
    const session = await settledSession();
    return { locked: session === null || !hasPassedTwoSteps(session) };
  },
  component: lazyRouteComponent(() => import('../pages/operator/console-frame.tsx'), 'ConsoleFrame'),
});

const today = createRoute({
  getParentRoute: () => frame,
  path: '/',
  staticData: { title: 'Today' },
  component: lazyRouteComponent(() => import('../pages/operator/today/today-page.tsx'), 'TodayPage'),
});

const runs = createRoute({
  getParentRoute: () => frame,
  path: 'runs',
  staticData: { title: 'Runs' },
  component: lazyRouteComponent(() => import('../pages/operator/runs/runs-page.tsx'), 'RunsPage'),
});

const run = createRoute({
  getParentRoute: () => frame,
  path: 'run',
  staticData: { title: 'Run' },
  validateSearch: runSearch,
  loaderDeps: ({ search: { run } }) => ({ run }),
  loader: ({ deps: { run } }) => {
    if (run === undefined) throw redirect({ to: CONSOLE_PATHS.runs });
    return { run };
  },
  component: lazyRouteComponent(() => import('../pages/operator/run/run-page.tsx'), 'RunPage'),
});

const trouble = createRoute({
  getParentRoute: () => frame,
  path: 'trouble',
  staticData: { title: 'Trouble' },
  validateSearch: troubleSearch,
  component: lazyRouteComponent(() => import('../pages/operator/trouble/trouble-page.tsx'), 'TroublePage'),
});

const calendar = createRoute({
  getParentRoute: () => frame,
  path: 'calendar',
  staticData: { title: 'Calendar' },
  component: lazyRouteComponent(() => import('../pages/operator/calendar/calendar-page.tsx'), 'CalendarPage'),
});

const search = createRoute({
  getParentRoute: () => frame,
  path: 'search',
  staticData: { title: 'Search' },
  validateSearch: searchSearch,
  component: lazyRouteComponent(() => import('../pages/operator/search/search-page.tsx'), 'SearchPage'),
});

const emails = createRoute({
  getParentRoute: () => frame,
  path: 'emails',
  staticData: { title: 'Mails' },
  component: lazyRouteComponent(() => import('../pages/operator/outbox/emails-page.tsx'), 'EmailsPage'),
});

const promotions = createRoute({
  getParentRoute: () => frame,
  path: 'promotions',
  staticData: { title: 'Promotions' },
  component: lazyRouteComponent(() => import('../pages/operator/promotions/promotions-page.tsx'), 'PromotionsPage'),
});

const figures = createRoute({
  getParentRoute: () => frame,
  path: 'figures',
  staticData: { title: 'Figures' },
  validateSearch: figuresSearch,
  component: lazyRouteComponent(() => import('../pages/operator/figures/figures-page.tsx'), 'FiguresPage'),
});

const log = createRoute({
  getParentRoute: () => frame,
  path: 'log',
  staticData: { title: 'Log' },
  component: lazyRouteComponent(() => import('../pages/operator/log/log-page.tsx'), 'LogPage'),
});

const subscriber = createRoute({
  getParentRoute: () => frame,
  path: 'subscriber',
  staticData: { title: 'Subscriber' },
  validateSearch: subscriberSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    if (deps.subscriber === undefined && deps.subscription === undefined) throw redirect({ to: CONSOLE_PATHS.search });
    return deps;
  },
  component: lazyRouteComponent(() => import('../pages/operator/subscriber/subscriber-page.tsx'), 'SubscriberPage'),
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
