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
    <Notice tone="warning" title="Your last payment didn’t go through.">
      <Stack>
        <p>{`${tried(overdue)} ${WHILE_OVERDUE}`}</p>
        <AppButtonLink fit to={APP_PATHS.accountBilling} variant="secondary">
          Go to Billing
        </AppButtonLink>
      </Stack>
    </Notice>
  );
}

function tried(overdue: PastDueProps['overdue']): string {
  if (overdue === null) return 'Update your card under Billing.';
  const { amountCents, nextAttempt } = overdue;
  return overdueInWords(amountCents, nextAttempt === null ? null : new Date(nextAttempt));
}
