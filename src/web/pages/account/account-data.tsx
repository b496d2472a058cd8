import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AccountReply } from '../../../contract/account.ts';
import { accountQuery } from '../../app/queries.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/try-again.tsx';

/** Shows what is made of the account once it is here; until then a skeleton, or what went wrong. */
export function AccountData({ children }: { readonly children: (account: AccountReply) => ReactNode }) {
  const account = useQuery(accountQuery);
  if (account.data) return children(account.data);
  if (account.isError) {
    return (
      <TryAgain title="Your file could not be fetched." onRetry={() => void account.refetch()}>
        {account.error.message}
      </TryAgain>
    );
  }
  return (
    <Sheet>
      <Skeleton label="Fetching your account" lines={6} />
    </Sheet>
  );
}
