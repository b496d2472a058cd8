import { getRouteApi } from '@tanstack/react-router';
import { APP_PATHS, CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { SignOut } from '../../app/sign-out.tsx';
import { Tab, TabbedFrame } from '../../app/tabbed-frame.tsx';
import { LockedConsole } from './locked-console.tsx';
import { ConsoleKeys } from './parts/console-keys.tsx';
import styles from './parts/console.module.css';

const route = getRouteApi('/signed-in/operator');

const TABS = [
  { name: 'Today', path: CONSOLE_PATHS.today },
  { name: 'Runs', path: CONSOLE_PATHS.runs },
  { name: 'Trouble', path: CONSOLE_PATHS.trouble, leadsTo: CONSOLE_PATHS.returns },
  { name: 'Postage', path: CONSOLE_PATHS.postage },
  { name: 'Calendar', path: CONSOLE_PATHS.calendar },
  { name: 'Search', path: CONSOLE_PATHS.search },
  { name: 'Mails', path: CONSOLE_PATHS.emails },
  { name: 'Promotions', path: CONSOLE_PATHS.promotions },
  { name: 'Figures', path: CONSOLE_PATHS.figures },
  { name: 'Case files', path: CONSOLE_PATHS.caseFiles },
  { name: 'Log', path: CONSOLE_PATHS.log },
] as const;

function LastOfConsole() {
  return (
    <>
      <ConsoleKeys />
      <SignOut />
    </>
  );
}

export function ConsoleFrame() {
  const { lock } = route.useLoaderData();
  if (lock !== null) return <LockedConsole lock={lock} />;
  return (
    <div className={styles.console}>
      <TabbedFrame label="Console" tabs={TABS} last={<LastOfConsole />}>
        <Tab to={APP_PATHS.account}>Account</Tab>
      </TabbedFrame>
    </div>
  );
}
