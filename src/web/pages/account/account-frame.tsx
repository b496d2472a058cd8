import { useQuery } from '@tanstack/react-query';
import { APP_PATHS, CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { accountQuery } from '../../app/queries.ts';
import { SignOut } from '../../app/sign-out.tsx';
import { Tab, TabbedFrame } from '../../app/tabbed-frame.tsx';
import { useAccountChanges } from '../../app/realtime.ts';

const TABS = [
  { name: 'Overview', path: APP_PATHS.account },
  { name: 'Subscription', path: APP_PATHS.accountSubscription },
  { name: 'Case File', path: APP_PATHS.accountCase, within: true },
  { name: 'Profile', path: APP_PATHS.accountProfile },
  { name: 'Billing', path: APP_PATHS.accountBilling },
] as const;

export function AccountFrame() {
  useAccountChanges();
  return (
    <TabbedFrame label="Account" tabs={TABS} last={<SignOut />}>
      <ConsoleLink />
    </TabbedFrame>
  );
}

function ConsoleLink() {
  const { data } = useQuery(accountQuery);
  if (!data?.operator) return null;
  return <Tab to={CONSOLE_PATHS.today}>Console</Tab>;
}
