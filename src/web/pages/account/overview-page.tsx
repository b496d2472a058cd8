import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountReply } from '../../../contract/account.ts';
import { type BoardNotice, NoticeBoard } from '../../ui/notice-board.tsx';
import { AccountData } from './account-data.tsx';
import { AccountInformation } from './account-information.tsx';
import { MysteryProgress } from './mystery-progress.tsx';
import { toOwned } from './owned-subscription.ts';
import { SubscriptionStatus } from './subscription-status.tsx';
import { ThankYou } from './thank-you.tsx';

const route = getRouteApi('/signed-in/account/');

export function OverviewPage() {
  const { success } = route.useSearch();
  return (
    <>
      <h1>Your Account</h1>
      {success === 'true' && <ThankYou />}
      <AccountData panels={['Account Information', 'Subscription Status', 'Mystery Progress']}>
        {(account) => <Panels account={account} />}
      </AccountData>
    </>
  );
}

function Panels({ account: { profile, subscriptions } }: { readonly account: AccountReply }) {
  const owned = subscriptions.map(toOwned);
  const { dialog } = route.useSearch();
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  return (
    <>
      <NoticeBoard notice={notice} covered={dialog !== undefined} />
      <AccountInformation profile={profile} />
      <SubscriptionStatus subscriptions={owned} />
      <MysteryProgress subscriptions={owned.filter(({ isGift }) => !isGift)} onDone={setNotice} />
    </>
  );
}
