import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountReply } from '../../../contract/account.ts';
import { Fetched } from '../../app/fetched.tsx';
import { giftsQuery } from '../../app/queries.ts';
import { type BoardNotice, NoticeBoard } from '../../ui/notice.tsx';
import { LinkFailureNotice } from '../auth/link-failure-notice.tsx';
import { GIFTS_MISSING } from '../gift/gifts-panel.tsx';
import { AccountData, PanelsToCome } from './account-data.tsx';
import { AccountInformation } from './account-information.tsx';
import { AccountHead, OVERVIEW_PANELS } from './account-static-frame.tsx';
import { LetterNotices } from './letter-notices.tsx';
import { useAwaitedPurchase } from './awaited-purchase.ts';
import { MysteryProgress } from './mystery-progress.tsx';
import { NextLetters } from './next-letter.tsx';
import { numbered, toOwned } from './owned-subscription.ts';
import { SubscriptionStatus } from './subscription-status.tsx';
import { ThankYou } from './thank-you.tsx';

const route = getRouteApi('/signed-in/account/');

const [, ...OWN_PANELS] = OVERVIEW_PANELS;

export function OverviewPage() {
  const { failure } = route.useSearch();
  const purchase = useAwaitedPurchase();
  return (
    <>
      <AccountHead />
      {failure !== undefined && <LinkFailureNotice signedIn code={failure} />}
      <ThankYou purchase={purchase} />
      {purchase.state === 'waiting' ? (
        <PanelsToCome panels={OVERVIEW_PANELS} />
      ) : (
        <AccountData panels={OVERVIEW_PANELS}>{(account) => <Panels account={account} />}</AccountData>
      )}
    </>
  );
}

function Panels({ account: { profile, subscriptions } }: { readonly account: AccountReply }) {
  const owned = subscriptions.map(toOwned);
  const own = numbered(subscriptions);
  const { dialog } = route.useSearch();
  const gifts = useQuery(giftsQuery).data?.received ?? [];
  const received = gifts.filter(({ state }) => state !== 'refunded');
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const panels = (
    <>
      <SubscriptionStatus subscriptions={owned} receives={own.length === 0 && received.length > 0} />
      <MysteryProgress subscriptions={own} received={received} onDone={setNotice} />
    </>
  );
  return (
    <>
      <NoticeBoard notice={notice} covered={dialog !== undefined} />
      <LetterNotices subscriptions={subscriptions} />
      <NextLetters subscriptions={own} received={received} />
      <AccountInformation profile={profile} />
      {own.length > 0 ? (
        panels
      ) : (
        <Fetched query={giftsQuery} pending={<PanelsToCome panels={OWN_PANELS} />} {...GIFTS_MISSING}>
          {() => panels}
        </Fetched>
      )}
    </>
  );
}
