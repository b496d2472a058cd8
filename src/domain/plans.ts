export const PLAN_TYPES = ['monthly', 'annual'] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

export interface Plan {
  readonly type: PlanType;
  readonly name: string;
  readonly priceCents: number;
  readonly interval: 'month' | 'year';
  readonly charges: number;
  readonly monthsPerCharge: number;
  /** The lookup key of the price at Stripe (rules/money 5). */
  readonly lookupKey: string;
}

export const PLANS = {
  monthly: {
    type: 'monthly',
    name: 'Monthly',
    priceCents: 1500,
    interval: 'month',
    charges: 12,
    monthsPerCharge: 1,
    lookupKey: 'season1_monthly',
  },
  annual: {
    type: 'annual',
    name: 'Annual',
    priceCents: 15300,
    interval: 'year',
    charges: 1,
    monthsPerCharge: 12,
    lookupKey: 'season1_annual',
  },
} as const satisfies Record<PlanType, Plan>;

export const ANNUAL_SAVING_PERCENT = Math.round(
  100 * (1 - PLANS.annual.priceCents / (PLANS.monthly.charges * PLANS.monthly.priceCents)),
);
