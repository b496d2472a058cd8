import type { SubscriptionReply } from '../../../contract/account.ts';
import { overdueInWords } from '../../../domain/charge-words.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { WHILE_OVERDUE } from '../../../domain/subscription.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';

interface PastDueProps {
  readonly overdue: SubscriptionReply['overdue'];
}

export function PastDue({ overdue }: PastDueProps) {
  return (
    <Notice tone="warning" title="A payment is overdue.">
      <Stack>
        <p>{pastDueWords(overdue)}</p>
        <AppButtonLink fit to={APP_PATHS.accountBilling} variant="secondary">
          Go to Billing
        </AppButtonLink>
      </Stack>
    </Notice>
  );
}

export function pastDueWords(overdue: PastDueProps['overdue']): string {
  const fact = overdue === null ? [] : [overdueWords(overdue)];
  const update = 'Update your card under Billing, and we’ll charge the overdue amount right away.';
  return [...fact, ...(overdue !== null && overdue.nextAttempt !== null ? [] : [update]), WHILE_OVERDUE].join(' ');
}

export function overdueWords({ amountCents, nextAttempt }: NonNullable<PastDueProps['overdue']>): string {
  return overdueInWords(amountCents, nextAttempt === null ? null : new Date(nextAttempt));
}
