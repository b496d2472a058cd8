import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { APP_PATHS, CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import styles from '../account/account-frame.module.css';

const route = getRouteApi('/signed-in/operator');

const TABS = [
  { name: 'Today', path: CONSOLE_PATHS.today },
  { name: 'Runs', path: CONSOLE_PATHS.runs },
  { name: 'Trouble', path: CONSOLE_PATHS.trouble },
  { name: 'Search', path: CONSOLE_PATHS.search },
  { name: 'Mails', path: CONSOLE_PATHS.mails },
  { name: 'Promotions', path: CONSOLE_PATHS.promotions },
  { name: 'Figures', path: CONSOLE_PATHS.figures },
  { name: 'Log', path: CONSOLE_PATHS.log },
] as const;

/** The console: side navigation, tabs on a phone, around the page of the moment. */
export function ConsoleFrame() {
  if (route.useLoaderData().locked) return <SecondLock />;
  return (
    <div className={styles.frame}>
      <nav className={styles.nav} aria-label="Console">
        <ul className={styles.tabs}>
          {TABS.map(({ name, path }) => (
            <li key={path}>
              <Link to={path} className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}

/** An operator whose session has passed one lock of two: the other one first. */
function SecondLock() {
  return (
    <Sheet edge="airmail">
      <Stack>
        <h1>One Lock Is Not Enough</h1>
        <p>
          Everybody’s address lies behind this door. It opens to operators who sign in with two steps: turn two-step
          verification on in your profile, then come back.
        </p>
        <div>
          <AppButtonLink to={APP_PATHS.accountProfile}>Go to your profile</AppButtonLink>
        </div>
      </Stack>
    </Sheet>
  );
}
