import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { formatUsd, type PriceSummary } from '../../../domain/money.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { purchaseTerms } from '../../../domain/purchase-terms.ts';
import { cancelAt, chargesOnSameDay } from '../../../domain/subscription.ts';
import { useNow } from '../../app/now.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { Stack } from '../../ui/sheet.tsx';

interface AgreedTermsProps {
  readonly planType: PlanType;
  readonly price: PriceSummary;
  readonly isGift: boolean;
}

function todayInWords(cents: number): string {
  return cents === 0 ? 'Nothing is charged today.' : `${formatUsd(cents)}, charged to this card.`;
}

export function AgreedTerms({ planType, price: { todayCents, thenText }, isGift }: AgreedTermsProps) {
  const now = useNow();
  const last = cancelAt(planType, now);
  const lastChargeOn = last === null ? null : newYorkDate(last);
  const facts = { planType, firstChargeCents: todayCents, thenText, lastChargeOn, isGift, card: 'this card' };
  const rows = purchaseTerms({ ...facts, sameDay: chargesOnSameDay(now) });
  return (
    <FieldGroup legend="What you agree to">
      <Stack>
        <DefinitionList
          items={[
            { term: 'Today', detail: todayInWords(todayCents), wide: true },
            ...rows.map(([term, detail]) => ({ term, detail })),
          ]}
        />
        <p>
          Pressing Pay says yes to this, and to the{' '}
          <a href={PUBLIC_PATHS.terms} target="_blank">
            Terms (in a new tab)
          </a>
          .
        </p>
      </Stack>
    </FieldGroup>
  );
}
