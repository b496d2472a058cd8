import { formatPercent, formatUsd, type PriceSummary } from '../../../domain/money.ts';
import { PLANS, type PlanType } from '../../../domain/plans.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import type { AppliedPromo } from './promo.ts';

interface FinalSummaryProps {
  readonly planType: PlanType;
  readonly price: PriceSummary;
  readonly promo: AppliedPromo | null;
}

/** rules/money 11. */
export function FinalSummary({ planType, price, promo }: FinalSummaryProps) {
  const plan = { term: `${PLANS[planType].name} plan`, detail: formatUsd(price.priceCents) };
  const discount = promo && {
    term: `Discount ${promo.code} (${formatPercent(promo.discount.percentOff)})`,
    detail: `−${formatUsd(price.discountCents)}`,
  };
  const today = { term: 'Due today', detail: <TodaysPrice price={price} /> };
  return <DefinitionList layout="ledger" items={[plan, discount, today].filter((item) => item !== null)} />;
}

function TodaysPrice({ price }: { readonly price: PriceSummary }) {
  return (
    <>
      <strong>{formatUsd(price.todayCents)}</strong>
      {price.thenText !== null && <div>{price.thenText}</div>}
    </>
  );
}
