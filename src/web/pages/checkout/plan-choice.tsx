import { getRouteApi } from '@tanstack/react-router';
import { formatPercent, formatUsd } from '../../../domain/money.ts';
import { ANNUAL_SAVING_PERCENT, PLAN_TYPES, PLANS, type PlanType } from '../../../domain/plans.ts';
import { LETTERS_PER_MONTH } from '../../../domain/season.ts';
import { Choice } from '../../ui/checkbox.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { giftStorage } from '../gift/gift-form-values.ts';
import { storePlan } from './chosen-plan.ts';
import type { Purchase } from './purchase.ts';

const route = getRouteApi('/signed-in/payment');

const PLAN_NOTES = {
  monthly: `Cancel anytime. ${LETTERS_PER_MONTH} letters per month. After twelve months, the subscription ends automatically.`,
  annual: `Save ${formatPercent(ANNUAL_SAVING_PERCENT)}. ${LETTERS_PER_MONTH} letters per month. One payment for the whole season.`,
} as const satisfies Record<PlanType, string>;

export function PlanChoice({ chosen }: { readonly chosen: PlanType }) {
  const navigate = route.useNavigate();
  const { purchase } = route.useLoaderData();
  const { user } = route.useRouteContext();

  function choose(plan: PlanType): void {
    rememberPlan(plan, user.id, purchase);
    void navigate({
      to: '.',
      search: (search) => ({ ...search, plan }),
      state: true,
      replace: true,
      resetScroll: false,
    });
  }

  return (
    <FieldGroup legend="How would you like to pay?">
      {PLAN_TYPES.map((type) => (
        <Choice
          key={type}
          name="plan"
          label={PLANS[type].name}
          aside={`${formatUsd(PLANS[type].priceCents)} per ${PLANS[type].interval}`}
          hint={PLAN_NOTES[type]}
          value={type}
          checked={type === chosen}
          onChange={() => choose(type)}
        />
      ))}
    </FieldGroup>
  );
}

/** Stored for Back, since the URLs of earlier pages lack the choice (rules/checkout 4). */
function rememberPlan(plan: PlanType, userId: string, { kind }: Purchase): void {
  if (kind === 'season') return storePlan(plan);
  const draft = giftStorage(userId).read();
  if (draft !== null) giftStorage(userId).store({ ...draft, planType: plan });
}
