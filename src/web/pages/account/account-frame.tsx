import { useQuery } from '@tanstack/react-query';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { accountQuery } from '../../app/queries.ts';
import { SignOut } from '../../app/sign-out.tsx';
import { Tab, TabbedFrame } from '../../app/tabbed-frame.tsx';
import { useAccountChanges } from '../../app/realtime.ts';
import { ACCOUNT_TABS } from './account-tabs.ts';

export function AccountFrame() {
  useAccountChanges();
  return (
    <TabbedFrame label="Account" tabs={ACCOUNT_TABS} last={<SignOut />}>
      <ConsoleLink />
    </TabbedFrame>
  );
}

function ConsoleLink() {
  const { data } = useQuery(accountQuery);
  if (!data?.operator) return null;
  return <Tab to={CONSOLE_PATHS.today}>Console</Tab>;
}
