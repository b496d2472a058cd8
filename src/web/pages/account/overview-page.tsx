import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AccountReply } from '../../../contract/account.ts';
import { accountQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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
      <Overview />
    </>
  );
}

function Overview() {
  const account = useQuery(accountQuery);
  if (account.data) return <Panels account={account.data} />;
  if (account.isError) return <NoAccount reason={account.error.message} onRetry={() => void account.refetch()} />;
  return (
    <Sheet>
      <Skeleton label="Fetching your account" lines={6} />
    </Sheet>
  );
}

function Panels({ account: { profile, subscriptions } }: { readonly account: AccountReply }) {
  const owned = subscriptions.map(toOwned);
  return (
    <>
      <AccountInformation profile={profile} />
      <SubscriptionStatus subscriptions={owned} />
      <MysteryProgress subscriptions={owned} />
    </>
  );
}

function NoAccount({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <Notice tone="error" title="Your file could not be fetched.">
      <Stack>
        <p>{reason}</p>
        <div>
          <Button variant="secondary" onClick={onRetry}>
            Try Again
          </Button>
        </div>
      </Stack>
    </Notice>
  );
}
