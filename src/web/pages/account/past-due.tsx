import { APP_PATHS } from '../../../contract/site-paths.ts';
import { WHILE_OVERDUE } from '../../../domain/subscription.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';

export function PastDue() {
  return (
    <Notice tone="warning" title="Your last payment didn’t go through.">
      <Stack>
        <p>{`We’ll try the card again soon. ${WHILE_OVERDUE}`}</p>
        <AppButtonLink fit to={APP_PATHS.accountBilling} variant="secondary">
          Go to Billing
        </AppButtonLink>
      </Stack>
    </Notice>
  );
}
