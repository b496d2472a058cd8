import type { ReactNode } from 'react';
import type { AccountReply } from '../../../contract/account.ts';
import { Fetched } from '../../app/fetched.tsx';
import { accountQuery } from '../../app/queries.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface AccountDataProps {
  readonly panels: readonly string[];
  readonly children: (account: AccountReply) => ReactNode;
}

export function AccountData({ panels, children }: AccountDataProps) {
  return (
    <Fetched
      query={accountQuery}
      pending={<PanelsToCome panels={panels} />}
      failureTitle="We couldn’t load your account."
    >
      {children}
    </Fetched>
  );
}

export function PanelsToCome({ panels }: Pick<AccountDataProps, 'panels'>) {
  return panels.map((title) => (
    <Sheet key={title} title={title}>
      <Skeleton label={`Loading: ${title}`} lines={4} />
    </Sheet>
  ));
}
