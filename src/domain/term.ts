import { addUtcMonths } from './calendar-date.ts';
import { MONTHS_PER_SEASON } from './season.ts';

export interface ChargeFacts {
  readonly monthsPaid: number;
  readonly monthsDue: number;
  readonly monthsPerCharge: number;
  readonly anchor: Date;
  readonly currentPeriodEnd: Date;
}

export interface Term {
  readonly endsAt: Date;
  readonly lastChargeAt: Date;
}

/** The end depends on the number of charges left (rules/subscriptions 6). */
export function termOf({ monthsPaid, monthsDue, monthsPerCharge, anchor, currentPeriodEnd }: ChargeFacts): Term {
  const monthsLeft = Math.max(0, MONTHS_PER_SEASON - monthsPaid - monthsDue);
  const lasting = Math.ceil(monthsLeft / monthsPerCharge) * monthsPerCharge;
  const elapsed = monthsUntil(anchor, currentPeriodEnd);
  return {
    endsAt: addUtcMonths(anchor, elapsed + lasting),
    lastChargeAt: addUtcMonths(anchor, elapsed + lasting - monthsPerCharge),
  };
}

function monthsUntil(anchor: Date, instant: Date): number {
  let months = 0;
  while (addUtcMonths(anchor, months) < instant) months++;
  return months;
}

export type ChargeNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;

/** Null if it isn't one of the season's twelve charges. */
export function chargeNumber(charge: number): ChargeNumber | null {
  return Number.isInteger(charge) && charge >= 1 && charge <= MONTHS_PER_SEASON ? (charge as ChargeNumber) : null;
}
