import { useWatch } from 'react-hook-form';
import { formatDate, isCalendarDate } from '../../../domain/calendar-date.ts';
import { formatUsd } from '../../../domain/money.ts';
import { PLANS, type PlanType } from '../../../domain/plans.ts';
import { useOnceHydrated } from '../../app/once-hydrated.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { EMPTY_GIFT, type GiftFormValues } from './gift-form-values.ts';
import styles from './gift-page.module.css';

export function GiftSummary({ planType }: { readonly planType: PlanType }) {
  const watched = useWatch<GiftFormValues, ['recipientName', 'startDate']>({ name: ['recipientName', 'startDate'] });
  const [recipientName, startDate] = useOnceHydrated(watched, [EMPTY_GIFT.recipientName, EMPTY_GIFT.startDate]);
  const { name, priceCents, interval } = PLANS[planType];
  return (
    <Sheet title="Gift Summary" edge="airmail">
      <DefinitionList
        items={[
          { term: 'Plan', detail: `${name}, ${formatUsd(priceCents)} per ${interval}` },
          { term: 'Recipient', detail: recipientName.trim() || 'Not specified' },
          { term: 'Start date', detail: isCalendarDate(startDate) ? formatDate(startDate) : 'Not selected' },
        ]}
      />
    </Sheet>
  );
}

const INCLUDED = [
  'Beautiful gift packaging',
  'Personalized gift message',
  'Flexible start date',
  'Recipient notification email',
] as const;

export function WhatsIncluded() {
  return (
    <Sheet title="What’s Included">
      <ul className={styles.included}>
        {INCLUDED.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Sheet>
  );
}
