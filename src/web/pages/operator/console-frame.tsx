import { getRouteApi } from '@tanstack/react-router';
import { APP_PATHS, CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { Tab, TabbedFrame } from '../../app/tabbed-frame.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { ConsoleKeys } from './parts/console-keys.tsx';
import styles from './parts/console.module.css';

const route = getRouteApi('/signed-in/operator');

const TABS = [
  { name: 'Today', path: CONSOLE_PATHS.today },
  { name: 'Runs', path: CONSOLE_PATHS.runs },
  { name: 'Trouble', path: CONSOLE_PATHS.trouble },
  { name: 'Calendar', path: CONSOLE_PATHS.calendar },
  { name: 'Search', path: CONSOLE_PATHS.search },
  { name: 'Mails', path: CONSOLE_PATHS.emails },
  { name: 'Promotions', path: CONSOLE_PATHS.promotions },
  { name: 'Figures', path: CONSOLE_PATHS.figures },
  { name: 'Log', path: CONSOLE_PATHS.log },
] as const;

export function ConsoleFrame() {
  if (route.useLoaderData().locked) return <SecondLock />;
  return (
    <div className={styles.console}>
      <TabbedFrame label="Console" tabs={TABS} last={<ConsoleKeys />}>
        <Tab to={APP_PATHS.account}>Account</Tab>
      </TabbedFrame>
    </div>
  );
}

/** An operator whose session has passed only the first step. */
function SecondLock() {
  return (
    <div className={styles.alone}>
      <Sheet title="One Lock Is Not Enough" level={1} edge="airmail">
        <Stack>
          <p>
            Everybody’s address lies behind this door. It opens to operators who sign in with two steps: turn two-step
            verification on in your profile, then come back.
          </p>
          <AppButtonLink fit to={APP_PATHS.accountProfile}>
            Go to your profile
          </AppButtonLink>
        </Stack>
      </Sheet>
    </div>
  );
}
