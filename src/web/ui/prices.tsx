import { PLANS } from '../../domain/plans.ts';
import { Exact } from './text.tsx';

const MONTHLY = `$${PLANS.monthly.priceCents / 100}`;
const ANNUAL = `$${PLANS.annual.priceCents / 100}`;

export function PricesInBrief() {
  return (
    <>
      <Exact>{MONTHLY}</Exact> a month or <Exact>{ANNUAL}</Exact> once
    </>
  );
}

export function Prices() {
  return (
    <>
      <Exact>{MONTHLY}</Exact> a month for twelve months, or <Exact>{ANNUAL}</Exact> once for the whole season. Shipping
      is free.
    </>
  );
}
