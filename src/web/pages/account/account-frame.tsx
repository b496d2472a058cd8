import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { APP_PATHS, CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { accountQuery } from '../../app/queries.ts';
import { signOut } from '../../app/session.ts';
import { useAccountChanges } from '../../app/use-account-changes.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './account-frame.module.css';

const TABS = [
  { name: 'Overview', path: APP_PATHS.account },
  { name: 'Subscription', path: APP_PATHS.accountSubscription },
  { name: 'Profile', path: APP_PATHS.accountProfile },
  { name: 'Billing', path: APP_PATHS.accountBilling },
] as const;

/** The dashboard: side navigation, tabs on a phone (SPEC §2), around the page of the moment. */
export function AccountFrame() {
  useAccountChanges();
  return (
    <div className={styles.frame}>
      <nav className={styles.nav} aria-label="Account">
        <ul className={styles.tabs}>
          {TABS.map(({ name, path }) => (
            <li key={path}>
              <Link to={path} className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <ConsoleLink />
        <SignOut />
      </nav>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}

/** For those who work here. */
function ConsoleLink() {
  const { data } = useQuery(accountQuery);
  if (!data?.operator) return null;
  return (
    <Link to={CONSOLE_PATHS.today} className={styles.tab}>
      Console
    </Link>
  );
}

function SignOut() {
  const leave = useMutation({ mutationFn: signOut });
  return (
    <div className={styles.leave}>
      <Button variant="quiet" busy={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        Sign Out
      </Button>
      {leave.isError && <Notice tone="error">{leave.error.message}</Notice>}
    </div>
  );
}
