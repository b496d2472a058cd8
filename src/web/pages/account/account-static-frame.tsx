import { SignOutRoom } from '../../app/sign-out.tsx';
import { TabbedFrame } from '../../app/tabbed-frame.tsx';
import { PanelsToCome } from './account-data.tsx';
import styles from './account-head.module.css';
import { ACCOUNT_TABS } from './account-tabs.ts';

export const OVERVIEW_PANELS = ['Account Information', 'Subscription Status', 'Mystery Progress'] as const;

export function AccountStaticFrame() {
  return <TabbedFrame label="Account" tabs={ACCOUNT_TABS} last={<SignOutRoom />} page={<OverviewToCome />} />;
}

export function OverviewToCome() {
  return (
    <>
      <AccountHead />
      <PanelsToCome panels={OVERVIEW_PANELS} />
    </>
  );
}

export function AccountHead() {
  return (
    <header className={styles.head}>
      <h1>Your Account</h1>
      <p>Your subscription, your letters and your details.</p>
    </header>
  );
}
