import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AccountReply } from '../../../contract/account.ts';
import { accountQuery } from '../../app/queries.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/try-again.tsx';

interface AccountDataProps {
  /** Titles of the panels to come, one skeleton each. */
  readonly panels: readonly string[];
  readonly children: (account: AccountReply) => ReactNode;
}

export function AccountData({ panels, children }: AccountDataProps) {
  const account = useQuery(accountQuery);
  if (account.data) return children(account.data);
  if (account.isError) {
    return (
      <TryAgain title="Your file could not be fetched." onRetry={() => void account.refetch()}>
        {account.error.message}
      </TryAgain>
    );
  }
  return <PanelsToCome panels={panels} />;
}

export function PanelsToCome({ panels }: Pick<AccountDataProps, 'panels'>) {
  return panels.map((title) => (
    <Sheet key={title} title={title}>
      <Skeleton label={`Fetching: ${title}`} lines={4} />
    </Sheet>
  ));
}
