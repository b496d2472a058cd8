import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { isLateInMonth, newYorkDate } from '../../../domain/calendar-date.ts';
import { chargeInWords } from '../../../domain/charge-words.ts';
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

/** A wallet may charge another card than the one in the form. */
const CARD = 'the card you pay with';

function todayInWords({ todayCents, charges }: PriceSummary): string {
  if (todayCents > 0) return `${formatUsd(todayCents)}, charged to ${CARD}.`;
  const today = `${chargeInWords(todayCents, 'is charged today')}.`;
  return charges > 0 ? today : `${today} We ask for a card but charge nothing to it, today or later.`;
}

export function AgreedTerms({ planType, price, isGift }: AgreedTermsProps) {
  const now = useNow();
  const last = cancelAt(planType, now);
  const lastChargeOn = last === null ? null : newYorkDate(last);
  const { followingText, charges } = price;
  const facts = { planType, followingText, charges, lastChargeOn, isGift, card: CARD };
  const rows = purchaseTerms({
    ...facts,
    sameDay: chargesOnSameDay(now),
    isLateInMonth: isLateInMonth(newYorkDate(now)),
  });
  return (
    <FieldGroup legend="What you agree to">
      <Stack>
        <DefinitionList
          items={[
            { term: 'Today', detail: todayInWords(price), wide: true },
            ...rows.map(([term, detail]) => ({ term, detail })),
          ]}
        />
        <p>
          {price.todayCents > 0 ? 'By paying' : 'By pressing Start Subscription'}, you agree to the points above and to
          the{' '}
          <a href={PUBLIC_PATHS.terms} target="_blank">
            Terms (in a new tab)
          </a>
          .
        </p>
      </Stack>
    </FieldGroup>
  );
}
