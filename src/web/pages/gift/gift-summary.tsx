import { useWatch } from 'react-hook-form';
import { formatDate, isCalendarDate } from '../../../domain/calendar-date.ts';
import { formatUsd } from '../../../domain/money.ts';
import { PLANS, type PlanType } from '../../../domain/plans.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { GiftFormValues } from './gift-form-values.ts';

export function GiftSummary({ planType }: { readonly planType: PlanType }) {
  const [recipientName, startDate] = useWatch<GiftFormValues, ['recipientName', 'startDate']>({
    name: ['recipientName', 'startDate'],
  });
  const { name, priceCents, charges } = PLANS[planType];
  const price = formatUsd(priceCents);
  return (
    <Sheet title="Gift Summary" edge="airmail">
      <DefinitionList
        items={[
          {
            term: 'Plan',
            detail: `${name}, ${charges === 1 ? `${price} once` : `${price} per month, ${charges} times`}`,
          },
          { term: 'Recipient', detail: recipientName.trim() || 'Not specified' },
          { term: 'Start date', detail: isCalendarDate(startDate) ? formatDate(startDate) : 'Not selected' },
        ]}
      />
    </Sheet>
  );
}
