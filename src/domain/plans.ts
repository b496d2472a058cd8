/** The two ways to pay for a season (rules/money 2). Amounts are US cents. */
export const PLAN_TYPES = ['monthly', 'annual'] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

export interface Plan {
  readonly type: PlanType;
  readonly name: string;
  /** What one charge takes, in cents, before any discount. */
  readonly priceCents: number;
  readonly interval: 'month' | 'year';
  /** How often the season is charged before it ends by itself. */
  readonly charges: number;
  /** How many of the twelve months one charge pays for. */
  readonly monthsPerCharge: number;
  /** The provider's lookup key of the price (rules/money 5). */
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
